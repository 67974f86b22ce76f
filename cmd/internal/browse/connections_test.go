package browse

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// TestHalfOpen opens more connections than the server bears, whose requests never come,
// and then asks: the answer does not wait until those are given up.
func TestHalfOpen(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- serveUntil(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "here") }))
	}()
	for i := range maxConnections + 50 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Skipf("connection %d: %v", i, err) // the system allows no more
		}
		defer c.Close()
		if i%2 == 0 { // of half of them some of the request comes
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHo") // it may be closed already
		}
	}
	client := &http.Client{Timeout: 8 * time.Second} // less than a server waits for a request
	for range 2 {                                    // the second comes on the first one's connection
		answer, err := client.Get("http://" + l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(answer.Body); err != nil || string(text) != "here" {
			t.Errorf("%q, %v", text, err)
		}
		answer.Body.Close()
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

package browse

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"coverstat/cmd/internal/produce"
	"coverstat/cmd/internal/study"
)

// runInto runs a config into a folder of its own, and returns it.
func runInto(t *testing.T, config string, set ...string) string {
	t.Helper()
	return runFirst(t, 0, config, set...)
}

// runFirst makes the first rows alone, unless their number is 0.
func runFirst(t *testing.T, rows int64, config string, set ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "ds")
	s, err := study.Open(config, set, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := produce.Run(context.Background(), s, produce.RunOptions{Out: dir, Limit: rows}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A client asks a server of a site.
type client struct {
	t   *testing.T
	url string
}

func serve(t *testing.T, dirs ...string) *client {
	t.Helper()
	site, err := New(dirs)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site.handler(func(host string) bool { return strings.HasPrefix(host, "127.0.0.1:") }))
	t.Cleanup(server.Close)
	return &client{t, server.URL}
}

// ask returns the answer to a request, which change may change before.
func (c *client) ask(path string, change ...func(*http.Request)) (*http.Response, string) {
	c.t.Helper()
	r, err := http.NewRequest(http.MethodGet, c.url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, f := range change {
		f(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer, string(body)
}

// get returns what is at an address, and reads it as JSON into v unless that is nil.
func (c *client) get(path string, v any) string {
	c.t.Helper()
	answer, body := c.ask(path)
	if answer.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: %s: %s", path, answer.Status, body)
	}
	if v != nil {
		if err := json.Unmarshal([]byte(body), v); err != nil {
			c.t.Fatalf("%s: %v in %s", path, err, body)
		}
	}
	return body
}

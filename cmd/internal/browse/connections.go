package browse

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/net/netutil"
)

// The bounds of connections. Most browsers open six to a server.
const (
	maxWaiting     = 256  // that have no request
	maxConnections = 1024 // in all
)

// Serve answers requests until the context is done. There is no limit of the time for a
// whole request: downloads take long, and the handler limits what they may take.
func Serve(ctx context.Context, l net.Listener, handler http.Handler) error {
	w := &waiting{}
	server := &http.Server{Handler: w.serve(handler), ConnContext: w.context, ConnState: w.state,
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 1 << 16}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(netutil.LimitListener(l, maxConnections)); err != http.ErrServerClosed {
		return err
	}
	return nil
}

// waiting are the connections that have no request: new ones, whose request has not come
// or not wholly, and those kept for another request. Where they are too many the oldest
// is closed, so that whoever opens hundreds and sends nothing keeps nobody waiting.
type waiting struct {
	mu   sync.Mutex
	list []net.Conn // the oldest first
}

type connection struct{} // the key of a request's connection in its context

func (w *waiting) context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}

func (w *waiting) state(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		w.add(c)
	case http.StateClosed, http.StateHijacked:
		w.remove(c)
	}
}

func (w *waiting) serve(next http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(connection{}).(net.Conn)
		w.remove(c)
		defer w.add(c)
		next.ServeHTTP(out, r)
	})
}

func (w *waiting) add(c net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list = append(w.list, c); len(w.list) > maxWaiting {
		w.list[0].Close()
		w.list = w.list[1:]
	}
}

func (w *waiting) remove(c net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.Index(w.list, c); i >= 0 {
		w.list = slices.Delete(w.list, i, i+1)
	}
}

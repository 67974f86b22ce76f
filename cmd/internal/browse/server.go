package browse

import (
	"bytes"
	"context"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"coverstat/cmd/internal/inspect"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export"
	"coverstat/export/files"

	"golang.org/x/net/netutil"
)

//go:embed page
var embedded embed.FS

// types are the types of files.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".json": "application/json", ".parquet": "application/vnd.apache.parquet",
}

// typeOf returns the type of a file of the page, "" of one that is no part of it.
func typeOf(name string) string {
	if strings.HasPrefix(path.Base(name), "LICENSE") {
		return "text/plain; charset=utf-8"
	}
	return types[path.Ext(name)]
}

// assets returns the files of the page by their addresses.
func assets() map[string][]byte {
	all := map[string][]byte{}
	_ = fs.WalkDir(embedded, "page", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || typeOf(name) == "" {
			return err
		}
		data, err := embedded.ReadFile(name)
		all[strings.TrimPrefix(name, "page/")] = data
		return err
	}) // files in memory give no errors
	return all
}

// URL returns the address of the page. listened is what the user wants to listen on.
func URL(listened string, address *net.TCPAddr) string {
	host := listened
	if address.IP.IsUnspecified() {
		host, _ = os.Hostname()
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(address.Port)) + "/"
}

// Serve answers requests until the context is done. listened is what the user wants to listen on.
func (s *Site) Serve(ctx context.Context, l net.Listener, listened string) error {
	at := l.Addr().(*net.TCPAddr)
	return serveUntil(ctx, l, s.handler(func(host string) bool { return ours(listened, at, host) }))
}

// serveUntil is [Site.Serve] with a handler. There is no limit of the time for a whole request: downloads take long, and
// the handler limits what they may take. Connections without a request are soon closed, so that whoever opens hundreds
// and sends nothing keeps nobody waiting for long.
func serveUntil(ctx context.Context, l net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 5 * time.Second,
		MaxHeaderBytes: 1 << 16}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(netutil.LimitListener(l, maxConnections)); err != http.ErrServerClosed {
		return err
	}
	return nil
}

// A Site is the page with its datasets.
type Site struct {
	folders []*folder
	assets  map[string][]byte
	// These bound how many requests draw or search, download, and ask at the same time. One of those that ask computes.
	drawing, copying, asking chan struct{}
}

// New returns the page for datasets in folders. A folder without a dataset that can
// be shown is an error only if no other is given; else the page says so.
func New(dirs []string) (*Site, error) {
	s := &Site{assets: assets(), drawing: make(chan struct{}, 2), copying: make(chan struct{}, 2),
		asking: make(chan struct{}, 16)}
	var first error
	shown, x := 0, new(explorer)
	for _, dir := range dirs {
		f := &folder{dir: dir, explorer: x}
		s.folders = append(s.folders, f)
		if info, err := os.Stat(dir); (err != nil || !info.IsDir()) && study.IsConfig(dir) {
			of, err := f.study()
			if err == nil {
				f.plan = of.Plan
				_, err = newPuzzle(of) // questions can be asked about its solutions
			}
			if err != nil {
				return nil, err
			}
			shown++
		} else if d := f.current(); d.err == nil {
			shown++
		} else if first == nil {
			first = d.err
		}
	}
	if shown == 0 {
		return nil, first
	}
	return s, nil
}

// The bounds of requests.
const (
	maxConnections = 1024
	maxAddress     = 8192 // bytes
)

// policy is what the page may do. Exports say it in index.html; that no other page may frame it a header alone can say.
const (
	policy   = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
	unframed = "; frame-ancestors 'none'"
)

// handler answers the requests of the page. ours says which values of the header Host are names of this server:
// another one shows that a page of another server has had its name pointed here, to read the answers.
func (s *Site) handler(ours func(host string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy + unframed, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-cache",
		} {
			w.Header().Set(name, value)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // longer answers set their own
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			fail(w, http.StatusMethodNotAllowed, "this server only reads: expected GET or HEAD, got "+strconv.Quote(r.Method))
		case !ours(r.Host):
			fail(w, http.StatusMisdirectedRequest, fmt.Sprintf("this server does not answer to the name %q: use the address that coverstat browse printed", r.Host))
		case len(r.RequestURI) > maxAddress:
			fail(w, http.StatusRequestURITooLong, fmt.Sprintf("an address of %d bytes, expected at most %d", len(r.RequestURI), maxAddress))
		case r.ContentLength != 0:
			fail(w, http.StatusBadRequest, "a request with a body: expected none")
		default:
			s.route(w, r)
		}
	})
}

// route finds what an address means. No part of it becomes a path in the file
// system: it is looked up among names that are known before.
func (s *Site) route(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	if data, ok := s.assets[name]; ok {
		w.Header().Set("Content-Type", typeOf(name))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
		return
	}
	// Other pages may show a link to this one. They have no business with its data,
	// and must not keep it busy.
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		fail(w, http.StatusForbidden, "a page of another server asks for this: only the page of this one may")
		return
	}
	if name == listName {
		if err := serveJSON(w, list(s.folders, true), nil); err != nil {
			fail(w, http.StatusInternalServerError, err.Error())
		}
		return
	}
	number, rest, _ := strings.Cut(strings.TrimPrefix(name, "data/"), "/")
	i, err := strconv.Atoi(number)
	if !strings.HasPrefix(name, "data/") || err != nil || strconv.Itoa(i) != number || i < 0 || i >= len(s.folders) {
		fail(w, http.StatusNotFound, nothing)
		return
	}
	s.data(w, r, s.folders[i], rest)
}

// work is the answer to a request, and the places where it is done: one request in each at a time.
type work struct {
	places chan struct{}
	do     func(w http.ResponseWriter, r *http.Request) error
}

// data answers a request for something of a dataset, or of a config, of which there is only what is asked about all
// solutions.
func (s *Site) data(w http.ResponseWriter, r *http.Request, f *folder, name string) {
	ofSolutions := map[string]work{"puzzle.json": {s.drawing, f.puzzle}, "answer": {s.asking, f.answer},
		"histogram": {s.asking, f.histogram}}
	if x, ok := ofSolutions[name]; ok {
		s.working(w, r, x)
		return
	}
	if f.plan != nil {
		fail(w, http.StatusNotFound, nothing)
		return
	}
	d := f.current()
	if d.err != nil {
		fail(w, http.StatusNotFound, d.err.Error())
		return
	}
	ofRows := map[string]work{"page.json": {s.drawing, d.pageJSON}, "status": {s.drawing, f.status},
		"pictures": {s.drawing, d.pictures}, "solutions": {s.drawing, d.solutions}, "download": {s.copying, d.download}}
	if x, ok := ofRows[name]; ok {
		s.working(w, r, x)
		return
	}
	info, ok := d.files[name]
	if name != export.ManifestName && !ok {
		fail(w, http.StatusNotFound, nothing)
		return
	}
	serveFile(w, r, d.Dir(), name, info)
}

const nothing = "there is nothing at this address"

// status answers how far a run is.
func (f *folder) status(w http.ResponseWriter, _ *http.Request) error {
	status, err := inspect.ReadStatus(f.dir)
	return serveJSON(w, status, err)
}

// pageJSON answers with page.json.
func (d *dataset) pageJSON(w http.ResponseWriter, _ *http.Request) error {
	data, err := d.page()
	return serveText(w, data, err)
}

// serveFile serves a file of a dataset, or ranges of its bytes, unless it is a link that leads out of its folder.
func serveFile(w http.ResponseWriter, r *http.Request, dir, name string, info export.FileInfo) {
	file, size, err := openInside(dir, name)
	if err != nil {
		fail(w, http.StatusNotFound, err.Error())
		return
	}
	defer file.Close()
	if name == export.ManifestName {
		info.Bytes = size
	} else if _, err := hex.DecodeString(info.SHA256); err == nil && info.SHA256 != "" {
		w.Header().Set("ETag", `"`+info.SHA256+`"`)
	}
	if size != info.Bytes {
		fail(w, http.StatusInternalServerError, fmt.Sprintf("%s has %d bytes, expected %d: see coverstat verify", name, size, info.Bytes))
		return
	}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	const slowest = 16 << 10 // bytes in a second
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute + time.Duration(size/slowest)*time.Second))
	http.ServeContent(w, r, "", time.Time{}, file)
}

// openInside opens a regular file of a folder.
func openInside(dir, name string) (*os.File, int64, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, 0, err
	}
	defer root.Close()
	name = filepath.FromSlash(name)
	return files.Regular(name, func(flag int) (*os.File, error) { return root.OpenFile(name, flag, 0) })
}

// working does work as soon as a place is free, and answers with its error, if it returns one.
func (s *Site) working(w http.ResponseWriter, r *http.Request, x work) {
	select {
	case x.places <- struct{}{}:
		defer func() { <-x.places }()
	case <-r.Context().Done():
		return
	}
	defer func() {
		// A dataset that contradicts itself can bring a drawer down, but not the server.
		if p := recover(); p == http.ErrAbortHandler {
			panic(p)
		} else if p != nil {
			fail(w, http.StatusInternalServerError, fmt.Sprintf("this cannot be drawn (%v): see coverstat verify", p))
		}
	}()
	if err := x.do(w, r); err != nil && r.Context().Err() == nil {
		status := http.StatusInternalServerError
		if errors.As(err, new(*enumerate.InputError)) || errors.As(err, new(*enumerate.NoPictureError)) {
			status = http.StatusBadRequest // such as one for pictures that there are not
		}
		fail(w, status, err.Error())
	}
}

func serveJSON(w http.ResponseWriter, v any, err error) error {
	data, err := encode(v, err)
	return serveText(w, data, err)
}

// serveText serves a text in JSON.
func serveText(w http.ResponseWriter, data []byte, err error) error {
	if err == nil {
		w.Header().Set("Content-Type", types[".json"])
		_, err = w.Write(data)
	}
	return err
}

// fail answers with a sentence.
func fail(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	for _, name := range []string{"ETag", "Content-Disposition", "Content-Length"} {
		h.Del(name)
	}
	http.Error(w, text, status)
}

// ours reports whether a header Host is right: the address that is listened on, the
// name it was given by, or a name of the loopback interface if that is listened on. Another name
// was pointed here by somebody who wants to read the answers from another page.
// If all addresses are listened on, any address in digits will do, for nobody can
// point a name of theirs here by it, and so will this computer's own name.
func ours(listened string, address *net.TCPAddr, host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != strconv.Itoa(address.Port) {
		return false
	}
	everywhere := address.IP.IsUnspecified()
	ip := net.ParseIP(name)
	switch {
	case ip != nil && ip.Equal(address.IP), strings.EqualFold(name, listened):
		return true
	case strings.EqualFold(name, "localhost"), ip != nil && ip.IsLoopback():
		return everywhere || address.IP.IsLoopback()
	}
	own, _ := os.Hostname()
	return everywhere && (ip != nil || strings.EqualFold(name, own))
}

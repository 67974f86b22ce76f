package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"strings"

	"coverstat/cmd/internal/browse"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newBrowse() *cobra.Command {
	var o browseOptions
	c := &cobra.Command{
		Use:   "browse DIR...",
		Short: "explore datasets on a page in the browser",
		Long: `browse shows a page in the browser to explore datasets: every measure as a histogram
that filters by a click, and pictures of the rows that match. It prints the address
of the page and serves it until Ctrl-C. It only reads, and only this computer can
reach it, unless --listen names another of its addresses. A run that goes on can be
watched. With --export it writes the page and the datasets into a folder that any
web server can serve, and ends.`,
		Example: "  coverstat browse runs/chessboard\n  coverstat browse runs/* --no-open\n  coverstat browse runs/chessboard --export public",
		Args:    between(1, math.MaxInt, "the folders of one or more datasets"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(c); err != nil {
				return err
			}
			site, err := browse.New(folders(args))
			if err != nil {
				return err
			}
			if o.export != "" {
				return o.write(c, site)
			}
			return o.serve(c, site)
		},
	}
	c.Flags().IntVar(&o.port, "port", 0, "port to listen on (default: one that is free)")
	c.Flags().StringVar(&o.listen, "listen", "", "address of this computer to listen on instead of 127.0.0.1; 0.0.0.0 is all of them. Whoever reaches it can read the datasets")
	c.Flags().StringVar(&o.export, "export", "", "write the page and the datasets into this folder, for any web server; an earlier export there is replaced")
	c.Flags().BoolVar(&o.quiet, "no-open", false, "do not open the browser")
	return c
}

type browseOptions struct {
	port   int
	listen string
	quiet  bool
	export string
}

func (o *browseOptions) check(c *cobra.Command) error {
	switch {
	case o.port < 0 || o.port > 65535 || o.port == 0 && c.Flags().Changed("port"):
		return usageError{fmt.Errorf("--port %d: expected 1 to 65535", o.port)}
	case strings.ContainsAny(o.listen, "/ ") || strings.Contains(o.listen, ":") && net.ParseIP(o.listen) == nil:
		return usageError{fmt.Errorf("--listen %s: expected an address such as 192.168.1.7 or 0.0.0.0; the port goes with --port", o.listen)}
	}
	if o.export != "" && (o.port != 0 || o.listen != "" || o.quiet) {
		return usageError{fmt.Errorf("--export writes files and serves nothing: it cannot be used with --port, --listen or --no-open")}
	}
	return nil
}

// write writes the page as files.
func (o *browseOptions) write(c *cobra.Command, site *browse.Site) error {
	progress.Doing(c.Context(), "writing the page")
	n, bytes, err := site.Export(c.Context(), o.export)
	if err != nil {
		return study.Stopped(c.Context(), err)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s: put them on any web server, or look at them by\n  python3 -m http.server --directory %s\n",
		o.export, enumerate.Plural(n, "file"), enumerate.Bytes(float64(bytes)), quoted(o.export))
	return err
}

// serve serves the page until the context is done.
func (o *browseOptions) serve(c *cobra.Command, site *browse.Site) error {
	address := o.listen
	if address == "" {
		address = "127.0.0.1"
	}
	place := net.JoinHostPort(address, strconv.Itoa(o.port))
	l, err := net.Listen("tcp", place)
	if err != nil {
		return enumerate.Errorf("cannot listen on %s: %v", place, errors.Unwrap(err))
	}
	at := l.Addr().(*net.TCPAddr)
	names := browse.Names{Listened: o.listen, Address: at}
	if !at.IP.IsLoopback() {
		fmt.Fprintf(c.ErrOrStderr(), "coverstat: everyone who reaches %s can read these datasets: there is no password\n", at)
	}
	if _, err := fmt.Fprintln(c.OutOrStdout(), names.URL()); err != nil {
		return err
	}
	if !o.quiet {
		openBrowser(names.URL())
	}
	return browse.Serve(c.Context(), l, site.Handler(names.Ours))
}

// openBrowser opens an address in the browser, where there is one.
func openBrowser(url string) {
	if c := opener(url); c != nil && c.Start() == nil {
		go c.Wait()
	}
}

package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"coverstat/cmd/internal/browse"
	"coverstat/cmd/internal/progress"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"

	"github.com/spf13/cobra"
)

func newBrowse() *cobra.Command {
	port, listen, export, quiet := 0, "127.0.0.1", "", false
	return withFlags(&cobra.Command{
		Use:   "browse DIR|CONFIG...",
		Short: "explore datasets and all solutions of configs on a page in the browser",
		Long: `browse shows a page in the browser to explore datasets: every measure as a histogram
that filters by a click, and pictures of the rows that match. It prints the address
of the page and serves it until Ctrl-C. It only reads, and only this computer can
reach it, unless --listen names another of its addresses. A run that goes on can be
watched. Of a config it shows what all its solutions do if a piece lies here: how often
each piece covers each cell, and uniform draws, under what is given and forbidden by
clicks; so of a dataset whose config has options. With --export it writes the page and
the datasets into a folder that any web server can serve, and ends.`,
		Example:           "  coverstat browse runs/chessboard\n  coverstat browse runs/* --no-open\n  coverstat browse dominoes-8x8\n  coverstat browse runs/chessboard --export public",
		Args:              between(1, math.MaxInt, "the folders of one or more datasets, or configs"),
		ValidArgsFunction: completeDataset,
		RunE: func(c *cobra.Command, args []string) error {
			if strings.ContainsAny(listen, "/ ") || strings.Contains(listen, ":") && net.ParseIP(listen) == nil {
				return usage(
					"--listen %s: expected an address such as 192.168.1.7 or 0.0.0.0; the port goes with --port",
					listen)
			}
			site, err := browse.New(folders(args))
			if err != nil {
				return err
			}
			if export != "" {
				return exportSite(c, site, export)
			}
			return serve(c, site, listen, port, quiet)
		},
	}, []flag{
		{"port", wholeNumber(&port, 1, 65535), "port to listen on (default: one that is free)"},
		{"listen", &listen,
			"address of this computer to listen on; 0.0.0.0 is all of them. Whoever reaches it can read the datasets"},
		{"export", &export,
			"write the page and the datasets into this folder, for any web server; an earlier export there is replaced"},
		{"no-open", &quiet, "do not open the browser"},
	}, excludes{"export", "port", "listen", "no-open"})
}

// exportSite writes the page as files into a folder.
func exportSite(c *cobra.Command, site *browse.Site, folder string) error {
	progress.Doing(c.Context(), "writing the page")
	n, bytes, err := site.Export(c.Context(), folder)
	if err != nil {
		return study.StoppedOr(c.Context(), err)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(),
		"%s: %s, %s: put them on any web server, or look at them by\n  python3 -m http.server --directory %s\n",
		folder, enumerate.Plural(n, "file"), enumerate.Bytes(float64(bytes)), quoted(folder))
	return err
}

// serve serves the page until the context is done.
func serve(c *cobra.Command, site *browse.Site, listen string, port int, quiet bool) error {
	place := net.JoinHostPort(listen, strconv.Itoa(port))
	l, err := net.Listen("tcp", place)
	if err != nil {
		return enumerate.Errorf("cannot listen on %s: %v", place, errors.Unwrap(err))
	}
	at := l.Addr().(*net.TCPAddr)
	url := browse.URL(listen, at)
	if !at.IP.IsLoopback() {
		fmt.Fprintf(c.ErrOrStderr(),
			"coverstat: everyone who reaches %s can read these datasets: there is no password\n", at)
	}
	if err := printLine(c, url, nil); err != nil {
		return err
	}
	if !quiet {
		openBrowser(url)
	}
	return site.Serve(c.Context(), l, listen)
}

// openBrowser opens an address in the browser, unless there is no screen: it might then open a
// browser in this terminal. Ctrl-C must not end a browser that it starts.
func openBrowser(url string) {
	opener := []string{"setsid", "xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open", url}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
	}
	if c := exec.Command(opener[0], opener[1:]...); c.Start() == nil {
		go c.Wait()
	}
}

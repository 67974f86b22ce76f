package browse

import (
	"net"
	"os"
	"strconv"
	"strings"
)

// Names are the names by which a server may be asked. A name that is not among them
// was pointed here by somebody who wants to read the answers from another page.
type Names struct {
	Listened string // what the user wants to listen on
	Address  *net.TCPAddr
}

// URL returns the address of the page.
func (n Names) URL() string {
	host := n.Listened
	if n.Address.IP.IsUnspecified() {
		host, _ = os.Hostname()
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(n.Address.Port)) + "/"
}

// Ours reports whether a header Host is right: the address that is listened on, the
// name it was given by, or a name of the loopback interface if that is listened on.
// If all addresses are listened on, any address in digits will do, for nobody can
// point a name of theirs here by it, and so will this computer's own name.
func (n Names) Ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != strconv.Itoa(n.Address.Port) {
		return false
	}
	everywhere := n.Address.IP.IsUnspecified()
	ip := net.ParseIP(name)
	switch {
	case ip != nil && ip.Equal(n.Address.IP), strings.EqualFold(name, n.Listened):
		return true
	case strings.EqualFold(name, "localhost"), ip != nil && ip.IsLoopback():
		return everywhere || n.Address.IP.IsLoopback()
	}
	own, _ := os.Hostname()
	return everywhere && (ip != nil || strings.EqualFold(name, own))
}

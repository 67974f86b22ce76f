// Package filestest has a file system in memory for tests: it can fail, fill up
// and lose power at any operation. No program imports this package.
package filestest

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"coverstat/export/files"
)

// Mem is a file system in memory that behaves like a disk that loses power.
// After [Mem.Crash], contents that were not synced may be lost, and so may
// changes of names in a folder since the folder was synced.
//
// It promises what journaling file systems usually promise, and no more. The
// names of a folder change in order: a crash keeps some of the changes since the
// last sync, from the first one on; a rename is one change. Of a file, the
// contents at the last sync are kept, and any number of the bytes written after.
type Mem struct {
	// Before, if set, is called before every operation that changes anything,
	// with the name of the operation ("create", "append", "write", "sync",
	// "rename", "remove", "mkdir", "syncdir") and of the file. An error stops
	// the operation; a write then writes half of its bytes. It is called for one operation at a time.
	Before func(op, name string) error
	// Capacity, if above 0, is the size of the disk in bytes. A write beyond it
	// writes what fits and fails with ENOSPC.
	Capacity int64

	asking  sync.Mutex // around Before
	mu      sync.Mutex
	names   map[string]*node
	durable map[string]*node
	changes map[string][]change // by folder, since it was synced
	locks   map[string]bool
}

// node is a file or folder.
type node struct {
	dir    bool
	data   []byte
	synced []byte // a prefix of some earlier data; shares its memory
}

// change is one change of a folder: the nodes that names have after it, nil for
// names that are gone.
type change map[string]*node

// NewMem returns an empty file system with the root folder.
func NewMem() *Mem {
	root := &node{dir: true}
	return &Mem{
		names:   map[string]*node{"/": root},
		durable: map[string]*node{"/": root},
		changes: map[string][]change{},
		locks:   map[string]bool{},
	}
}

// Crash returns the file system as it is after a loss of power. With a
// generator, a random part of what was not synced has survived; with nil,
// nothing.
func (m *Mem) Crash(r *rand.Rand) *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := map[string]*node{}
	for name, n := range m.durable {
		names[name] = n
	}
	for _, dir := range sortedKeys(m.changes) {
		keep := 0
		if r != nil {
			keep = r.IntN(len(m.changes[dir]) + 1)
		}
		for _, c := range m.changes[dir][:keep] {
			apply(names, c)
		}
	}
	after := NewMem()
	after.Capacity = m.Capacity
	copies := map[*node]*node{}
	for _, name := range sortedKeys(names) {
		n := names[name]
		if name == "/" || !reachable(names, name) {
			continue
		}
		c, ok := copies[n]
		if !ok {
			data := n.synced
			if extra := len(n.data) - len(n.synced); r != nil && extra > 0 {
				data = n.data[:len(n.synced)+r.IntN(extra+1)]
			}
			data = slices.Clone(data)
			c = &node{dir: n.dir, data: data, synced: data}
			copies[n] = c
		}
		after.names[name], after.durable[name] = c, c
	}
	return after
}

func reachable(names map[string]*node, name string) bool {
	for name != "/" {
		name = filepath.Dir(name)
		if n := names[name]; n == nil || !n.dir {
			return false
		}
	}
	return true
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func apply(names map[string]*node, c change) {
	for name, n := range c {
		if n == nil {
			delete(names, name)
		} else {
			names[name] = n
		}
	}
}

// Damage flips a bit of a file on the disk.
func (m *Mem) Damage(name string, offset int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.names[filepath.Clean(name)]
	n.data = slices.Clone(n.data)
	n.data[offset] ^= 1
	n.synced = n.data[:len(n.synced):len(n.synced)]
}

// Used returns the number of bytes in all files.
func (m *Mem) Used() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used()
}

func (m *Mem) used() int64 {
	var sum int64
	for _, n := range m.names {
		sum += int64(len(n.data))
	}
	return sum
}

func (m *Mem) before(op, name string) error {
	if m.Before == nil {
		return nil
	}
	m.asking.Lock()
	defer m.asking.Unlock()
	if err := m.Before(op, name); err != nil {
		return &fs.PathError{Op: op, Path: name, Err: err}
	}
	return nil
}

// find returns the node of a name; the caller holds the mutex.
func (m *Mem) find(op, name string) (*node, error) {
	n := m.names[name]
	if n == nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

// change records and makes a change of a folder; the caller holds the mutex.
func (m *Mem) change(dir string, c change) {
	apply(m.names, c)
	m.changes[dir] = append(m.changes[dir], c)
}

func (m *Mem) openToWrite(op, name string, truncate bool) (files.File, error) {
	name = filepath.Clean(name)
	if err := m.before(op, name); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find(op, filepath.Dir(name)); err != nil {
		return nil, err
	}
	n := m.names[name]
	switch {
	case n == nil:
		n = &node{}
		m.change(filepath.Dir(name), change{name: n})
	case n.dir:
		return nil, &fs.PathError{Op: op, Path: name, Err: syscall.EISDIR}
	case truncate:
		n.data = nil // synced still has what a crash may bring back
	}
	return &memFile{m: m, name: name, node: n}, nil
}

// Create implements [files.FS].
func (m *Mem) Create(name string) (files.File, error) { return m.openToWrite("create", name, true) }

// Append implements [files.FS].
func (m *Mem) Append(name string) (files.File, error) { return m.openToWrite("append", name, false) }

// Open implements [files.FS].
func (m *Mem) Open(name string) (files.Source, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("open", filepath.Clean(name))
	if err != nil {
		return nil, err
	}
	if n.dir {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EISDIR}
	}
	return memSource{strings.NewReader(string(n.data))}, nil
}

// Rename implements [files.FS].
func (m *Mem) Rename(from, to string) error {
	from, to = filepath.Clean(from), filepath.Clean(to)
	if err := m.before("rename", to); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("rename", from)
	if err != nil {
		return err
	}
	if filepath.Dir(from) != filepath.Dir(to) || n.dir {
		panic("filestest: Mem renames files within a folder only")
	}
	m.change(filepath.Dir(to), change{from: nil, to: n})
	return nil
}

// Remove implements [files.FS].
func (m *Mem) Remove(name string) error {
	name = filepath.Clean(name)
	if err := m.before("remove", name); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n, err := m.find("remove", name)
	if err != nil {
		return err
	}
	for other := range m.names {
		if n.dir && filepath.Dir(other) == name {
			return &fs.PathError{Op: "remove", Path: name, Err: syscall.ENOTEMPTY}
		}
	}
	m.change(filepath.Dir(name), change{name: nil})
	return nil
}

// MkdirAll implements [files.FS].
func (m *Mem) MkdirAll(dir string) error {
	dir = filepath.Clean(dir)
	m.mu.Lock()
	n := m.names[dir]
	m.mu.Unlock()
	if n != nil {
		if !n.dir {
			return &fs.PathError{Op: "mkdir", Path: dir, Err: syscall.ENOTDIR}
		}
		return nil
	}
	if err := m.MkdirAll(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := m.before("mkdir", dir); err != nil {
		return err
	}
	m.mu.Lock()
	m.change(filepath.Dir(dir), change{dir: &node{dir: true}})
	m.mu.Unlock()
	return m.SyncDir(filepath.Dir(dir))
}

// SyncDir implements [files.FS].
func (m *Mem) SyncDir(dir string) error {
	dir = filepath.Clean(dir)
	if err := m.before("syncdir", dir); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find("syncdir", dir); err != nil {
		return err
	}
	for _, c := range m.changes[dir] {
		apply(m.durable, c)
	}
	delete(m.changes, dir)
	return nil
}

// ReadDir implements [files.FS].
func (m *Mem) ReadDir(dir string) ([]fs.DirEntry, error) {
	dir = filepath.Clean(dir)
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find("readdir", dir); err != nil {
		return nil, err
	}
	var entries []fs.DirEntry
	for _, name := range sortedKeys(m.names) {
		if n := m.names[name]; name != "/" && filepath.Dir(name) == dir {
			entries = append(entries, fs.FileInfoToDirEntry(entry{filepath.Base(name), n.dir, int64(len(n.data))}))
		}
	}
	return entries, nil
}

// entry is a name in a folder.
type entry struct {
	name string
	dir  bool
	size int64
}

func (e entry) Name() string       { return e.name }
func (e entry) Size() int64        { return e.size }
func (e entry) IsDir() bool        { return e.dir }
func (e entry) ModTime() time.Time { return time.Time{} }
func (e entry) Sys() any           { return nil }
func (e entry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir
	}
	return 0
}

// Lock implements [files.FS].
func (m *Mem) Lock(name string) (io.Closer, error) {
	name = filepath.Clean(name)
	m.mu.Lock()
	held := m.locks[name]
	if !held {
		m.locks[name] = true
	}
	m.mu.Unlock()
	if held {
		return nil, &files.LockedError{Name: name}
	}
	f, err := m.Append(name)
	if err != nil {
		m.unlock(name)
		return nil, err
	}
	f.Close()
	return memLock{m, name}, nil
}

// Locked implements [files.FS].
func (m *Mem) Locked(name string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.locks[filepath.Clean(name)], nil
}

func (m *Mem) unlock(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.locks, name)
}

type memLock struct {
	m    *Mem
	name string
}

func (l memLock) Close() error {
	l.m.unlock(l.name)
	return nil
}

type memSource struct{ *strings.Reader }

func (memSource) Close() error { return nil }

type memFile struct {
	m      *Mem
	name   string
	node   *node
	closed bool
}

func (f *memFile) Write(p []byte) (int, error) {
	if f.closed {
		return 0, fmt.Errorf("write %s: %w", f.name, fs.ErrClosed)
	}
	failed := f.m.before("write", f.name)
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	n := len(p)
	if failed != nil {
		n /= 2
	} else if c := f.m.Capacity; c > 0 && f.m.used()+int64(n) > c {
		n = int(max(0, c-f.m.used()))
		failed = &fs.PathError{Op: "write", Path: f.name, Err: syscall.ENOSPC}
	}
	f.node.data = append(f.node.data, p[:n]...)
	return n, failed
}

func (f *memFile) Sync() error {
	if err := f.m.before("sync", f.name); err != nil {
		return err
	}
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	f.node.synced = f.node.data[:len(f.node.data):len(f.node.data)]
	return nil
}

func (f *memFile) Close() error {
	f.closed = true
	return nil
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// rivals are folders of programs that count the tilings of ROWS x COLS squares by all polyominoes of CELLS squares
// (arguments CELLS ROWS COLS). What they print begins with the number, modulo 2^64.
var rivals = []string{"mirror", "parted"}

// A board is what the rivals count.
type board struct {
	name, pieces      string // pieces as a config has them
	cells, rows, cols int    // of a piece; of the board, whose shorter side is cols
}

func (b board) String() string { return fmt.Sprintf("%s-%dx%d", b.name, b.rows, b.cols) }

var boards = []board{
	{"dominoes", "name: I2", 2, 8, 8}, {"dominoes", "name: I2", 2, 12, 12}, {"dominoes", "name: I2", 2, 20, 20},
	{"trominoes", "set: trominoes", 3, 9, 9}, {"trominoes", "set: trominoes", 3, 12, 12},
	{"tetrominoes", "set: tetrominoes", 4, 8, 8}, {"tetrominoes", "set: tetrominoes", 4, 10, 8},
	{"tetrominoes", "set: tetrominoes", 4, 10, 10},
	{"pentominoes", "set: pentominoes", 5, 10, 6}, {"pentominoes", "set: pentominoes", 5, 10, 8},
}

// races times whole processes of `coverstat count` and of the rivals in the folder from, in turn, and prints the least
// user and system time of each. All must print the same number.
func races(w io.Writer, from string, count int, matches func(name string) bool) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs := append([]string{"coverstat"}, rivals...)
	for i, name := range programs {
		c := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(dir, name), "coverstat/cmd/coverstat")
		if i > 0 {
			c.Dir = filepath.Join(from, name)
			c.Args[len(c.Args)-1] = "."
		}
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", name, err, out)
		}
	}
	fmt.Fprintln(w, "board\tprogram\tms\tcoverstat = 1\t")
	for _, b := range boards {
		if !matches(b.String()) {
			continue
		}
		least, err := race(dir, b, programs, count)
		if err != nil {
			return fmt.Errorf("%v: %w", b, err)
		}
		for i, name := range programs {
			fmt.Fprintf(w, "%v\t%s\t%.1f\t%.3g\t\n", b, name, least[i].Seconds()*1000,
				least[0].Seconds()/least[i].Seconds())
		}
	}
	return nil
}

// race returns the least time of each program, the first of which is coverstat.
func race(dir string, b board, programs []string, count int) ([]time.Duration, error) {
	config := filepath.Join(dir, b.String()+".yaml")
	const form = "name: %v\nfamily: polyomino\njob: census\n" +
		"puzzle:\n  board: {rows: %d, cols: %d}\n  pieces: [{%s, count: any}]\n"
	text := fmt.Sprintf(form, b, b.rows, b.cols, b.pieces)
	if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
		return nil, err
	}
	least := make([]time.Duration, len(programs))
	var total string
	for range count {
		for i, name := range programs {
			c := exec.Command(filepath.Join(dir, name), strconv.Itoa(b.cells), strconv.Itoa(b.rows),
				strconv.Itoa(b.cols))
			read := firstWord
			if i == 0 {
				c.Args = []string{c.Path, "count", config, "--workers", "1", "--json"}
				read = rawModulo
			}
			c.Env = append(os.Environ(), "GOMAXPROCS=1")
			var messages strings.Builder
			c.Stderr = &messages
			out, err := c.Output()
			if err != nil {
				return nil, fmt.Errorf("%s: %w\n%s", name, err, &messages)
			}
			n, err := read(out)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if total == "" {
				total = n
			}
			if n != total {
				return nil, fmt.Errorf("%s counts %s modulo 2^64: expected %s, as coverstat does", name, n, total)
			}
			used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			if least[i] == 0 || used < least[i] {
				least[i] = used
			}
		}
	}
	return least, nil
}

func firstWord(out []byte) (string, error) {
	word, _, _ := strings.Cut(string(bytes.TrimSpace(out)), " ")
	return word, nil
}

// rawModulo reads the number of solutions from the JSON of `coverstat count`.
func rawModulo(out []byte) (string, error) {
	var answer struct {
		Raw json.RawMessage `json:"raw"` // a number, or a string of digits
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return "", err
	}
	n, ok := new(big.Int).SetString(strings.Trim(string(answer.Raw), `"`), 10)
	if !ok {
		return "", fmt.Errorf("raw is %s: expected a number", answer.Raw)
	}
	return n.Mod(n, new(big.Int).Lsh(big.NewInt(1), 64)).String(), nil
}

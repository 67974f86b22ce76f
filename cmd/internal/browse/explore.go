package browse

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/cmd/internal/explore"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/configs"
	"coverstat/enumerate"
	"coverstat/export/findings"
	"coverstat/export/picture"
)

// An explorer answers questions about all solutions of one puzzle at a time. Only the newest question computes: it stops
// the one before.
type explorer struct {
	computing sync.Mutex // guards what is below
	of        *folder
	session   *explore.Session // nil before the first question about the folder

	newest atomic.Pointer[atomic.Bool] // stops the newest question
}

// ask answers a question about a folder; nil if a newer one came, or if nobody waits for the answer any more.
func (x *explorer) ask(ctx context.Context, f *folder, q *explore.Question) (*explore.Answer, error) {
	stop := new(atomic.Bool)
	if before := x.newest.Swap(stop); before != nil {
		before.Store(true)
	}
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	x.computing.Lock()
	defer x.computing.Unlock()
	if stop.Load() {
		return nil, nil
	}
	if x.of != f || x.session == nil {
		x.of, x.session = f, nil
		s, err := f.study()
		if err != nil {
			return nil, err
		}
		if x.session, err = explore.New(s, stop); err != nil || x.session == nil {
			return nil, err
		}
	}
	a, err := x.session.Ask(q, stop)
	if stop.Load() {
		return nil, err
	}
	return a, err
}

// isConfig reports whether the page is to show a config: a YAML file, or a shipped one if no folder has its name.
func isConfig(name string) bool {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return false
	}
	ext := filepath.Ext(name)
	return ext == ".yaml" || ext == ".yml" || slices.ContainsFunc(configs.Shipped(), func(r configs.Run) bool { return r.Name == name })
}

// study returns the puzzle of a config, or of a dataset, to count its solutions.
func (f *folder) study() (*study.Study, error) { return explore.Open(f.dir, nil) }

// puzzle is what the page needs to ask about solutions.
type puzzle struct {
	Picture *boardPicture   `json:"picture"`
	Pieces  []piece         `json:"pieces"`
	Options json.RawMessage `json:"options"` // the rows of tables/options
	Board   string          `json:"board"`   // the picture of the board, as configs write it
	Config  string          `json:"config"`  // as YAML
}

func newPuzzle(s *study.Study) (*puzzle, error) {
	options, err := s.Options()
	if err != nil {
		return nil, err
	}
	painter, drawer, err := show.NewSolutionPainter(s, picture.Style{})
	if err != nil {
		return nil, err
	}
	a := &artist{drawer, painter}
	p := &puzzle{Picture: a.board(s.Job.Columns()), Pieces: a.pieces()}
	if p.Picture.Cells == nil || p.Picture.Template == nil || p.Picture.Template.Options == nil {
		return nil, &enumerate.NoPictureError{Reason: "these solutions are no pieces on a board: coverstat explore answers questions about them"}
	}
	for _, fact := range s.Job.Facts() {
		if fact.Key == "board" {
			p.Board, _ = fact.Value.(string)
		}
	}
	if p.Config, err = findings.YAML(s.Plan.Canonical()); err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := show.Table(&text, options, "json"); err != nil {
		return nil, err
	}
	p.Options = json.RawMessage(text.String())
	return p, nil
}

// answer answers a question about all solutions.
func (s *Site) answer(w http.ResponseWriter, r *http.Request, f *folder) error {
	query := r.URL.Query()
	given, err := optionsOf(query, "given")
	if err != nil {
		return err
	}
	forbidden, err := optionsOf(query, "forbid")
	if err != nil {
		return err
	}
	seed, err := numberOf(query, "seed", 1, 0, 1<<53)
	if err != nil {
		return err
	}
	a, err := s.explorer.ask(r.Context(), f, &explore.Question{Given: given, Forbid: forbidden, Uses: true, Draws: 1, Seed: uint64(seed)})
	if err == nil && a == nil {
		err = enumerate.Errorf("a newer question came: this one has no answer")
	}
	return serveJSON(w, a, err)
}

// optionsOf reads a list of option numbers.
func optionsOf(query url.Values, key string) (list []enumerate.OptionID, err error) {
	if query.Get(key) == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(query.Get(key), ",") {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return nil, enumerate.Errorf("%s %q: expected numbers of options", key, word)
		}
		list = append(list, enumerate.OptionID(n))
	}
	return list, nil
}

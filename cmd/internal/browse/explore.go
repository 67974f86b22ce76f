package browse

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"coverstat/cmd/internal/explore"
	"coverstat/cmd/internal/show"
	"coverstat/cmd/internal/study"
	"coverstat/enumerate"
	"coverstat/export/picture"
)

// An explorer answers questions about all solutions of one puzzle at a time. Only the newest question computes: it
// stops the one before.
type explorer struct {
	computing sync.Mutex // guards what is below
	of        *folder
	session   *explore.Session // nil before the first question about the folder

	newest atomic.Pointer[context.CancelFunc] // stops the newest question
}

// errOlder is the answer to a question that was stopped.
var errOlder = enumerate.Errorf("a newer question came: this one has no answer")

// ask lets a question about a folder compute. It returns [errOlder] if a newer one came, or if nobody waits for the
// answer any more: then the context of answer is done, and stop is set.
func (x *explorer) ask(ctx context.Context, f *folder,
	answer func(ctx context.Context, s *explore.Session, stop *atomic.Bool) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if before := x.newest.Swap(&cancel); before != nil {
		(*before)()
	}
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	x.computing.Lock()
	defer x.computing.Unlock()
	if ctx.Err() != nil {
		return errOlder
	}
	if x.of != f || x.session == nil {
		x.of, x.session = f, nil
		s, err := f.study()
		if err == nil {
			x.session, err = explore.New(s, stop)
		}
		if err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return errOlder
	}
	err := answer(ctx, x.session, stop)
	if ctx.Err() != nil {
		return errOlder
	}
	return err
}

// study returns the puzzle of a config, or of a dataset, to count its solutions.
func (f *folder) study() (*study.Study, error) { return explore.Open(f.dir, nil) }

// puzzle is what the page needs to ask about solutions.
type puzzle struct {
	Picture  *boardPicture   `json:"picture"`
	Pieces   []piece         `json:"pieces"`
	Options  json.RawMessage `json:"options"`  // the rows of tables/options
	Board    string          `json:"board"`    // the picture of the board, as configs write it
	Measures []string        `json:"measures"` // that the config has
}

// puzzle answers with what questions about all solutions are asked of.
func (f *folder) puzzle(w http.ResponseWriter, _ *http.Request) error {
	s, err := f.study()
	if err != nil {
		return err
	}
	p, err := newPuzzle(s)
	return serveJSON(w, p, err)
}

func newPuzzle(s *study.Study) (*puzzle, error) {
	options, err := s.Options()
	if err != nil {
		return nil, err
	}
	painter, drawer, err := show.NewPainter(s, nil, picture.Style{})
	if err != nil {
		return nil, err
	}
	board, err := explore.Board(s)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := show.Table(&text, options, "json"); err != nil {
		return nil, err
	}
	a := &artist{drawer, painter}
	return &puzzle{Picture: a.board(s.Job.Columns), Pieces: a.pieces(), Board: board, Measures: s.Plan.Measures,
		Options: json.RawMessage(text.String())}, nil
}

// An answer is what explore answers, and the lines of a config with the same solutions.
type answer struct {
	*explore.Answer
	YAML string `json:"yaml"`
}

// answer answers a question about all solutions.
func (f *folder) answer(w http.ResponseWriter, r *http.Request) error {
	q, err := questionOf(r.URL.Query())
	if err != nil {
		return err
	}
	var a answer
	err = f.explorer.ask(r.Context(), f, func(_ context.Context, s *explore.Session, stop *atomic.Bool) (err error) {
		if a.Answer, err = s.Ask(q, stop); err == nil {
			a.YAML, err = s.YAML(q)
		}
		return err
	})
	return serveJSON(w, a, err)
}

// histogram counts the solutions of a question by a measure.
func (f *folder) histogram(w http.ResponseWriter, r *http.Request) error {
	q, err := questionOf(r.URL.Query())
	if err != nil {
		return err
	}
	var bars []explore.Bar
	err = f.explorer.ask(r.Context(), f, func(ctx context.Context, s *explore.Session, _ *atomic.Bool) (err error) {
		bars, err = s.Histogram(ctx, q, r.URL.Query().Get("measure"))
		return err
	})
	return serveJSON(w, bars, err)
}

func questionOf(query url.Values) (*explore.Question, error) {
	given, err := optionsOf(query, "given")
	if err != nil {
		return nil, err
	}
	forbidden, err := optionsOf(query, "forbid")
	if err != nil {
		return nil, err
	}
	seed, err := numberOf(query, "seed", 1, 0, 1<<53)
	return &explore.Question{Given: given, Forbid: forbidden, Uses: true, Draws: 1, Seed: uint64(seed)}, err
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

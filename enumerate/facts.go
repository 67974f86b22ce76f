package enumerate

import "fmt"

// A Fact is one line of a job's description: Text for people; Key and Value,
// any value that encodes as JSON, for programs that read `check --json` or a manifest.
type Fact struct {
	Key   string `json:"key"`
	Text  string `json:"text"`
	Value any    `json:"value,omitempty"`
}

// A Subject is what a fact is about.
type Subject uint8

// The subjects.
const (
	AboutSearch    Subject = iota // how solutions are searched, and all that is no other subject
	AboutJob                      // what kind of job it is
	AboutBoard                    // where pieces lie, or digits stand
	AboutInstances                // the pieces, or the instances of a survey
	AboutCover                    // the exact cover behind a puzzle
	AboutTasks                    // how a search is made shorter and cut
	AboutSampler                  // how solutions are drawn
	AboutMissing                  // what a run has left out
)

// subjects has the keys of all facts but those about the search.
var subjects = map[string]Subject{
	"job":   AboutJob,
	"board": AboutBoard, "box": AboutBoard,
	"pieces": AboutInstances, "instances": AboutInstances,
	"items": AboutCover, "options": AboutCover, "group_order": AboutCover, "set_group_order": AboutCover,
	"no_images": AboutCover,
	"reduction": AboutTasks, "not": AboutTasks, "tasks": AboutTasks,
	"sampler":        AboutSampler,
	"no_by_symmetry": AboutMissing, "no_joint": AboutMissing,
}

// Subject returns what the fact is about.
func (f Fact) Subject() Subject { return subjects[f.Key] }

// A Description is what packages ask of the facts of a job, or of a manifest.
type Description struct {
	// Symmetric reports whether some symmetry makes rows equal, or nobody has looked for one.
	Symmetric bool
	// Impossible is the fact that there is no solution; nil if that is not known without a search.
	Impossible *Fact
	Required   []string // conditions on solutions
	Board      string   // the picture of the board where pieces lie, as configs write it; "" if there is none
}

// Describe returns what facts say.
func Describe(facts []Fact) Description {
	d := Description{}
	order := "" // of the group that acts on rows
	for i, f := range facts {
		switch f.Key {
		case "group_order":
			if order == "" {
				order = fmt.Sprint(f.Value)
			}
		case "set_group_order": // the instances are sets
			order = fmt.Sprint(f.Value)
		case "impossible":
			d.Impossible = &facts[i]
		case "board":
			d.Board, _ = f.Value.(string) // of regions it is the number of cells
		case "require":
			d.Required = append(d.Required, fmt.Sprint(f.Value))
		}
	}
	d.Symmetric = order != "1"
	return d
}

package exact

import (
	"fmt"
	"strconv"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

const maxImages = 4_000_000 // rows of the table of images

// imageCount is the number of rows of the table of images, which may be beyond any integer; 0 if
// there is only the identity.
func (x *Instance) imageCount() float64 {
	if x.Group.Order() == 1 {
		return 0
	}
	return float64(x.Problem.Options()) * float64(x.Group.Order())
}

// AllTables returns the dimension tables, with that of symmetries where these have names, and that
// of images where there is a table of options and the group is neither trivial nor too large.
func (x *Instance) AllTables() ([]enumerate.Table, error) {
	tables, err := x.Tables()
	if named, err := symmetry.NewSubgroups(x.Group); err == nil {
		tables = append(tables, named.Table())
	}
	n := x.imageCount()
	if err != nil || n == 0 || n > maxImages {
		return tables, err
	}
	for _, t := range tables {
		if t.Name == enumerate.OptionsTable {
			return append(tables, enumerate.Table{Name: enumerate.ImagesTable, Rows: x.images()}), nil
		}
	}
	return tables, nil
}

// images lists the image of each option under each symmetry.
func (x *Instance) images() *enumerate.Batch {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "option", Type: enumerate.Int32, Meaning: "number of the option (tables/options)"},
		{Name: "symmetry", Type: enumerate.Int32, Meaning: "which symmetry of the puzzle, from 0, the identity"},
		{Name: "image", Type: enumerate.Int32, Meaning: "number of the option that this symmetry makes of it"},
	})
	for o := range enumerate.OptionID(x.Problem.Options()) {
		for k := range x.Group.Order() {
			b.AppendInt32(0, int32(o))
			b.AppendInt32(1, int32(k))
			b.AppendInt32(2, int32(x.Group.Image(k, o)))
		}
	}
	return b
}

// imagesFacts says that a table of images would be too large.
func (x *Instance) imagesFacts() []enumerate.Fact {
	if n := x.imageCount(); n > maxImages {
		return []enumerate.Fact{{Key: "no_images", Value: x.Group.Order(),
			Text: fmt.Sprintf("no tables/images: %s symmetries of %s options are too many", enumerate.GroupDigits(strconv.Itoa(x.Group.Order())), enumerate.GroupDigits(strconv.Itoa(x.Problem.Options())))}}
	}
	return nil
}

package exactcover

import (
	"fmt"
	"slices"
	"strings"

	"coverstat/enumerate"
	"coverstat/enumerate/symmetry"
)

// A restriction says which options all solutions have, and which none has.
type restriction struct {
	given, forbidden []enumerate.OptionID
	// left are the options that remain: the given ones, and those that are neither forbidden nor in conflict with one.
	left    []enumerate.OptionID
	problem *enumerate.Problem // of these
}

// restriction finds the options that a config gives and forbids.
func (f *file) restriction(given, forbid []string) (r *restriction, err error) {
	r = &restriction{}
	if r.given, err = f.find(given, "puzzle.given"); err != nil {
		return nil, err
	}
	if r.forbidden, err = f.find(forbid, "puzzle.forbid"); err != nil {
		return nil, err
	}
	for i, o := range r.given {
		key := fmt.Sprintf("puzzle.given.%d", i)
		if slices.Contains(r.forbidden, o) {
			return nil, enumerate.KeyErrorf(key, "given: the option %q is forbidden, too", f.options[o])
		}
		if slices.Contains(r.given[:i], o) {
			return nil, enumerate.KeyErrorf(key, "given: the option %q is there twice", f.options[o])
		}
		if item, ok := f.taken(r.given[:i], o); ok {
			return nil, enumerate.KeyErrorf(fmt.Sprintf("puzzle.given.%d", i),
				"given: the option %q and those before it contain the item %s more often than a solution may",
				f.options[o], f.problem.Item(item).Name)
		}
	}
	for o := range enumerate.OptionID(f.problem.Options()) {
		if _, conflict := f.taken(r.given, o); slices.Contains(r.given, o) ||
			!conflict && !slices.Contains(r.forbidden, o) {
			r.left = append(r.left, o)
		}
	}
	r.problem, err = f.restricted(r)
	return r, err
}

// find returns the options that are written as their items, in any order.
func (f *file) find(written []string, key string) (found []enumerate.OptionID, err error) {
	words := func(text string) []string { return slices.Sorted(slices.Values(strings.Fields(text))) }
	for i, text := range written {
		at, want := fmt.Sprintf("%s.%d", key, i), words(text)
		var fitting []enumerate.OptionID
		for o, option := range f.options {
			if len(option) >= len(want) && slices.Equal(words(option), want) {
				fitting = append(fitting, enumerate.OptionID(o))
			}
		}
		if len(fitting) != 1 {
			return nil, enumerate.KeyErrorf(at,
				"%d options have just the items %q: expected those of one option, as in the file", len(fitting), text)
		}
		found = append(found, fitting[0])
	}
	return found, nil
}

// taken reports whether some chosen options leave no room for another one, and an item that has none.
func (f *file) taken(chosen []enumerate.OptionID, o enumerate.OptionID) (enumerate.Item, bool) {
	for _, m := range f.problem.Option(o) {
		times := int32(0)
		for _, c := range chosen {
			for _, other := range f.problem.Option(c) {
				if other.Item == m.Item && (m.Colour == 0 || other.Colour != m.Colour) {
					times++
				}
			}
		}
		if times >= f.problem.Item(m.Item).Max {
			return m.Item, true
		}
	}
	return 0, false
}

// copied returns the problem with some of its options and with further items, each in a list of options.
func (f *file) copied(options []enumerate.OptionID, items []enumerate.ItemInfo,
	lists [][]enumerate.OptionID) (*enumerate.Problem, error) {
	var b enumerate.ProblemBuilder
	for i := range f.problem.Items() {
		b.AddItem(f.problem.Item(enumerate.Item(i)))
	}
	var further []enumerate.Item
	for _, info := range items {
		further = append(further, b.AddItem(info))
	}
	for _, o := range options {
		members := slices.Clone(f.problem.Option(o))
		for k, item := range further {
			if slices.Contains(lists[k], o) {
				members = append(members, enumerate.Member{Item: item})
			}
		}
		b.AddOption(members...)
	}
	return b.Build()
}

// restricted returns the problem with the options that are left. A given option that contains no item which must be
// covered exactly once is not forced by that: then there is one item more, which just the given options contain.
func (f *file) restricted(r *restriction) (*enumerate.Problem, error) {
	var more []enumerate.ItemInfo
	if slices.ContainsFunc(r.given, func(o enumerate.OptionID) bool {
		return !slices.ContainsFunc(f.problem.Option(o),
			func(m enumerate.Member) bool { return f.problem.Item(m.Item).Primary() })
	}) {
		name := "given"
		for _, taken := f.items[name]; taken; _, taken = f.items[name] {
			name += "_"
		}
		more = []enumerate.ItemInfo{{Name: name, Min: int32(len(r.given)), Max: int32(len(r.given))}}
	}
	return f.copied(r.left, more, [][]enumerate.OptionID{r.given})
}

// marked returns the problem with all options, in which just the symmetries that map the given options onto themselves,
// and the forbidden ones, map options to options.
func (f *file) marked(r *restriction) (*enumerate.Problem, error) {
	if len(r.given)+len(r.forbidden) == 0 {
		return f.problem, nil
	}
	var all []enumerate.OptionID
	for o := range enumerate.OptionID(f.problem.Options()) {
		all = append(all, o)
	}
	// The marks have different bounds, so that no symmetry exchanges them.
	return f.copied(all, []enumerate.ItemInfo{{Max: int32(2 * len(r.given))}, {Max: int32(2*len(r.forbidden) + 1)}},
		[][]enumerate.OptionID{r.given, r.forbidden})
}

// restrict takes over a restriction. It returns those symmetries of a group that keep what is given and forbidden.
func (f *file) restrict(r *restriction, group *symmetry.Group) (*symmetry.Group, error) {
	group, err := group.Keeping(r.problem, r.given, r.forbidden)
	f.problem, f.options = r.problem, f.texts(r.left)
	return group, err
}

// texts are options as they are written.
func (f *file) texts(options []enumerate.OptionID) (texts []string) {
	for _, o := range options {
		texts = append(texts, f.options[o])
	}
	return texts
}

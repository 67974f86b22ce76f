package produce

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// maxReplaced bounds the bytes of a file in which WriteFile looks for its mark.
const maxReplaced = 1 << 30

// WriteSealed is [WriteFile] for texts that people go on writing: a digest of the text behind
// the mark tells whether one was changed since, and then it is not replaced.
func WriteSealed(name string, data []byte, mark string) error {
	seal := func(before, after []byte) []byte {
		return fmt.Appendf(nil, " %.8x", sha256.Sum256(slices.Concat(before, after)))
	}
	if old, err := files.ReadFile(files.OS(), name, maxReplaced); err == nil {
		before, after, ours := bytes.Cut(old, []byte(mark))
		n := min(len(after), len(seal(nil, nil)))
		if ours && !bytes.Equal(after[:n], seal(before, after[n:])) {
			return enumerate.Errorf(
				"%s was changed since this command has written it: expected another name, or move the file away", name)
		}
	}
	before, after, _ := bytes.Cut(data, []byte(mark))
	return WriteFile(name, slices.Concat(before, []byte(mark), seal(before, after), after), mark)
}

// WriteFile writes a file that the user asked a command for. It replaces an empty file, and
// one that has the mark, which stands in all files of this kind that the program writes;
// with mark "" it replaces none. So a wrong name destroys nothing.
func WriteFile(name string, data []byte, mark string) error {
	err := MayReplace(name, mark)
	if err == nil {
		err = files.WriteAtomic(files.OS(), name, data)
	}
	if unwritable(err) {
		return enumerate.Errorf("%s cannot be written: %v", name, err)
	}
	return err
}

// MayReplace returns an error if WriteFile would not write the file, because another is in
// its place.
func MayReplace(name, mark string) error {
	if err := replaceable(name, mark); err != nil {
		return err
	}
	return replaceable(name+files.Temporary, mark)
}

func replaceable(name, mark string) error {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return enumerate.Errorf(
			"%s is a folder, a link or another file that is not regular: expected the name of a new file",
			name)
	case info.Size() == 0:
		return nil
	}
	old, err := files.ReadFile(files.OS(), name, maxReplaced)
	if err != nil {
		return err
	}
	if mark == "" || !bytes.Contains(old, []byte(mark)) {
		return enumerate.Errorf(
			"%s exists, and this command has not written it: expected another name, or move the file away", name)
	}
	return nil
}

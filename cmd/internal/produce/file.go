package produce

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coverstat/enumerate"
	"coverstat/export/files"
)

// maxReplaced bounds the bytes of a file in which WriteFile looks for its mark.
const maxReplaced = 1 << 30

// WriteSealed is [WriteFile] for texts that people go on writing: a digest of the text behind
// the mark tells whether one was changed since, and then it is not replaced.
func WriteSealed(name string, data []byte, mark string) error {
	if err := MayReplaceSealed(name, mark); err != nil {
		return err
	}
	before, after, _ := bytes.Cut(data, []byte(mark))
	return WriteFile(name, bytes.Join([][]byte{before, []byte(mark), sealOf(before, after), after}, nil), mark)
}

// sealOf is the digest of a text around its mark.
func sealOf(before, after []byte) []byte {
	sum := sha256.New()
	sum.Write(before)
	sum.Write(after)
	return fmt.Appendf(nil, " %.8x", sum.Sum(nil))
}

// MayReplaceSealed returns an error if WriteSealed would not write the file, because another
// is in its place.
func MayReplaceSealed(name, mark string) error {
	if err := MayReplace(name, mark); err != nil {
		return err
	}
	old, err := files.ReadFile(files.OS(), name, maxReplaced)
	if len(old) == 0 {
		return nil
	}
	before, after, _ := bytes.Cut(old, []byte(mark))
	seal := after[:min(len(after), len(sealOf(nil, nil)))]
	if err == nil && !bytes.Equal(seal, sealOf(before, after[len(seal):])) {
		err = enumerate.Errorf("%s was changed since this command has written it: expected another name, or move the file away", name)
	}
	return err
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
	case info.IsDir():
		return enumerate.Errorf("%s is a folder: expected the name of a file", name)
	case !info.Mode().IsRegular():
		return enumerate.Errorf("%s is a link or another file that is not regular: expected the name of a new file", name)
	case info.Size() == 0:
		return nil
	}
	old, err := files.ReadFile(files.OS(), name, maxReplaced)
	if err != nil {
		return err
	}
	if mark == "" || !bytes.Contains(old, []byte(mark)) {
		return enumerate.Errorf("%s exists, and this command has not written it: expected another name, or move the file away", name)
	}
	return nil
}

package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"coverstat/enumerate"
	"coverstat/export"
)

// taskSource knows what each task yielded.
type taskSource interface {
	Done(task int) bool
	Tally(task int) enumerate.Tally
}

// taskTable lists the finished tasks with what their rows must stand for: the
// proof, kept task by task, and what merge needs to put shards in order.
func taskTable(s taskSource, tasks int) enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "task", Type: enumerate.Int32, Meaning: "number of the task, from 0; rows are in this order"},
		{Name: "rows", Type: enumerate.Int64, Meaning: "rows that it yielded", Unit: "rows"},
		{Name: "raw", Type: enumerate.Int64, Meaning: "raw objects that it counted before duplicates by symmetry were dropped"},
	})
	for t := range tasks {
		if !s.Done(t) {
			continue
		}
		tally := s.Tally(t)
		b.AppendInt32(0, int32(t))
		b.AppendInt64(1, tally.Rows)
		b.AppendInt64(2, tally.Raw)
	}
	return enumerate.Table{Name: "tasks", Rows: b}
}

// measureTable explains the measured columns.
func measureTable(columns []enumerate.Column) enumerate.Table {
	b := enumerate.NewBatch([]enumerate.Column{
		{Name: "column", Type: enumerate.String, Meaning: "name of the column"},
		{Name: "meaning", Type: enumerate.String, Meaning: "definition"},
		{Name: "unit", Type: enumerate.String, Meaning: "unit, empty if none"},
	})
	for _, c := range columns {
		if c.Role != enumerate.Measured {
			continue
		}
		b.AppendString(0, []byte(c.Name))
		b.AppendString(1, []byte(c.Meaning))
		b.AppendString(2, []byte(c.Unit))
	}
	return enumerate.Table{Name: "measures", Rows: b}
}

func fileInfo(name string, data []byte) *export.FileInfo {
	sum := sha256.Sum256(data)
	return &export.FileInfo{Path: name, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}

func nowSince(began time.Time) (time.Time, float64) {
	return time.Now().UTC(), time.Since(began).Seconds()
}

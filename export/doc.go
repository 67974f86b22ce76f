// Package export is the dataset on disk.
package export

import (
	_ "github.com/apache/arrow/go/v17/parquet/pqarrow"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/zeebo/xxh3"
	_ "golang.org/x/sys/unix"
)

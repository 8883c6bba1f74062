package backup

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"io"
)

// Writer writes one backup. It holds one row in memory.
type Writer struct {
	out    io.Writer
	digest hash.Hash
	zip    *gzip.Writer
	encode *json.Encoder
	tables int
	rows   int64
}

// NewWriter begins a backup of a database with that schema and writes the header at once.
func NewWriter(out io.Writer, h Header) (*Writer, error) {
	w := &Writer{out: out, digest: sha256.New()}
	zip, err := gzip.NewWriterLevel(io.MultiWriter(out, w.digest), gzip.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("begin backup: %w", err)
	}
	w.zip, w.encode = zip, json.NewEncoder(zip)
	w.encode.SetEscapeHTML(false)
	h.Format, h.Version = format, version
	if err := w.encode.Encode(h); err != nil {
		return nil, fmt.Errorf("begin backup: %w", err)
	}
	if err := w.zip.Flush(); err != nil {
		return nil, fmt.Errorf("begin backup: %w", err)
	}
	return w, nil
}

// Begin begins a table. Its rows follow, then End.
func (w *Writer) Begin(t Table) error {
	w.tables++
	w.rows = 0
	return w.write(t)
}

// Row writes a row: a value for each column.
func (w *Writer) Row(values []any) error {
	w.rows++
	return w.write(values)
}

// End ends a table.
func (w *Writer) End() error { return w.write(rowsEnd{&w.rows}) }

// Close ends the backup. Without it the backup is not whole. The caller closes out.
func (w *Writer) Close() error {
	if err := w.write(tablesEnd{&w.tables}); err != nil {
		return err
	}
	if err := w.zip.Close(); err != nil {
		return fmt.Errorf("end backup: %w", err)
	}
	if _, err := w.out.Write(w.digest.Sum(nil)); err != nil {
		return fmt.Errorf("end backup: %w", err)
	}
	return nil
}

func (w *Writer) write(v any) error {
	if err := w.encode.Encode(v); err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	return nil
}

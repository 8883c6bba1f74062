package backup

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
)

// Reader reads one backup. It holds one row in memory. Trust what it returns only after Next has returned io.EOF: only then
// has all of it been checked.
type Reader struct {
	Header

	body   *body
	packed *bufio.Reader
	zip    *gzip.Reader
	lines  *bufio.Reader
	table  Table
	tables int
	rows   int64
}

// NewReader reads the beginning of a backup. It refuses a backup of a later version; a file that is no backup is
// ErrDamaged.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{body: &body{in: in, digest: sha256.New()}}
	r.packed = bufio.NewReaderSize(r.body, 64<<10)
	var err error
	if r.zip, err = gzip.NewReader(r.packed); err != nil {
		return nil, r.failed(err)
	}
	r.zip.Multistream(false)
	r.lines = bufio.NewReaderSize(r.zip, 64<<10)
	if err := r.read(&r.Header); err != nil {
		return nil, err
	}
	if r.Format != format {
		return nil, damaged("it does not say that it is one")
	}
	if r.Version != version {
		return nil, fmt.Errorf("the backup has form %d, this program reads form %d: use the version of Berth that made it, or a later one", r.Version, version)
	}
	return r, nil
}

// Next returns the next table, whose rows follow. It returns io.EOF after the last table, if the backup is whole.
func (r *Reader) Next() (Table, error) {
	line, err := r.next()
	if err != nil {
		return Table{}, err
	}
	var end tablesEnd
	if json.Unmarshal(line, &end) == nil && end.Tables != nil {
		if *end.Tables != r.tables {
			return Table{}, damaged("it has %d tables of %d", r.tables, *end.Tables)
		}
		return Table{}, r.end()
	}
	r.table = Table{}
	if err := json.Unmarshal(line, &r.table); err != nil || r.table.Name == "" || len(r.table.Columns) == 0 {
		return Table{}, damaged("where a table should begin stands something else")
	}
	for _, c := range r.table.Columns {
		if !c.Type.Known() {
			return Table{}, damaged("column %s of table %s has the unknown type %q", c.Name, r.table.Name, c.Type)
		}
	}
	r.tables++
	r.rows = 0
	return r.table, nil
}

// Row returns the next row of the table, io.EOF after the last one.
func (r *Reader) Row() ([]any, error) {
	line, err := r.next()
	if err != nil {
		return nil, err
	}
	if line[0] != '[' {
		var end rowsEnd
		if json.Unmarshal(line, &end) != nil || end.Rows == nil || *end.Rows != r.rows {
			return nil, damaged("table %s does not have the rows that it should", r.table.Name)
		}
		return nil, io.EOF
	}
	var cells []json.RawMessage
	if err := json.Unmarshal(line, &cells); err != nil || len(cells) != len(r.table.Columns) {
		return nil, damaged("row %d of table %s has not a value for each column", r.rows+1, r.table.Name)
	}
	values := make([]any, len(cells))
	for i, c := range r.table.Columns {
		if values[i], err = c.Type.value(cells[i]); err != nil {
			return nil, damaged("row %d of table %s: column %s is no %s", r.rows+1, r.table.Name, c.Name, c.Type)
		}
	}
	r.rows++
	return values, nil
}

// value decodes one value.
func (t Type) value(raw json.RawMessage) (any, error) {
	if bytes.Equal(raw, []byte("null")) {
		return nil, nil //nolint:nilnil // an SQL null
	}
	switch t {
	case Text:
		return decode[string](raw)
	case Integer, Bigint:
		return decode[int64](raw)
	case Boolean:
		return decode[bool](raw)
	case Timestamp:
		at, err := decode[time.Time](raw)
		return at.UTC(), err
	}
	return decode[[]byte](raw)
}

func decode[T any](raw json.RawMessage) (T, error) {
	var v T
	err := json.Unmarshal(raw, &v)
	return v, err
}

// next returns the next line, which is valid JSON and not empty.
func (r *Reader) next() (json.RawMessage, error) {
	line, err := r.lines.ReadBytes('\n')
	if err != nil {
		return nil, r.failed(err)
	}
	if line = bytes.TrimSpace(line); len(line) == 0 || !json.Valid(line) {
		return nil, damaged("a line of it is not JSON")
	}
	return line, nil
}

func (r *Reader) read(into any) error {
	line, err := r.next()
	if err != nil {
		return err
	}
	if json.Unmarshal(line, into) != nil {
		return damaged("its beginning is not what it should be")
	}
	return nil
}

// Rest reads what has not been read and returns ErrDamaged when the backup is not whole. It tells whether a failure to use what
// has been read is one of the backup.
func (r *Reader) Rest() error {
	if _, err := io.Copy(io.Discard, r.lines); err != nil {
		return r.failed(err)
	}
	if err := r.end(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// end checks that nothing follows and that the digest matches. It returns io.EOF.
func (r *Reader) end() error {
	if _, err := r.lines.ReadByte(); !errors.Is(err, io.EOF) {
		return r.failed(errors.Join(err, errors.New("something follows its end")))
	}
	if _, err := r.packed.ReadByte(); !errors.Is(err, io.EOF) {
		return r.failed(errors.Join(err, errors.New("something follows its end")))
	}
	if !bytes.Equal(r.body.digest.Sum(nil), r.body.tail) {
		return damaged("its checksum is another")
	}
	return io.EOF
}

// failed returns ErrDamaged for a damaged file, and the cause for a file that cannot be read.
func (r *Reader) failed(err error) error {
	if r.body.failure != nil {
		return fmt.Errorf("read backup: %w", r.body.failure)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return damaged("it ends too early")
	}
	return damaged("%v", err)
}

// body reads everything but the last bytes of a file, which are the digest of the others.
type body struct {
	in      io.Reader
	digest  hash.Hash
	tail    []byte
	failure error // of in
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	for {
		held := len(b.tail)
		chunk := make([]byte, held, held+max(len(p), sha256.Size))
		copy(chunk, b.tail)
		n, err := b.in.Read(chunk[held:cap(chunk)])
		chunk = chunk[:held+n]
		free := min(max(0, len(chunk)-sha256.Size), len(p))
		copy(p, chunk[:free])
		b.tail = chunk[free:]
		b.digest.Write(p[:free])
		if err != nil && !errors.Is(err, io.EOF) {
			b.failure = err
		}
		if free > 0 {
			return free, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

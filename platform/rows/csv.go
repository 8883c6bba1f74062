package rows

import (
	"errors"
	"strings"

	"berth/platform"
)

// A csvReader splits text as RFC 4180 says, and as spreadsheets write it. encoding/csv is not used, because it turns CRLF within
// cells into LF and does not tell an empty line from an empty cell in quotes: an export would not be read back as it was.
type csvReader struct {
	rest string
	cut  byte // between cells
	left int  // cells that the rest of the file may have
}

const (
	// maxLineCells is how many cells a line may have: as many as a spreadsheet has columns. A cell of one byte takes its reader
	// sixteen, and more while a line grows.
	maxLineCells = 16_384
	// maxFileCells is how many cells all lines may have that are kept, some times those of a table that is full.
	maxFileCells = 4 << 20
)

// openQuote is what is wrong with a line in which a cell has no end, and errOpenQuote is record's error then.
const openQuote = "has a quotation mark that opens a cell, and nothing closes it: write two of them where one is meant"

var errOpenQuote = errors.New("a line " + openQuote)

// newCSV finds out what stands between the cells: whatever the first line has most of, outside quotes.
func newCSV(text string) *csvReader {
	if line, rest, ok := strings.Cut(text, "\n"); ok { // as Excel writes it
		line = strings.TrimSuffix(line, "\r")
		if len(line) == 7 && line[0] == '"' && line[6] == '"' { // as what writes every cell in quotes saves that
			line = line[1:6]
		}
		if len(line) == 5 && strings.EqualFold(line[:4], "sep=") {
			return &csvReader{rest, line[4], maxFileCells}
		}
	}
	text = strings.TrimLeft(text, "\r\n")
	best, most, quoted := byte(','), 0, false
	seen := map[byte]int{}
	for i := range len(text) {
		c := text[i]
		if c == '"' {
			quoted = !quoted
		}
		if !quoted && (c == '\n' || c == '\r') {
			break
		}
		if !quoted {
			seen[c]++
		}
	}
	for _, c := range []byte(",;\t|") {
		if seen[c] > most {
			best, most = c, seen[c]
		}
	}
	return &csvReader{text, best, maxFileCells}
}

// record returns the cells of the next line that is not blank; nil at the end. A line is blank where all its cells are empty
// and none is in quotes.
func (r *csvReader) record() ([]string, error) {
	for r.rest != "" {
		cells, blank, err := r.line()
		if err != nil {
			return nil, err
		}
		if blank {
			continue
		}
		if r.left -= len(cells); r.left < 0 {
			return nil, platform.Errorf(platform.CodeTooLarge, "The file has more than %d cells. Import it in parts.", maxFileCells)
		}
		return cells, nil
	}
	return nil, nil
}

func (r *csvReader) line() (cells []string, blank bool, err error) {
	blank = true
	for {
		cell, quoted, err := r.cell()
		if err != nil {
			return nil, false, err
		}
		if len(cells) == maxLineCells {
			return nil, false, platform.Errorf(platform.CodeTooLarge, "A line of the file has more than %d cells.", maxLineCells)
		}
		cells = append(cells, cell)
		blank = blank && cell == "" && !quoted
		if r.rest == "" {
			return cells, blank, nil
		}
		end := r.rest[0]
		r.rest = r.rest[1:]
		if end == r.cut {
			continue
		}
		if end == '\r' {
			r.rest = strings.TrimPrefix(r.rest, "\n")
		}
		return cells, blank, nil
	}
}

// cell reads up to what ends the cell.
func (r *csvReader) cell() (cell string, quoted bool, err error) {
	ends := string(r.cut) + "\r\n"
	if !strings.HasPrefix(r.rest, `"`) {
		at := strings.IndexAny(r.rest, ends)
		if at < 0 {
			at = len(r.rest)
		}
		cell, r.rest = r.rest[:at], r.rest[at:]
		return cell, false, nil
	}
	var b strings.Builder
	for rest := r.rest[1:]; ; {
		at := strings.IndexByte(rest, '"')
		if at < 0 {
			return "", false, errOpenQuote
		}
		b.WriteString(rest[:at])
		rest = rest[at+1:]
		if strings.HasPrefix(rest, `"`) {
			b.WriteByte('"')
			rest = rest[1:]
			continue
		}
		end := strings.IndexAny(rest, ends) // text behind the closing mark belongs to the cell
		if end < 0 {
			end = len(rest)
		}
		b.WriteString(rest[:end])
		r.rest = rest[end:]
		return b.String(), true, nil
	}
}

// appendRecord writes a line as record reads it.
func appendRecord(to []byte, cells []string) []byte {
	empty := true
	for _, cell := range cells {
		empty = empty && cell == ""
	}
	for i, cell := range cells {
		if i > 0 {
			to = append(to, ',')
		}
		if strings.ContainsAny(cell, "\",;\t|\r\n") || strings.TrimSpace(cell) != cell || empty && i == 0 {
			to = append(append(append(to, '"'), strings.ReplaceAll(cell, `"`, `""`)...), '"')
		} else {
			to = append(to, cell...)
		}
	}
	return append(to, "\r\n"...)
}

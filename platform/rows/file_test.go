package rows

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// asUTF16 writes text as spreadsheets do, with or without a mark.
func asUTF16(text string, order binary.ByteOrder) []byte {
	var file []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		file = append(file, 0, 0)
		order.PutUint16(file[len(file)-2:], unit)
	}
	return file
}

func TestDecodeText(t *testing.T) {
	t.Parallel()
	const text = "naïve €;שלום;👩\r\n"
	for name, file := range map[string][]byte{
		"UTF-8": []byte(text), "UTF-8 with a mark": []byte("\xef\xbb\xbf" + text),
		"UTF-16 LE": asUTF16("\ufeff"+text, binary.LittleEndian), "UTF-16 BE": asUTF16("\ufeff"+text, binary.BigEndian),
		"UTF-16 LE without a mark": asUTF16(text, binary.LittleEndian), "UTF-16 BE without a mark": asUTF16(text, binary.BigEndian),
	} {
		if got, err := decodeText(file); err != nil || got != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := decodeText([]byte("caf\xe9 3,20 \x80 \x93x\x94")); err != nil || got != "café 3,20 € “x”" {
		t.Errorf("Windows-1252: %q, %v", got, err)
	}
	for _, file := range []string{"a\x00b", "caf\xe9 \x81", "\xff\xfea", "\xff\xfe\x00\xd8a\x00", "PK\x03\x04\x14\x00\x06\x00"} {
		if got, err := decodeText([]byte(file)); !platform.IsCode(err, platform.CodeBadRequest) {
			t.Errorf("%q is read as %q, %v", file, got, err)
		}
	}
}

func records(t *testing.T, text string) [][]string {
	t.Helper()
	r := newCSV(text)
	var all [][]string
	for {
		record, err := r.record()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if record == nil {
			return all
		}
		all = append(all, record)
	}
}

func TestCSV(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][][]string{
		"a,b\n1,2\n":                   {{"a", "b"}, {"1", "2"}},
		"a;b\r\n1,5;2\r\n":             {{"a", "b"}, {"1,5", "2"}},
		"a\tb\r1\t2":                   {{"a", "b"}, {"1", "2"}},
		"sep=;\na,b;c\n":               {{"a,b", "c"}},
		"\"sep=;\"\r\na,b;c\r\n":       {{"a,b", "c"}},
		"\"SEP=\t\"\na,b\tc\n":         {{"a,b", "c"}},
		"\"sep=;\na\";b\n":             {{"sep=;\na", "b"}},
		"\n\r\na,b\n\n,\n\"\",\n":      {{"a", "b"}, {"", ""}},
		"\"a,\"\"b\"\"\r\nc\";\"d\";e": {{"a,\"b\"\r\nc", "d", "e"}},
		"\"x;y\";\"x,y\";z,z\n":        {{"x;y", "x,y", "z,z"}},
		"a,b \"quoted\" c\n":           {{"a", "b \"quoted\" c"}},
		"\"a\"b,c\n":                   {{"ab", "c"}},
		"":                             nil,
		"a":                            {{"a"}},
		"a,\n":                         {{"a", ""}},
	} {
		if diff := cmp.Diff(want, records(t, text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	if _, err := newCSV("a,\"b\nc").record(); !errors.Is(err, errOpenQuote) {
		t.Errorf("an open quotation mark: %v", err)
	}
}

// A line with cells too many is one problem, however many they are.
func TestLongLines(t *testing.T) {
	t.Parallel()
	table := platform.Table{Columns: []platform.Column{{Name: "name", Type: platform.ColumnText}, {Name: "price", Type: platform.ColumnMoney}}}
	_, found, err := readCSV(table, newCSV("name,price\nRye,3,2,0\nOats,much,5,6\n"), 0)
	want := []Fault{{1, "", "has 4 cells, and the first line names 2"}, {2, "price", "must be an amount, such as 3.20"}, {2, "", "has 4 cells, and the first line names 2"}}
	if diff := cmp.Diff(want, found.list); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// A cell without an end, and a file without a line, are problems like others: those before them are told too.
func TestFilesThatEndTooSoon(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]Fault{
		"name,price\nRye,x\n\"open,1\n": {{1, "price", "must be an amount, such as 3.20"}, {2, "", openQuote}},
		"name,\"price\nRye,x\n":         {{0, "", "The first line " + openQuote + "."}},
		"":                              {{0, "", "The file is empty: its first line must name columns."}},
		"\r\n\n":                        {{0, "", "The file is empty: its first line must name columns."}},
		" \n":                           {{0, "", "The first line is blank: it must name columns."}},
		"\u00a0; \nRye;3\n":             {{0, "", "The first line is blank: it must name columns."}},
	} {
		f, found, err := readFile(prices(), []byte(text), CSV, 0)
		if diff := cmp.Diff(want, found.all()); diff != "" || err != nil {
			t.Errorf("%q: %v %s", text, err, diff)
		}
		m := merger{File: File{Mode: Append}, table: prices(), file: f, found: found}
		if _, err := m.merge(Present{}); !errors.As(err, new(*Refused)) {
			t.Errorf("%q is taken: %v", text, err)
		}
	}
}

// Whatever stands in cells, what is written is read back.
func FuzzCSV(f *testing.F) {
	for _, seed := range [][2]string{{"a", "b"}, {"", ""}, {"\"", "\r\n"}, {"sep=;", ";"}, {" x", "x "}, {"\t", "|"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		header := []string{"name", "price"}
		text := string(appendRecord(appendRecord(nil, header), []string{a, b}))
		if diff := cmp.Diff([][]string{header, {a, b}}, records(t, text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if _, err := decodeText([]byte(a)); err != nil && !platform.IsCode(err, platform.CodeBadRequest) {
			t.Error(err)
		}
	})
}

func prices() platform.Table {
	return platform.Table{Columns: []platform.Column{{Name: "name", Title: "Größe", Type: platform.ColumnText}, {Name: "price", Type: platform.ColumnMoney}, {Name: "day", Type: platform.ColumnDate}}}
}

func TestNumbersAsTheFileWritesThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"GRÖSSE;Price\nx;1.500\n":      "1500",
		"name;price\nx;3.20\n":         "3.20",
		"name,price\nx,1.500\n":        "1.500",
		"name,price\nx,\"1.234,5\"\n":  "1234.5",
		"name;price\nx;1.500\ny;2,5\n": "1500",
	} {
		f, found, err := readFile(prices(), []byte(text), CSV, 0)
		if err != nil || len(found.list) > 0 || string(f.records[0]["price"]) != want {
			t.Errorf("%q: %s, %v, %v", text, f.records, found.list, err)
		}
	}
}

// A column is read in one way: by what its own cells can only mean, then by what the others say, then by what stands between the cells.
func TestNumbersOfAColumnMeanOneThing(t *testing.T) {
	t.Parallel()
	table := platform.Table{Columns: []platform.Column{{Name: "n", Type: platform.ColumnText}, {Name: "num", Type: platform.ColumnNumber},
		{Name: "price", Type: platform.ColumnMoney}, {Name: "count", Type: platform.ColumnInteger}}}
	for text, want := range map[string]string{
		"n;num\na;52.52\nb;13.405\n":                        "52.52 13.405",
		"n;num;price\na;13.405;1.25\n":                      "13.405",
		"n;num;price\na;52.52;1,25\nb;13.405;1.250\n":       "52.52 13.405",
		"n;num;price\na;1,5;1.25\nb;13.405;2.50\n":          "1.5 13405",
		"n;num\na;-13.405\nb;-0.5\n":                        "-13.405 -0.5",
		"n;num\na;-13.405\n":                                "-13405",
		"n;num\na;1.234\nb;1.5e3\n":                         "1.234 1.5e3",
		"n;num\na;1,234,567\nb;1.234\n":                     "1234567 1.234",
		"n;num\na;1.234.567\nb;1.234\n":                     "1234567 1234",
		"n;num\na;13.405\nb;2.5\nc;\n":                      "13.405 2.5 ",
		"n,num\na,\"1,5\"\nb,1.234\n":                       "1.5 1234",
		"n;num;count\na;52.52;1.234\n":                      "count",
		"n;num\na;3,20\nb;3.25\nc;1.234\n":                  "num",
		"n,num\na,\"3,20\"\nb,3.25\nc,\"1,234\"\nd,1.234\n": "num num",
		"n,num\na,\"3,20\"\nb,3.25\nc,\"1,234.5\"\n":        "3.20 3.25 1234.5",
	} {
		f, found, err := readFile(table, []byte(text), CSV, 0)
		var got []string
		for _, r := range f.records {
			got = append(got, string(r["num"]))
		}
		if len(found.list) > 0 {
			got = nil
			for _, fault := range found.list {
				got = append(got, fault.Column)
			}
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q, %v, %v", text, got, want, found.list, err)
		}
	}
}

// A table of the greatest size is read in a moment, and a file with more rows is not read to its end.
func TestLargeFiles(t *testing.T) {
	t.Parallel()
	start := time.Now()
	file := []byte("name,price,day\n" + strings.Repeat("Sourdough with a long name,3.20,2026-11-22\n", 10_000))
	f, found, err := readFile(prices(), file, CSV, 10_000)
	if err != nil || len(found.list) > 0 || len(f.records) != 10_000 || time.Since(start) > 5*time.Second {
		t.Errorf("%d rows in %s, %v, %v", len(f.records), time.Since(start), found.list, err)
	}
	for _, file := range []struct {
		text string
		form Form
	}{{"name\n" + strings.Repeat("a\n", 11), CSV}, {"[" + strings.Repeat("{},", 10) + "{}]", JSON}, {strings.Repeat("{}\n", 11), JSONLines}} {
		if _, _, err := readFile(prices(), []byte(file.text), file.form, 10); !platform.IsCode(err, platform.CodeLimitReached) {
			t.Errorf("%.20s: %v", file.text, err)
		}
	}
	_, many, err := readFile(prices(), []byte("name,price\n"+strings.Repeat("a,b\n", maxFileProblems+1)), CSV, 0)
	if all := many.all(); err != nil || all[len(all)-1].Message != "And 1 more problem." {
		t.Errorf("%+v, %v", all[len(all)-1], err)
	}
	_, many, err = readFile(prices(), []byte("name,price\n"+strings.Repeat("a,b\n", 2000)), CSV, 0)
	if all := many.all(); err != nil || len(all) != maxFileProblems+1 || !strings.Contains(all[len(all)-1].Message, "1000 more") {
		t.Errorf("%d problems, %v", len(all), err)
	}
	if said := many.refused().Error(); !strings.Contains(said, "The file has 2000 problems.") {
		t.Error(said)
	}
}

// A cell that is empty takes one byte of a file and many of its reader: what a file of 64 MiB becomes is bounded, and so is the work
// on its names.
func TestFilesOfManyCells(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a wide header":     strings.Repeat("x,", 20_000) + strings.Repeat("name,", 20_000) + "\n1\n",
		"a wide blank line": "name\n" + strings.Repeat(",", 20_000) + "\n",
		"many wide lines":   "name\n" + strings.Repeat("x"+strings.Repeat(",", 16_000)+"\n", 300),
	} {
		if _, _, err := readFile(prices(), []byte(text), CSV, 10_000); !platform.IsCode(err, platform.CodeTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, found, err := readFile(prices(), []byte("name"+strings.Repeat(",", 16_000)+"\nx"+strings.Repeat(",", 16_000)+"\n"), CSV, 10_000); err != nil || len(found.list) > 0 {
		t.Errorf("empty columns of a spreadsheet: %v, %v", found.list, err)
	}

	table, object := prices(), strings.Builder{}
	for i := range 37 {
		table.Columns = append(table.Columns, platform.Column{Name: fmt.Sprintf("column_%d", i), Title: fmt.Sprintf("Column %d", i), Type: platform.ColumnText})
	}
	for i := range 60_000 {
		fmt.Fprintf(&object, `,"%x":1`, i)
	}
	if _, found, err := readFile(table, []byte(`[{`+object.String()[1:]+`}]`), JSON, 10_000); err != nil || len(found.all()) != maxFileProblems+1 {
		t.Errorf("%d problems, %v", len(found.list), err)
	}
}

// A file of thousands of lines is of no help where nobody says which of them is wrong.
func TestWhereAFileIsNoJSON(t *testing.T) {
	t.Parallel()
	table := platform.Table{Name: "t", Columns: []platform.Column{{Name: "a", Type: platform.ColumnText}}}
	for text, want := range map[string]string{
		"{\"a\":\"x\"}\n\n{\"a\":}\n{\"a\":\"z\"}": "one object on each line, and from line 3 on, row 2, it does not.",
		"a,b\n": "from line 1 on, row 1,", "{\"a\":\"x\"}\n{\"a\"": "from line 2 on, row 2,",
	} {
		if _, _, err := readFile(table, []byte(text), JSONLines, 0); !platform.IsCode(err, platform.CodeBadRequest) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"[\n{\"a\":\"x\"},\n{\"a\":NaN}]": "a list of objects, one for each row, and from line 3 on, row 2, it does not.",
		"{\"a\":1}":                       "from line 1 on, row 1,", "[{\"a\":\"x\"}] x": "from line 1 on, row 2,",
	} {
		if _, _, err := readFile(table, []byte(text), JSON, 0); !platform.IsCode(err, platform.CodeBadRequest) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Headings are those of columns whatever blanks they have: lines are broken in cells of a spreadsheet, and web pages have their own blanks.
func TestHeadingsWithOtherBlanks(t *testing.T) {
	t.Parallel()
	table := platform.Table{Name: "t", Columns: []platform.Column{{Name: "a", Title: "Price per kilo", Type: platform.ColumnText}}}
	for _, heading := range []string{"\"Price\r\nper kilo\"", "Price\u00a0per kilo\u00a0", "PRICE  per kilo"} {
		f, found, err := readFile(table, []byte(heading+"\nx\n"), CSV, 0)
		if err != nil || len(found.list) > 0 || len(f.columns) != 1 {
			t.Errorf("%q: %+v, %+v, %v", heading, f, found.list, err)
		}
	}
}

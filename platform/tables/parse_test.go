package tables_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/tables"
)

var plain = tables.Style{}

func TestCellsAreReadFromTexts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		column platform.ColumnType
		style  tables.Style
		cells  map[string]string // text → cell, "" = refused, null = empty
	}{
		{"text", plain, map[string]string{"": "null", " a ": `" a "`, "007": `"007"`, "TP 530": `"TP 530"`, "=1+1": `"=1+1"`, "a\x00": ""}},
		{"integer", plain, map[string]string{"9007199254740993": "9007199254740993"}}, // the builder, whose numbers are floating, refuses it
		{"datetime", plain, map[string]string{
			"2026-11-22T09:30:00+01:00": `"2026-11-22T09:30:00+01:00"`, "2026-11-22 09:30": `"2026-11-22T09:30:00Z"`, "22.11.2026 9:30": `"2026-11-22T09:30:00Z"`,
			"22.11.2026, 9:30 pm": `"2026-11-22T21:30:00Z"`, "2026-11-22 09:30:00.123456": `"2026-11-22T09:30:00.123456Z"`, "2026-13-22 09:30:00.5": "",
			"2026-11-22": "", "3/4/2026 9:30": "",
		}},
		{"enum", plain, map[string]string{"small": `"small"`, "LARGE": `"Large"`, " huge ": `"huge"`, "tiny": ""}},
		{"tags", plain, map[string]string{"vegan, fresh": `["vegan","fresh"]`, "a;b|c": `["a","b","c"]`, `["a, b","c"]`: `["a, b","c"]`, ", ,": "null", "[1]": `["[1]"]`}},
		{"url", plain, map[string]string{" https://x.example ": `"https://x.example"`, "x": ""}},
		{"place", plain, map[string]string{
			"52.52, 13.405": `{"lat":52.52,"lon":13.405}`, "52.52 13.405 Berlin": `{"lat":52.52,"lon":13.405,"label":"Berlin"}`, "(-1.5; +007)": `{"lat":-1.5,"lon":7}`,
			"52,52; 13,405": `{"lat":52.52,"lon":13.405}`, "52,52, 13,405": `{"lat":52.52,"lon":13.405}`, "(-1,5 13,40) Berlin": `{"lat":-1.5,"lon":13.40,"label":"Berlin"}`,
			"52,13": `{"lat":52,"lon":13}`, "52,13 Haus 5,2": `{"lat":52,"lon":13,"label":"Haus 5,2"}`, "52,5,13,4": "",
			`{"lat":1,"lon":2}`: `{"lat":1,"lon":2}`, "Berlin": "", "91,0": "", "{": "",
		}},
	} {
		checkCells(t, platform.Column{Type: test.column}, test.style, test.cells)
	}
}

// The builder's tests read the same texts, since its grid reads what is pasted as an import does.
func TestTextsAreReadAsTheBuilderReadsThem(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("testdata/texts.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts struct {
		Cells []struct {
			Type  platform.ColumnType
			Title string
			Style tables.Style
			Cells map[string]string // text → cell, "" = refused, null = empty
		}
		Styles map[string]tables.Style // of texts with | between them
	}
	if err := json.Unmarshal(content, &texts); err != nil {
		t.Fatal(err)
	}
	for _, test := range texts.Cells {
		checkCells(t, platform.Column{Type: test.Type, Title: test.Title}, test.Style, test.Cells)
	}
	for list, want := range texts.Styles {
		if got := tables.StyleOf(strings.Split(list, "|")); got != want {
			t.Errorf("StyleOf(%q) = %+v, want %+v", list, got, want)
		}
	}
}

func checkCells(t *testing.T, c platform.Column, style tables.Style, cells map[string]string) {
	t.Helper()
	c.Name, c.Values, c.Currency = "c", []string{"small", "Large", "huge"}, "EUR"
	for text, want := range cells {
		cell, fault := tables.ParseCell(c, text, style)
		got := string(cell)
		if cell == nil && fault == "" {
			got = "null"
		}
		if got != want || (want == "") != (fault != "") {
			t.Errorf("%s %s %+v: %q is %s %q, want %q", c.Type, c.Title, style, text, got, fault, want)
		}
	}
}

// A number that may be two is read as neither where others contradict each other.
func TestTornNumbers(t *testing.T) {
	t.Parallel()
	torn := tables.StyleOf([]string{"3,20", "3.25"})
	if _, fault := tables.ParseCell(platform.Column{Name: "c", Type: platform.ColumnNumber}, "1.234", torn); !strings.Contains(fault, "may be 1.234 or 1234") {
		t.Errorf("1.234 is refused with %q", fault)
	}
	if got := tables.Guess([]string{"3,20", "3.25", "1.234"}, torn); got.Type != platform.ColumnText {
		t.Errorf("torn numbers make a column of %s", got.Type)
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	for texts, want := range map[string]platform.Column{
		"": {Type: "text"}, "a|5": {Type: "text"}, "1|2||3": {Type: "integer"}, "1|2.5": {Type: "number"}, "-0.000001": {Type: "number"},
		"007|12": {Type: "text"}, "TP 530|TP 531": {Type: "text"}, "1e5|2e3": {Type: "text"}, "12345678901234567890": {Type: "text"}, "0|1": {Type: "integer"},
		"3,20 €|€4": {Type: "money", Currency: "EUR"}, "$3|5 CAD": {Type: "money", Currency: "CAD"}, "$3|5 €": {Type: "text"}, "TOP 5|CUP 2": {Type: "text"},
		"yes|no": {Type: "boolean"}, "ja|nein": {Type: "boolean"}, "x|": {Type: "text"},
		"2026-11-22|22.11.2026": {Type: "date"}, "9:30|10:15": {Type: "time"}, "2026-11-22 09:30": {Type: "datetime"}, "2026-11-22 00:00": {Type: "datetime"}, "52.52, 13.405": {Type: "place"},
		"https://x.example/a.PNG?x": {Type: "image"}, "https://x.example/a": {Type: "url"}, "ann@example.com": {Type: "email"}, "+49 30 123456": {Type: "phone"},
		"+34 600 111 222|+34 600 111 223": {Type: "phone"}, "+34600111222": {Type: "phone"}, "+34.600.111.222": {Type: "phone"}, "+34 600 111 222|600 111 223": {Type: "text"},
		"+5|+1,250|-3": {Type: "integer"}, "+12.50|+1 000": {Type: "number"},
		"2024|2025": {Type: "integer"}, "10-12|14-16": {Type: "text"},
	} {
		if got := tables.Guess(strings.Split(texts, "|"), plain); got.Type != want.Type || got.Currency != want.Currency {
			t.Errorf("Guess(%q) = %s %s, want %s %s", texts, got.Type, got.Currency, want.Type, want.Currency)
		}
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	for _, values := range []string{
		`{"text":" a,\"b\" ","number":1.234,"integer":1000,"money":3.20,"boolean":false,"date":"2026-11-02","time":"09:30","datetime":"2026-11-22T09:30:00+01:00"}`,
		`{"number":1e-7,"enum":"Large","tags":["vegan","gluten free"],"url":"https://x.example/","email":"ann@example.com","phone":"030 12345"}`,
		`{"tags":["a, b"],"place":{"lat":52.52,"lon":-13.4050,"label":"12 x"}}`, `{"tags":["[x"],"place":{"lat":1e1,"lon":0,"label":" x"}}`, `{"tags":["a"],"number":-0.0,"money":1.50E+5}`,
	} {
		row, problems := tables.CheckValues(everyType(), json.RawMessage(values))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var cells map[string]json.RawMessage
		if err := json.Unmarshal(row, &cells); err != nil {
			t.Fatal(err)
		}
		for _, c := range everyType() {
			checkRoundTrip(t, c, cells[c.Name])
		}
	}
}

func checkRoundTrip(t *testing.T, c platform.Column, cell json.RawMessage) {
	t.Helper()
	text := tables.FormatCell(c, cell)
	back, fault := tables.ParseCell(c, text, plain)
	if fault != "" || string(back) != string(cell) {
		t.Errorf("%s %s is written %q and read %s %s", c.Type, cell, text, back, fault)
	}
}

func FuzzCells(f *testing.F) {
	columns := everyType()
	for i, text := range []string{"1,234.50", "3,20 €", "22.11.2026", "9:30 pm", "52.52, 13.4 Berlin", "a;b", "[\"a\"]", "{\"lat\":1,\"lon\":2}", "1e-7", "-0", "(5)", "Fr. 5.-", "2026-11-22 09:30"} {
		f.Add(text, i, i%2 == 0)
		f.Add("\xe2"+text, i, false)
	}
	f.Fuzz(func(t *testing.T, text string, column int, comma bool) {
		c := columns[uint(column)%uint(len(columns))]
		style := tables.StyleOf([]string{text})
		style.DecimalComma = comma
		tables.Guess([]string{text}, style)
		cell, fault := tables.ParseCell(c, text, style)
		if fault != "" || cell == nil {
			return
		}
		row := json.RawMessage(`{"` + c.Name + `":` + string(cell) + `}`)
		checked, problems := tables.CheckValues(columns, row)
		if len(problems) > 0 || string(checked) != string(row) {
			t.Fatalf("%q is read as %s, which is checked as %s %v", text, row, checked, problems)
		}
		checkRoundTrip(t, c, cell)
		if tables.Key(c, cell) == "" {
			t.Fatalf("%s has no key", cell)
		}
	})
}

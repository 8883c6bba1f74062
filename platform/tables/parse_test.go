package tables_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/tables"
)

var (
	plain  = tables.Style{}
	german = tables.Style{DecimalComma: true, DayFirst: true}
	us     = tables.Style{MonthFirst: true}
)

func TestCellsAreReadFromTexts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		column platform.ColumnType
		style  tables.Style
		cells  map[string]string // text → cell, "" = refused, null = empty
	}{
		{"text", plain, map[string]string{"": "null", " a ": `" a "`, "007": `"007"`, "TP 530": `"TP 530"`, "=1+1": `"=1+1"`, "a\x00": ""}},
		{"number", plain, map[string]string{
			"3.20": "3.20", "-0.000001": "-0.000001", "1,234.5": "1234.5", "1.234,5": "1234.5", "3,2": "3.2", "1,234": "1234", "1.234": "1.234", "0,125": "0.125",
			"1 234 567": "1234567", "1\u00a0234,50": "1234.50", "1'234.50": "1234.50", "1.234.567": "1234567", "12,34,567": "1234567", "+5": "5", "007": "7", " 12 ": "12",
			"(12.50)": "-12.50", "1e-7": "1e-7", "6.02E+23": "6.02e+23", ".5": "0.5", "5.": "5", "": "null", "  ": "null",
			"TP 530": "", "1,2,3": "", "1..2": "", "--1": "", "1-2": "", "3 €": "", "abc": "", "50%": "", "1,23,4": "", "1e": "", "e5": "", "1e99999": "", "-": "", ".": "", "1 2": "",
		}},
		{"number", german, map[string]string{"1.234": "1234", "1.234,50": "1234.50", "3,20": "3.20", "0.5": "0.5", "1,234": "1.234", "12.5": "12.5"}},
		{"integer", plain, map[string]string{"12": "12", "12.0": "12", "1,234": "1234", "12.5": "", "9007199254740993": "9007199254740993"}},
		{"money", plain, map[string]string{
			"3.20": "3.20", "3,20 €": "3.20", "€3.20": "3.20", "EUR 1.234,50": "1234.50", "-€5": "-5", "5 eur": "5", "3,-": "3", "3,– €": "3", "$5": "", "5 CHF": "", "5 kg": "", "€": "",
		}},
		{"boolean", plain, map[string]string{"yes": "true", "Ja": "true", "OUI": "true", "sim": "true", "x": "true", "no": "false", "Nein": "false", "0": "false", "maybe": ""}},
		{"date", plain, map[string]string{
			"2026-11-22": `"2026-11-22"`, "22.11.2026": `"2026-11-22"`, "1.2.26": `"2026-02-01"`, "22/11/2026": `"2026-11-22"`, "11/22/2026": `"2026-11-22"`,
			"2026/11/22": `"2026-11-22"`, "22 Nov 2026": `"2026-11-22"`, "November 22, 2026": `"2026-11-22"`, "22. März 2026": `"2026-03-22"`, "1er août 2026": "",
			"22 de julho de 2026": `"2026-07-22"`, "Sun, 22 Nov 2026": `"2026-11-22"`, "3/3/2026": `"2026-03-03"`, "3/4/2026": "", "31.2.2026": "", "2026-13-01": "", "soon": "",
			"14 juillet 2026": `"2026-07-14"`, "14 juin 2026": `"2026-06-14"`, "22nd Nov 2026": "",
		}},
		{"date", german, map[string]string{"3/4/2026": `"2026-04-03"`}},
		{"date", us, map[string]string{"3/4/2026": `"2026-03-04"`, "3.4.2026": `"2026-04-03"`}},
		{"time", plain, map[string]string{"9:30": `"09:30"`, "09.30 Uhr": `"09:30"`, "9h30": `"09:30"`, "9:30 pm": `"21:30"`, "12 am": `"00:00"`, "9:30:15": `"09:30:15"`, "25:00": "", "13 pm": "", "9": ""}},
		{"datetime", plain, map[string]string{
			"2026-11-22T09:30:00+01:00": `"2026-11-22T09:30:00+01:00"`, "2026-11-22 09:30": `"2026-11-22T09:30:00Z"`, "22.11.2026 9:30": `"2026-11-22T09:30:00Z"`,
			"22.11.2026, 9:30 pm": `"2026-11-22T21:30:00Z"`, "2026-11-22": "", "3/4/2026 9:30": "",
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
		c := platform.Column{Name: "c", Type: test.column, Values: []string{"small", "Large", "huge"}, Currency: "EUR"}
		for text, want := range test.cells {
			cell, fault := tables.ParseCell(c, text, test.style)
			got := string(cell)
			if cell == nil && fault == "" {
				got = "null"
			}
			if got != want || (want == "") != (fault != "") {
				t.Errorf("%s %+v: %q is %s %q, want %q", test.column, test.style, text, got, fault, want)
			}
		}
	}
}

func TestStyleOf(t *testing.T) {
	t.Parallel()
	for texts, want := range map[string]tables.Style{
		"780 €|1.450 €|950 €": {DecimalComma: true}, // thousands beside smaller sums
		"1.450 €|1.512 €":     {},
		"":                    {}, "3,20|1.234,50 €": {DecimalComma: true}, "3.20|1,234.50": {}, "1.234|2.500": {}, "3,20|3.25": {Torn: true}, "-13.405|-0.5": {}, "-1.234": {}, "1,234,567": {}, "780 €|1.450 €|3.20 €": {}, "1,5|1.5e3": {Torn: true}, "1.234.567": {DecimalComma: true},
		"22/11/2026|3/4/2026": {DayFirst: true}, "11/22/2026|3/4/2026": {MonthFirst: true}, "22/11/2026|11/22/2026": {}, "12,5|22.11.2026": {DecimalComma: true},
		"Rye, sourdough|a.b": {},
	} {
		if got := tables.StyleOf(strings.Split(texts, "|")); got != want {
			t.Errorf("StyleOf(%q) = %+v, want %+v", texts, got, want)
		}
	}
}

// A number that may be two is read as neither where others contradict each other.
func TestTornNumbers(t *testing.T) {
	t.Parallel()
	torn := tables.StyleOf([]string{"3,20", "3.25"})
	for text, want := range map[string]string{"3,20": "3.20", "3.25": "3.25", "1,234.50": "1234.50", "12": "12", "1e3": "1e3", "1.234": "", "1,234": ""} {
		cell, fault := tables.ParseCell(platform.Column{Name: "c", Type: platform.ColumnNumber}, text, torn)
		if string(cell) != want || (want == "") != strings.Contains(fault, "may be 1.234 or 1234") && !strings.Contains(fault, "may be 1234 or 1.234") {
			t.Errorf("%q is %s %q, want %q", text, cell, fault, want)
		}
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
		"2026-11-22|22.11.2026": {Type: "date"}, "9:30|10:15": {Type: "time"}, "2026-11-22 09:30": {Type: "datetime"}, "52.52, 13.405": {Type: "place"},
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
		`{"tags":["a, b"],"place":{"lat":52.52,"lon":-13.4050,"label":"12 x"}}`, `{"tags":["[x"],"place":{"lat":1e1,"lon":0,"label":" x"}}`, `{"tags":["a"],"number":-0.0}`,
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

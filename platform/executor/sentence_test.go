package executor

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"berth/platform"
)

func TestSentence(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"items":[{"title":"A"},{"title":"B"},{"title":"C"}]}`:                                                                      "Here are 3 items: A, B and C.",
		`{"items":[{"title":"Lamp","price":"$64.00"}]}`:                                                                              "Here is 1 item: Lamp ($64.00).",
		`{"items":[{"currency":"EUR","price":2.90,"title":"Rye"},{"currency":"EUR","title":"Bun","value":3}]}`:                       "Here are 2 items: Rye (2.90 EUR) and Bun (3 EUR).",
		`{"items":[{"currency":"EUR","price":"€2.90","title":"Rye"},{"currency":"EUR","date":2026,"title":"Fair"}]}`:                 "Here are 2 items: Rye (€2.90) and Fair (2026).",
		`{"columns":[{"key":"name"},{"currency":"EUR","key":"price"}],"rows":[{"name":"Rye","price":2.5}]}`:                          "Here is 1 row: Rye (2.5 EUR).",
		`{"columns":[{"key":"name"},{"key":"price"}],"rows":[{"id":"r1","price":7},{"id":"r2","name":"Rye"}]}`:                       "Here are 2 rows: 7 and Rye.",
		`{"columns":["id"],"rows":[{"id":"r1"}]}`:                                                                                    "Here is 1 row: r1.",
		`{"facts":[{"label":"Vegan","value":true},{"label":"For","value":["tea","soup"]}],"price":3,"currency":"EUR","title":"Rye"}`: "Rye (3 EUR). Here are 2 facts: Vegan (yes) and For (tea, soup).",
		`{"items":[{"title":"Rye","value":3,"lines":[{"label":"Vegan","value":false},{"label":"Was","value":4,"currency":"EUR"}]},` +
			`{"title":"Bun","lines":[{"label":"Note","value":""},{"label":"Open","value":"8–9"}]},{"title":"Ale","lines":[]}]}`: "Here are 3 items: Rye (3; Vegan no; Was 4 EUR), Bun (Open 8–9) and Ale.",
		`{"items":[]}`: "There are no items.",
		`{"title":"Gifts","subtitle":"Two ideas.","items":[{"name":"A"},{"label":"B"}]}`: "Gifts. Two ideas. Here are 2 items: A and B.",
		`{"actions":[{"label":"Go"}],"products":["x","y"]}`:                              "Here are 2 products: x and y.",
		`{"z":[{"label":"Sales","value":12.50}],"a":[1]}`:                                "Here is 1 z: Sales (12.50).",
		`{"points":[{"x":1},{"x":2}]}`:                                                   "Here are 2 points.",
		`{"items":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}`:                 "Here are 20 items: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 20.",
		`{"items":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22]}`:           "Here are 22 items: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 2 more.",
		`{"markdown":"# Hello\n\nworld!"}`:                                               "# Hello\n\nworld!",
		`{"markdown":"Run:\n\n    go"}`:                                                  "Run:\n\n    go",
		`{"items":[{"title":"Ends."},{"title":" Two\n lines. "}]}`:                       "Here are 2 items: Ends. and Two lines.",
		`{"columns":[{"key":"model","label":"Model"},{"key":"price"}],"rows":[{"model":"Slate 13","price":"$999"},{"model":"Forge 16"}]}`: "Here are 2 rows: Slate 13 ($999) and Forge 16.",
		`{"columns":["city","name"],"data":[{"city":"Oslo","name":"x"}]}`:                                                                 "Here is 1 data: Oslo (name x).",
		`{"columns":[{"key":"city","label":"City"},{"key":"temp","label":"Temp"},{"key":"sunny"},{"currency":"EUR","key":"fare"},"date","tags","note"],` +
			`"rows":[{"city":"Oslo","date":"2026-11-26","fare":3.5,"id":"r1","sunny":false,"tags":["a","b"],"temp":-3},{"city":"Rome","temp":null},{"temp":4}]}`: "Here are 3 rows: Oslo (Temp -3; sunny no; fare 3.5 EUR; 2026-11-26; tags a, b), Rome and Temp 4.",
		`{"columns":["a"],"items":[{"title":"B"}]}`: "Here is 1 item: B.",
		`{"items":[{"title":"Lamp","price":"$64.00","subtitle":"Fjord","description":"Warm."},{"title":"Mug","subtitle":"Kiln","lines":[{"label":"New","value":true}]}]}`:                                                                     "Here are 2 items: Lamp ($64.00; Fjord) and Mug (Kiln; New yes).",
		`{"places":[{"name":"Cordouan","latitude":45.6,"longitude":-1.2,"description":"Gironde, France."}]}`:                                                                                                                                  "Here is 1 place: Cordouan (Gironde, France).",
		`{"messages":[{"role":"user","text":"And if it rains?"},{"role":"assistant","name":"Desk","text":"Take the\n**market**."},{"role":"tool","content":[{"type":"image"},{"text":"It","type":"text"},{"text":"pours.","type":"text"}]}]}`: "Here are 3 messages: And if it rains?, Take the **market**. (Desk) and It pours.",
		`{"items":[{"title":"Ana","role":"Chair","subtitle":"Oslo"},{"name":"Bo","role":"user","status":"away"},` +
			`{"name":"Cy","role":"Guide","status":"in","text":"Knows the hills."}]}`: "Here are 3 items: Ana (Oslo), Bo (away) and Cy (in).",
		`{"items":[{"role":"human","content":"Hello"},{"title":"Bob","role":"user","text":"Hello"},{"role":"user"}]}`:             "Here are 3 items: Hello and Bob.",
		`{"columns":[{"key":"a","label":"A"}],"rows":[]}`:                                                                         "There are no rows.",
		`{"columns":[{"key":"a","label":"A"}]}`:                                                                                   "Here is 1 column: A.",
		`{"labels":["May","June"],"series":[{"name":"Sales","values":[1,2]}]}`:                                                    "Here is 1 series: Sales (May 1; June 2).",
		`{"suggestions":["Why?"],"messages":[{"role":"user","text":"Hello"}]}`:                                                    "Here is 1 message: Hello.",
		` { "ti\u0074le" : "\u00c9t\u00e9 \"1\"" , "it\"ems" : [ { "na\u006de" : "A, }" , "x" : { "title" : "B" } } , [ 1 ] ] } `: "Été \"1\". Here are 2 it\"ems: A, }.",
		`{}`:                          "Here is the result.",
		`{"n":1}`:                     "Here is the result.",
		`[1,2]`:                       "Here is the result.",
		``:                            "Here is the result.",
		`{"title":1,"items":{"a":1}}`: "1.",
	} {
		if got := Sentence(json.RawMessage(data)); got != want {
			t.Errorf("Sentence(%s) = %q, want %q", data, got, want)
		}
		d := json.NewDecoder(strings.NewReader(data))
		d.UseNumber()
		var decoded map[string]any
		if d.Decode(&decoded) != nil || decoded == nil || data[1] == '"' && data[2] == 'z' { // whose first list is not the first by name
			continue
		}
		sorted, err := platform.PlainJSON(decoded)
		if got := SentenceOf(platform.Encoded(sorted), ""); got != want || err != nil {
			t.Errorf("SentenceOf(%s) = %q, want %q", data, got, want)
		}
	}
}

func TestSentenceIsBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ñ", 10_000)
	data, err := json.Marshal(map[string]any{"title": long, "text": long, long: []string{long, long, long, long, long, long, long, long, long}})
	if err != nil {
		t.Fatal(err)
	}
	if n := utf8.RuneCountInString(Sentence(data)); n > 1600 {
		t.Errorf("the sentence has %d characters", n)
	}
	for length, said := range map[int]int{3_000: 3_000 + len("."), 5_000: maxDocument} {
		alone, err := json.Marshal(map[string]any{"title": "T", "text": strings.Repeat("ñ", length)})
		if err != nil {
			t.Fatal(err)
		}
		if n := utf8.RuneCountInString(Sentence(alone)); n != len("T. ")+said {
			t.Errorf("of a text of %d characters that is all there is, %d are said", length, n)
		}
	}
}

// Rows of many long cells are bounded as a whole, whatever their number: those that are left out are counted.
func TestTheSentenceOfAListIsBounded(t *testing.T) {
	t.Parallel()
	columns, row := make([]string, 9), map[string]string{}
	for i := range columns {
		columns[i] = string(rune('a' + i))
		row[columns[i]] = strings.Repeat("ñ", 500)
	}
	for rows, ending := range map[int]string{1: "…).", 2: "…).", 3: " and 1 more.", 30: " and 28 more."} {
		data, err := json.Marshal(map[string]any{"columns": columns, "rows": slices.Repeat([]any{row}, rows)})
		if err != nil {
			t.Fatal(err)
		}
		if got := Sentence(data); len(got) > maxList+100 || !strings.HasSuffix(got, ending) {
			t.Errorf("%d rows: %d bytes, which end in %q", rows, len(got), got[max(0, len(got)-40):])
		}
	}
}

package generate_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/generate"
	"berth/platform/lint"
)

// corpus reads the prompts of a file, one a line, "\n" for a line break.
func corpus(t testing.TB, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var prompts []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "// ") {
			prompts = append(prompts, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return prompts
}

func made(t testing.TB, s *generate.Service, prompt string, former *platform.Proposal) platform.Proposal {
	t.Helper()
	d, err := s.Generate(t.Context(), editor, generate.Request{Prompt: prompt, Former: former})
	if err != nil {
		t.Fatalf("%.200q: %v", prompt, err)
	}
	return d
}

// complete checks what must hold for every draft: Generate has applied the check of publishing to it.
func complete(t testing.TB, prompt string, d platform.Proposal) {
	t.Helper()
	vague := func(f lint.Finding) bool { return f.Rule == "description.vague" }
	if r := lint.Tool(d.Tools[0].Name, d.Tools[0].Description); r.Score < 90 || slices.ContainsFunc(r.Findings, vague) {
		t.Errorf("%.200q: %s: %q scores %d: %v", prompt, d.Tools[0].Name, d.Tools[0].Description, r.Score, r.Findings)
	}
	for _, tool := range d.Tools {
		if n := utf8.RuneCountInString(tool.Description); n > 200 {
			t.Errorf("%.200q: %s is described in %d characters, and directories have asked for at most 200: %s", prompt, tool.Name, n, tool.Description)
		}
	}
	if d.Description == "" || len(d.Tools[0].MockData) < 20 || len(d.Tools[0].MockData) > 60_000 {
		t.Errorf("%.200q: description %q, %d bytes of data", prompt, d.Description, len(d.Tools[0].MockData))
	}
	for _, bad := range []string{"lorem", "<script", "%!", "undefined"} {
		if strings.Contains(strings.ToLower(d.Name+d.Tools[0].Description+string(d.Tools[0].MockData)), strings.ToLower(bad)) {
			t.Errorf("%.200q: the draft holds %q", prompt, bad)
		}
	}
}

func TestEveryDescriptionMakesADraftThatCanBePublished(t *testing.T) {
	t.Parallel()
	s := newService(t)
	prompts := corpus(t, "testdata/prompts.txt")
	if len(prompts) < 150 {
		t.Fatalf("only %d prompts", len(prompts))
	}
	var sentences []struct{ Prompt string }
	raw, err := os.ReadFile("testdata/sentences.json")
	if err != nil || json.Unmarshal(raw, &sentences) != nil {
		t.Fatalf("no sentences: %v", err)
	}
	for _, s := range sentences {
		prompts = append(prompts, s.Prompt)
	}
	prompts = append(prompts, strings.Repeat("x", 4000), strings.Repeat("restaurants and hotels ", 170), strings.Repeat("<", 4000), strings.Repeat("🍕", 4000),
		strings.Repeat("é ", 2000), "a\tb\r\nc", "\u202eevil\u202c", "name \u0007 bell", strings.Repeat("with a, b and c ", 240))
	for i, prompt := range prompts {
		d := made(t, s, prompt, nil)
		complete(t, prompt, d)
		if i%8 > 0 {
			continue
		}
		if diff := cmp.Diff(d, made(t, s, prompt, nil)); diff != "" {
			t.Errorf("%q makes two drafts:\n%s", prompt, diff)
		}
	}
}

// layouts are the layouts with the words that ask for them.
func layouts() [][2]string {
	return [][2]string{{"cards", "as cards"}, {"list", "as a list"}, {"table", "in a table"}, {"carousel", "in a carousel"}, {"gallery", "in a gallery"},
		{"search-results", "as search results"}, {"details", "with a detail page"}, {"dashboard", "on a dashboard"}, {"chart", "in a chart"}, {"timeline", "on a timeline"},
		{"map", "on a map"}, {"form", "in a form"}, {"markdown", "as markdown"}, {"chat", "as a chat"}}
}

// What is pasted, and what is not, fits every layout.
func TestEveryLayoutCanBeAskedFor(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, l := range layouts() {
		for _, subject := range []string{"Show boats", "boats with price, size, photo and home port", "Show our breads"} {
			prompt := subject + " " + l[1]
			if strings.Contains(subject, "breads") {
				prompt += ":\nname;price;vegan;since\nRye;4,20 €;yes;2021-03-01\nSeed roll;0,80 €;no;2024-11-30"
			}
			d := made(t, s, prompt, nil)
			complete(t, prompt, d)
			if got := d.Tools[0].Layout; got != l[0] && (l[0] != "form" && l[0] != "map" && l[0] != "gallery" || !strings.Contains(prompt, "\n")) && l[0] != "markdown" {
				t.Errorf("%s: a %s", prompt, got)
			}
		}
	}
}

func FuzzGenerate(f *testing.F) {
	s := newService(f)
	for _, p := range corpus(f, "testdata/prompts.txt") {
		f.Add(p, "make it green, as a table, with a price column")
	}
	f.Fuzz(func(t *testing.T, prompt, further string) {
		if len(prompt) > 4000 || len(further) > 4000 || strings.TrimSpace(prompt) == "" || strings.TrimSpace(further) == "" {
			return
		}
		d := made(t, s, prompt, nil)
		made(t, s, further, &d)
	})
}

func BenchmarkGenerate(b *testing.B) {
	s := newService(b)
	for b.Loop() {
		made(b, s, "find vegan restaurants in Berlin with name, price, rating and opening hours", nil)
	}
}

// Descriptions that a keyboard, a clipboard or malice has mangled make drafts too; the seed identifies a failure.
func TestMangledDescriptions(t *testing.T) {
	t.Parallel()
	s := newService(t)
	prompts := corpus(t, "testdata/prompts.txt")
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		mangle := func() string {
			text := []rune(prompts[r.IntN(len(prompts))])
			for range 1 + r.IntN(5) {
				switch r.IntN(4) {
				case 0:
					text = append(text, []rune(prompts[r.IntN(len(prompts))])...)
				case 1:
					text[r.IntN(len(text))] = rune(0x20 + r.IntN(0x3000))
				case 2:
					text = slices.Insert(text, r.IntN(len(text)), []rune(" with columns ")...)
				case 3:
					text = []rune(strings.ReplaceAll(string(text), " ", []string{"  ", "<", ">", " add ", " 7 ", ", "}[r.IntN(6)]))
				}
			}
			return string(text)
		}
		first, second := mangle(), mangle()
		if len(first) > generate.MaxPrompt || len(second) > generate.MaxPrompt {
			continue
		}
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			d := made(t, s, first, nil)
			complete(t, first, d)
			made(t, s, second, &d)
		})
	}
}

// TestFormsFillColumnsOfEveryType: what a form sends fits the tool that keeps it.
func TestFormsFillColumnsOfEveryType(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, prompt := range []string{
		"People should book a kayak: name, e-mail, phone, number of people, age, date, time, price, website, photo, paid or not",
		"Gäste buchen ein Zimmer: Name, Anzahl Gäste, Alter, Anreise, Uhrzeit, E-Mail, Telefon",
	} {
		p, err := s.Generate(t.Context(), platform.Actor{}, generate.Request{Prompt: prompt})
		if err != nil {
			t.Errorf("%s: %v", prompt, err)
		} else if len(p.Tables) != 1 || len(p.Tables[0].Columns) < 7 {
			t.Errorf("%s: %+v", prompt, p.Tables)
		}
	}
}

package pasted

import (
	"strings"
	"testing"
)

func repeated(s string, n int) string { return strings.Repeat(s, n/len(s)+1)[:n] }

// Lines that nobody can read are read all the same in work that grows with their number, which the calls of the words show: what reads
// lines far behind the first, to give them back, is not asked at each of them.
func TestHostileLinesAreReadOnce(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"things of several lines, the last one with two sums": repeated("A\n5 €\n\n", 4000) + "\nA\n5 €\n6 €",
		"names before words": strings.Repeat("1\n", 40) + repeated("a: b\n", 4000),
	} {
		calls, w := 0, anyWords()
		weekday, instruction := w.Weekday, w.Instruction
		w.Weekday = func(s string) bool { calls++; return weekday(s) }
		w.Instruction = func(s string) bool { calls++; return instruction(s) }
		Find(text, w)
		if lines := strings.Count(text, "\n"); calls > maxTries*lines/2 {
			t.Errorf("%s: %d calls for %d lines", name, calls, lines)
		}
	}
}

// Texts that took seconds or minutes, each by another reader. Nothing is measured: a reader without bounds shows by the time that the tests take.
func TestHostileTextsEnd(t *testing.T) {
	t.Parallel()
	ones := strings.Repeat("1\n", 40)
	for _, text := range []string{
		repeated("(1€,", 4000), repeated("a 1€ ", 4000), repeated("a / 1€, ", 4000), repeated("((1€) ", 4000), repeated("a**b", 4000),
		repeated("1€ / ", 4000), repeated("a 1€ / 1€ a\n", 4000), repeated("A 1:00\n", 8000), repeated("1/2/26, 1:00 - a\n", 8000), repeated("A 1:00\na\n", 8000),
		ones + repeated("1 A St—x\n", 4000), ones + repeated("A\n5 €\n6 €\n\n", 4000), ones + repeated("a — b\n", 4000),
	} {
		Find(text, anyWords())
	}
}

// A text longer than any cell is not searched for values, and a place after too many is not either.
func TestWorkIsBounded(t *testing.T) {
	t.Parallel()
	c := cutter{by: noSeparator}
	for k := range c.loose {
		c.loose[k] = true
	}
	if got := c.cut(repeated("(1€,", 2000)); len(got) != 1 {
		t.Errorf("%d pieces", len(got))
	}
	if got := c.cut(repeated("a 1€ ", longest)); len(got) < 2 {
		t.Errorf("%d pieces of a short one", len(got))
	}
	w, lines := anyWords(), strings.Split("A\n5 €\n\nB\n6 €", "\n")
	w.tries = new(maxTries - 1)
	if _, n := entries(lines, w); n != len(lines) {
		t.Errorf("%d lines of the last try", n)
	}
	if _, n := entries(lines, w); n != 0 {
		t.Errorf("%d lines after the last try", n)
	}
	if _, n := entries([]string{"A", "", "B"}, w); n != 0 || *w.tries != maxTries+1 {
		t.Errorf("what is no thing counts: %d", *w.tries)
	}
}

// A sign before a figure is a part of it, and a bracket or a power is not torn.
func TestSignsArePartsOfFigures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Jacke 80 € -10%\nHose 60 € -20%":                                         "Jacke|80 €|-10%",
		"Jacke 80 € –10 %\nHose 60 € –20 %":                                       "Jacke|80 €|–10 %",
		"Jacke 80 € -€10\nHose 60 € -€5":                                          "Jacke|80 €|-€10",
		"Oslo 12.05. -3°C\nRom 14.05. 20°C":                                       "Oslo|12.05.|-3°C",
		"Oslo –3 °C\nBergen 4 °C\nRom 20 °C":                                      "Oslo|–3 °C",
		"Oslo – 3 °C\nBergen – 4 °C":                                              "Oslo|3 °C",
		"Cape Town -33.9249, 18.4241\nRio -22.9068, -43.1729":                     "Cape Town|-33.9249|18.4241",
		"Cape Town - 33.9249, 18.4241\nRio - 22.9068, -43.1729":                   "Cape Town|33.9249|18.4241",
		"Dead Sea (31.5590, 35.4732) -430 m\nBaku (40.4093, 49.8671) -28 m":       "Dead Sea|31.5590|35.4732|-430 m",
		"Fahrt, (5 €) pro Person\nFührung, (3 €) pro Person":                      "Fahrt|5 €|pro Person",
		"Fahrt (5 € und mehr) am See\nFührung (3 € und mehr) im Ort":              "Fahrt|5 €|und mehr|am See",
		"eight, 2**3, 8 €\nnine, 3**2, 9 €":                                       "eight|2**3|8 €",
		"a rye, **dark** and **sour**, 8 €\na roll, **light** and **sweet**, 9 €": "a rye|dark and sour|8 €",
		"**Rye — 3.50 €**\n**Roll — 0.80 €**":                                     "Rye|3.50 €",
		"- 2**3\n- 3**2\n- **four**":                                              "2**3",
		"Otto\n12 rue Verte (2e étage)\n\nAnna\n3 rue Bleue (cour)":               "Otto|12 rue Verte|2e étage",
		"Otto\nHauptstr. 12\n\nAnna\nBahnhofweg 3":                                "Otto|Hauptstr. 12",
		"Concert\n12 May 2024\n\nOpera\n13 May 2024":                              "Concert|12 May 2024",
	} {
		_, found := Find(text, anyWords())
		if len(found) != 1 || strings.Join(found[0].Rows[0], "|") != want {
			t.Errorf("%q: %+v, not %q", text, found, want)
		}
	}
}

// A word below rows that ends a message is no row, while another name is one.
func TestThanksAreNoRow(t *testing.T) {
	t.Parallel()
	for last, rows := range map[string]int{"Danke": 3, "Danke!": 3, "Merci": 3, "butter": 3, "Thanks": 3, "Butter": 4} {
		_, found := Find("Milch x2\nBrot\nEier x12\n"+last, anyWords())
		if len(found) != 1 || len(found[0].Rows) != rows {
			t.Errorf("%s: %+v", last, found)
		}
	}
}

// Lines around a table are walked only as far as one list goes, not to the end of a long paragraph for each table in it.
func TestLongParagraphsAreNotWalkedForEachTable(t *testing.T) {
	t.Parallel()
	kept, taken := []string{"Our lists", "", "x"}, []string{"Mon 9-17", "Tue 9-17"}
	if above, below := engulfed(kept, taken, []string{"x", "y"}); above != 1 || below != 2 {
		t.Errorf("%d above, %d below", above, below)
	}
	if above, below := engulfed(kept, taken, strings.Split(strings.Repeat("x\n", farthest), "\n")); above != 0 || below != 0 {
		t.Errorf("%d above, %d below a table amid too many", above, below)
	}
}

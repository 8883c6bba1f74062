package offline

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/generate/pasted"
	"berth/platform/tables"
)

var (
	adds  = regexp.MustCompile(`(?i)(?:^|[\s,])(?:add|include|also show|show the|with|agrega|añade|ajoute|adicione|aggiungi|füge|ergänze)\s+([^.!?\n]{2,120})`)
	drops = regexp.MustCompile(`(?i)\b(?:remove|drop|delete|hide|without|get rid of|no|quita|elimina|enlève|supprime|remova|togli|rimuovi|entferne|ohne)\s+([^.!?\n]{2,120})`)
	musts = regexp.MustCompile(`(?i)\bmake (?:the )?([\p{L} -]{2,40}?)(?: field| column)? (required|mandatory|compulsory|optional)\b`)
	sorts = regexp.MustCompile(`(?i)\b(?:sort|order|rank)(?:ed)?(?: them| it| the \w+)? by (?:the )?([\p{L} ]{2,30})`)
	extra = regexp.MustCompile(`(?i)\b(?:columns?|fields?|called|named|please|too|hinzu|spalten?|colonnes?|columnas?|colunas?|colonna|campos?|champs?|feld|also|as well|to (?:it|the \w+|each \w+|every \w+)|for each \w+)\b`)
)

// reshape changes rows and columns.
func (r *refinement) reshape() {
	if !r.rows {
		return
	}
	s := r.sheets[0]
	changed := r.take() || r.columns()
	if m := sorts.FindStringSubmatch(r.text); m != nil {
		changed = r.sort(m[1]) || changed
	}
	for words, code := range map[string]string{" euro eur ": "EUR", " pound gbp ": "GBP", " dollar usd ": "USD"} {
		if at := s.first(platform.ColumnMoney); at >= 0 && slices.ContainsFunc(r.ask.words, func(w word) bool { return strings.Contains(words, " "+w.root+" ") }) {
			s.columns[at].Currency, changed = code, true
		}
	}
	if changed {
		r.dirty, r.done = true, true
	}
}

// take puts what was pasted in the place of rows that were made up, or after those that were not.
func (r *refinement) take() bool {
	if len(r.more) == 0 || r.kind == intake {
		return false
	}
	s, pastedSheet := r.sheets[0], r.sheetOf(r.more[0])
	if s.example || r.more[0].Form == pasted.Questions && len(s.rows) == 0 {
		pastedSheet.title, pastedSheet.actions = s.title, s.actions
		*s = *pastedSheet
		return true
	}
	for _, row := range pastedSheet.rows {
		next := make([]json.RawMessage, len(s.columns))
		for i, c := range pastedSheet.columns {
			at := slices.IndexFunc(s.columns, func(own platform.Column) bool { return own.Name == c.Name })
			if at < 0 && len(pastedSheet.columns) == len(s.columns) && r.more[0].Header == nil {
				at = i
			}
			if at < 0 {
				at = s.add(c.Title, c.Type)
				next = slices.Concat(next, []json.RawMessage{nil})
			}
			cell, fault := tables.ParseCell(s.columns[at], written(c, row[i]), tables.Style{})
			if fault != "" {
				return false
			}
			next[at] = cell
		}
		s.rows = append(s.rows, next)
	}
	return true
}

// columns adds and drops the columns that the sentence names.
func (r *refinement) columns() (changed bool) {
	s := r.sheets[0]
	if m := rowNamed.FindStringSubmatch(r.text); m != nil && !r.part(m[1]) {
		row := make([]json.RawMessage, len(s.columns))
		row[0] = quoted(rowName(m))
		s.rows = append(s.rows, row)
		return true
	}
	if m := musts.FindStringSubmatch(r.text); m != nil {
		if at := r.column(m[1]); at >= 0 {
			s.columns[at].Required, changed = m[2] != "optional", true
		}
	}
	if m := drops.FindStringSubmatch(r.text); m != nil {
		for _, f := range r.listed(m[1]) {
			changed = r.drop(f) || changed
		}
	}
	m := adds.FindStringSubmatch(r.text)
	if m == nil || strings.Contains(phrase(m[1]), " more ") {
		return changed
	}
	explicit := strings.Contains(phrase(m[1]), " column ") || strings.Contains(phrase(m[1]), " field ")
	for _, f := range r.listed(m[1]) {
		if !explicit && !r.ask.known(f) || r.column(f) >= 0 || len(s.columns) >= tables.MaxColumns {
			continue
		}
		at := s.add(f, r.ask.kindOf(f))
		if n := len(s.columns) - 1; r.kind == intake && s.columns[n-1].Type == platform.ColumnEnum {
			s.columns[at].Type = r.sendable(s.columns[at].Type)
			s.columns[n-1], s.columns[n] = s.columns[n], s.columns[n-1]
		}
		for i := range s.rows {
			if s.example && s.columns[at].Type == platform.ColumnText {
				s.rows[i][at] = quoted(r.filler(s.columns[at]))
			}
		}
		changed = true
	}
	return changed
}

// listed cuts "a price column and ratings" into headings.
func (r *refinement) listed(list string) []string {
	list = extra.ReplaceAllString(list, " ")
	return r.ask.headings(list)
}

// part reports whether a named thing is a part of the app and not a row: "add a column called Rating".
func (r *refinement) part(thing string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(thing)), func(w string) bool {
		return slices.Contains(strings.Fields("column field figure button tool tab filter chart question input"), w)
	})
}

func rowName(m []string) string {
	name := m[2]
	if m[1] != "" {
		for _, end := range []string{" for ", " with ", " at ", " from ", " and ", ", "} {
			name, _, _ = strings.Cut(name, end)
		}
	}
	return clip(strings.Trim(plain(name), ` "“”'.!,`), 100)
}

// column returns the index of the column that a heading means, -1 for none.
func (r *refinement) column(heading string) int {
	h := strings.ReplaceAll(snake(heading), "_", "")
	return slices.IndexFunc(r.sheets[0].columns, func(c platform.Column) bool {
		title := strings.ReplaceAll(snake(c.Title), "_", "")
		return h != "" && (title == h || singular(title) == singular(h) || strings.Contains(phrase(c.Title), phrase(heading)))
	})
}

// drop removes a column, except the first, or the row of that name.
func (r *refinement) drop(heading string) bool {
	s := r.sheets[0]
	at := r.column(heading)
	if row := slices.IndexFunc(s.rows, func(row []json.RawMessage) bool { return phrase(written(s.columns[0], row[0])) == phrase(heading) }); row >= 0 && len(s.rows) > 1 {
		s.rows = slices.Delete(s.rows, row, row+1)
		return true
	}
	if at < 0 || at == 0 && r.kind != intake || len(s.columns) < 3 && r.kind == intake {
		return false
	}
	s.columns = slices.Delete(slices.Clone(s.columns), at, at+1)
	for i, row := range s.rows {
		s.rows[i] = slices.Delete(slices.Clone(row), at, at+1)
	}
	return true
}

// sort has the tool order rows by the column that a heading means: ratings and what is to be highest or last first.
func (r *refinement) sort(heading string) bool {
	at := r.column(heading)
	if at < 0 {
		return false
	}
	r.sorted = r.sheets[0].columns[at].Name
	if slices.ContainsFunc([]string{" rating ", " highest ", " descending "}, func(w string) bool { return strings.Contains(r.ask.roots, w) }) {
		r.sorted = "-" + r.sorted
	}
	return true
}

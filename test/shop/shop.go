// Package shop makes a table as shops have them, for tests and benchmarks of what is done with tables.
package shop

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"berth/platform"
)

// Table has a column of almost every type.
func Table() platform.Table {
	return platform.Table{Name: "products", Title: "Products", Revision: 1, Columns: []platform.Column{
		{Name: "name", Type: "text", Required: true}, {Name: "code", Type: "text"}, {Name: "price", Type: "money", Currency: "EUR"}, {Name: "stock", Type: "integer"},
		{Name: "vegan", Type: "boolean"}, {Name: "size", Type: "enum", Values: []string{"small", "medium", "large"}}, {Name: "tags", Type: "tags"},
		{Name: "since", Type: "date"}, {Name: "shop", Type: "place"}, {Name: "notes", Type: "text"},
	}}
}

// Rows makes n rows of about 400 bytes, always the same. Words are as rare as those of a language are: by Zipf's law.
func Rows(n int) []platform.Row {
	r := rand.New(rand.NewPCG(1, 2))
	w := words{rand.NewZipf(r, 1.1, 4, 7999)}
	rows := make([]platform.Row, n)
	for i := range rows {
		at := time.UnixMicro(1_700_000_000_000_000 + int64(i)*1000).UTC()
		values := fmt.Sprintf(`{"name":%q,"code":"TP %d","price":%d.%02d,"stock":%d,"vegan":%v,"size":%q,"tags":[%q,%q],"since":"20%02d-%02d-%02d","shop":{"lat":%.5f,"lon":%.5f},"notes":%q}`,
			w.some(3), r.IntN(9000), r.IntN(90), r.IntN(100), r.IntN(500), r.IntN(2) == 0, []string{"small", "medium", "large"}[r.IntN(3)], w.some(1), w.some(1),
			r.IntN(26), 1+r.IntN(12), 1+r.IntN(28), 45+r.Float64()*10, 5+r.Float64()*10, w.some(30))
		rows[i] = platform.Row{ID: platform.RowID(fmt.Sprintf("019a0000-0000-7000-8000-%012d", i)), Values: json.RawMessage(values), Rev: 1, CreatedAt: at, UpdatedAt: at}
	}
	return rows
}

// words are those of an invented language, of which the commonest are English.
type words struct{ rank *rand.Zipf }

const common = "the of and a with in for bread rye wheat fresh oven baked every day house"

func (w words) some(n int) string {
	english := strings.Fields(common)
	all := make([]string, n)
	for i := range all {
		rank := w.rank.Uint64()
		if rank < uint64(len(english)) {
			all[i] = english[rank]
			continue
		}
		var b strings.Builder
		for h := rank * 2654435761; b.Len() < 4+int(rank%5); h /= 20 {
			b.WriteByte("bcdfghklmnprstvwzaei"[h%20])
			b.WriteByte("aeiou"[(h/7)%5])
		}
		all[i] = b.String()
	}
	return strings.Join(all, " ")
}

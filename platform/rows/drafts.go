package rows

import (
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/tables"
)

// CheckTables returns everything that is wrong with the tables that a new app is to have, and with their rows.
func CheckTables(drafts []platform.TableDraft) (found []platform.Problem) {
	if n := len(drafts); n > MaxTables {
		return []platform.Problem{{Location: "body.tables", Message: fmt.Sprintf("must have at most %d tables, not %d", MaxTables, n)}}
	}
	seen := map[string]int{}
	for i, t := range drafts {
		at := fmt.Sprintf("body.tables[%d]", i)
		problems := CheckTable(t.Table())
		for _, p := range problems {
			found = append(found, platform.Problem{Location: at + strings.TrimPrefix(p.Location, "body"), Message: p.Message})
		}
		if first, twice := seen[t.Name]; twice {
			found = append(found, platform.Problem{Location: at + ".name", Message: fmt.Sprintf("is the name of table %d already", first+1)})
		}
		seen[t.Name] = i
		if n := len(t.Rows); n > maxFirstRows {
			found = append(found, platform.Problem{Location: at + ".rows", Message: fmt.Sprintf("must have at most %d rows, not %d", maxFirstRows, n)})
			continue
		}
		for j, row := range t.Rows {
			if len(problems) > 0 {
				break // what does not fit wrong columns says nothing
			}
			_, faults := tables.CheckValues(t.Columns, row)
			for _, p := range faults {
				where := strings.TrimSuffix(fmt.Sprintf("%s.rows[%d].%s", at, j, p.Location), ".")
				found = append(found, platform.Problem{Location: where, Message: p.Message})
			}
		}
	}
	return found
}

// maxFirstRows is how many rows a table may have in the request that makes its app.
const maxFirstRows = 1000

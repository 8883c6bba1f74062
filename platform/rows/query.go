package rows

import (
	"context"
	"fmt"

	"berth/platform"
	"berth/platform/tables"
	"berth/platform/tables/hot"
)

// Query asks for rows of a table, as authors write it.
type Query struct {
	Text    string   // words, looked for in all columns that have some
	Filters []string // such as "price<=5"
	Sort    string   // such as "-price,name"
	Limit   int
	Cursor  string
}

// Hot keeps tables in memory and finds rows in them. It is told of every change once that is stored.
type Hot interface {
	// Query returns BAD_REQUEST for a cursor that it did not make.
	Query(ctx context.Context, ref platform.TableRef, ask tables.Query) (tables.Page, error)
	// Applied takes in a change of a few rows.
	Applied(ref platform.TableRef, c hot.Change)
	// Changed says that a table is no longer what it was.
	Changed(app platform.AppID, table string)
}

// Rows returns a page of the rows that fit. Problems are located in the query.
func (s *Service) Rows(ctx context.Context, ref platform.TableRef, q Query) (tables.Page, error) {
	table, err := s.Store.Table(ctx, ref)
	if err != nil {
		return tables.Page{}, err
	}
	ask := tables.Query{Text: q.Text, Limit: q.Limit, Paged: true, Cursor: q.Cursor}
	var found []platform.Problem
	for i, text := range q.Filters {
		filter, fault := tables.ParseFilter(table.Columns, text)
		if fault != "" {
			at := "query.filter"
			if len(q.Filters) > 1 {
				at = fmt.Sprintf("query.filter[%d]", i)
			}
			found = append(found, platform.Problem{Location: at, Message: fault})
		}
		ask.Filters = append(ask.Filters, filter)
	}
	if q.Sort != "" {
		var fault string
		if ask.Sort, fault = tables.ParseSort(table.Columns, q.Sort); fault != "" {
			found = append(found, platform.Problem{Location: "query.sort", Message: fault})
		}
	}
	if len(found) > 0 {
		return tables.Page{}, platform.Invalid(found)
	}
	for _, c := range table.Columns {
		if tables.Searchable(c.Type) {
			ask.Search = append(ask.Search, c.Name)
		}
	}
	return s.Hot.Query(ctx, ref, ask)
}

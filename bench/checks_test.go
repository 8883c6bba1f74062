package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/tables"
)

func TestAnswersNameTheirAppAlone(t *testing.T) {
	t.Parallel()
	check, id := answers(nil), []byte("10000001")
	for names, right := range map[string]bool{
		tenant(1): true, tenant(1) + " " + tenant(1): true, "": false, tenant(2): false, tenant(1) + " " + tenant(2): false,
	} {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"structuredContent":{"title":%q}}}`, id, names)
		if err := check([]byte(body), id, tenant(1), 0); (err == nil) != right {
			t.Errorf("%q as the answer of %s: %v", names, tenant(1), err)
		}
	}
}

func TestAgreesWithTheRows(t *testing.T) {
	t.Parallel()
	want, rows, items := tables.Page{Count: 12}, []string(nil), []string(nil)
	for i := range pageSize {
		want.Rows = append(want.Rows, platform.Row{Values: fmt.Appendf(nil, `{"name":"n%d","price":%d}`, i, i)})
		rows = append(rows, fmt.Sprintf(`{"id":"%d","name":"n%d","price":%d.0}`, i, i, i))
		items = append(items, fmt.Sprintf(`{"title":"n%d"}`, i))
	}
	swapped := func(all []string) string {
		return strings.Join(append([]string{all[1], all[0]}, all[2:]...), ",")
	}
	for _, c := range []struct {
		name, structured string
		widget, right    bool
	}{
		{"rows", `"count":12,"rows":[` + strings.Join(rows, ",") + `]`, false, true},
		{"another count", `"count":11,"rows":[` + strings.Join(rows, ",") + `]`, false, false},
		{"another order", `"count":12,"rows":[` + swapped(rows) + `]`, false, false},
		{"a row less", `"count":12,"rows":[` + strings.Join(rows[1:], ",") + `]`, false, false},
		{"items", `"items":[` + strings.Join(items, ",") + `]`, true, true},
		{"another order of items", `"items":[` + swapped(items) + `]`, true, false},
		{"nothing", `"items":[]`, true, false},
	} {
		if err := agrees(json.RawMessage(`{"structuredContent":{`+c.structured+`}}`), want, c.widget); (err == nil) != c.right {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

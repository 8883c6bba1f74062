package rows_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"

	"berth/platform"
	"berth/platform/rows"
)

// Rows from when e-mail addresses were unique as they are written may differ in case alone. Each can be changed; what is new to it is refused.
func TestRowsThatWereUniqueAsWrittenCanBeChanged(t *testing.T) {
	t.Parallel()
	columns := []platform.Column{{Name: "mail", Type: platform.ColumnEmail, Unique: true}, {Name: "age", Type: platform.ColumnInteger}}
	service, s, ann, app := newTable(t, "Club", platform.Table{Name: "people", Columns: columns}, func(platform.Draft, *platform.Manifest) []rows.Use { return nil })
	at := rows.Scope{TableRef: platform.TableRef{Workspace: ann.Workspace, App: app, Name: "people"}}
	_, old, err := s.InsertRows(t.Context(), ann, at, func(platform.Table) (puts []rows.Put, err error) {
		for _, mail := range []string{"Ann@x.de", "ann@x.de", "bob@x.de"} {
			puts = append(puts, rows.Put{Values: json.RawMessage(fmt.Sprintf(`{"mail":%q}`, mail)), Keys: []rows.Key{{Column: "mail", Hash: sha256.Sum256([]byte(mail))}}})
		}
		return puts, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	change := func(i int, values string) error {
		_, err := service.UpdateRow(t.Context(), ann, rows.Target{Scope: at, ID: old[i].ID}, json.RawMessage(values))
		return err
	}
	insert := func(mail string) error {
		_, err := service.InsertRows(t.Context(), ann, app, "people", []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"mail":%q}`, mail))})
		return err
	}
	for i := range old {
		if err := change(i, `{"age":7}`); err != nil {
			t.Errorf("row %d: %v", i, err)
		}
	}
	for what, err := range map[string]error{"another row's": change(0, `{"mail":"Bob@x.de"}`), "an old row's": insert("ANN@x.de"), "as written": insert("Ann@x.de")} {
		if !platform.IsCode(err, platform.CodeConflict) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := service.DeleteRow(t.Context(), ann, rows.Target{Scope: at, ID: old[1].ID}); err != nil {
		t.Fatal(err)
	}
	if err := change(0, `{"age":8}`); err != nil {
		t.Fatal(err)
	}
	if err := insert("ann@x.de"); !platform.IsCode(err, platform.CodeConflict) {
		t.Errorf("a row that was changed is unique in any case: %v", err)
	}
}

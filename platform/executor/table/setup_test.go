package table_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/executor/table"
	"berth/platform/schema"
	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/platform/view"
	"berth/test/shipped"
)

// book is a table of one app, which is read and written as tables are.
type book struct {
	mu    sync.Mutex
	ref   platform.TableRef
	state *hot.Snapshot
	last  platform.TableCall
	next  int
	fail  error
}

func (b *book) Table(_ context.Context, ref platform.TableRef) (*hot.Snapshot, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ref != b.ref {
		return nil, platform.Errorf(platform.CodeNotFound, "There is no such table.")
	}
	return b.state, nil
}

func (b *book) Query(ctx context.Context, ref platform.TableRef, ask tables.Query) (tables.Page, error) {
	s, err := b.Table(ctx, ref)
	if err != nil {
		return tables.Page{}, err
	}
	return s.Query(ctx, ask)
}

func (b *book) Insert(_ context.Context, call platform.TableCall, values json.RawMessage) (platform.Table, platform.Row, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last = call; b.fail != nil {
		return platform.Table{}, platform.Row{}, b.fail
	}
	checked, problems := tables.CheckValues(b.state.Table().Columns, values)
	if len(problems) > 0 {
		return platform.Table{}, platform.Row{}, platform.Invalid(problems)
	}
	b.next++
	r := platform.Row{ID: platform.RowID(fmt.Sprintf("r%d", b.next)), Values: checked, Owner: call.Owner, Rev: 1, CreatedAt: time.Unix(int64(b.next), 0)}
	b.state = b.state.With(b.state.Table(), []platform.Row{r}, nil)
	return b.state.Table(), r, nil
}

func (b *book) find(call platform.TableCall, id platform.RowID) (platform.Row, error) {
	b.last = call
	r, ok := b.state.Row(id)
	if b.fail != nil {
		return r, b.fail
	}
	if !ok || b.state.Table().OwnedRows && (call.Owner == "" || r.Owner != call.Owner) {
		return r, platform.Errorf(platform.CodeNotFound, "There is no such row.")
	}
	return r, nil
}

func (b *book) Update(_ context.Context, call platform.TableCall, id platform.RowID, values json.RawMessage) (platform.Table, platform.Row, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, err := b.find(call, id)
	if err != nil {
		return platform.Table{}, platform.Row{}, err
	}
	var problems []platform.Problem
	if r.Values, problems = tables.Merge(b.state.Table().Columns, r.Values, values); len(problems) > 0 {
		return platform.Table{}, platform.Row{}, platform.Invalid(problems)
	}
	r.Rev++
	b.state = b.state.With(b.state.Table(), []platform.Row{r}, nil)
	return b.state.Table(), r, nil
}

func (b *book) Delete(_ context.Context, call platform.TableCall, id platform.RowID) (platform.Table, platform.Row, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, err := b.find(call, id)
	if err == nil {
		b.state = b.state.With(b.state.Table(), nil, []platform.RowID{id})
	}
	return b.state.Table(), r, err
}

// breads is a table of breads.
func breads() platform.Table {
	return platform.Table{App: "app", Name: "breads", Title: "Breads", Columns: []platform.Column{
		{Name: "name", Title: "Name", Type: "text", Required: true}, {Name: "price", Type: "money", Currency: "EUR"}, {Name: "vegan", Type: "boolean"},
		{Name: "size", Type: "enum", Values: []string{"small", "large"}}, {Name: "tags", Type: "tags"}, {Name: "baked", Type: "date"}, {Name: "shop", Type: "place"},
		{Name: "picture", Type: "image"}, {Name: "notes", Type: "text"},
	}}
}

type bench struct {
	*book
	kinds   map[string]executor.Kind
	around  executor.Around
	layouts *view.Set
}

func setup(t testing.TB, of platform.Table, values ...string) *bench {
	t.Helper()
	layouts := shipped.Layouts(t)
	b := &bench{book: &book{ref: platform.TableRef{Workspace: "ws", App: "app", Name: of.Name}, state: hot.New(of, nil)}, kinds: map[string]executor.Kind{}, layouts: layouts}
	for _, k := range table.New(table.Options{Reader: b.book, Writer: b.book, Layout: layouts.Layout}) {
		b.kinds[k.Kind()] = k
	}
	b.around = executor.Around{Tables: []platform.Table{of}, Layout: layouts.Layout, Draft: platform.Draft{Access: platform.AccessMixed}}
	for _, v := range values {
		if _, _, err := b.Insert(t.Context(), platform.TableCall{}, json.RawMessage(v)); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// plan makes a tool, which must be in order.
func (b *bench) plan(t testing.TB, tool platform.ToolDraft) executor.Plan {
	t.Helper()
	k, ok := b.kinds[tool.Kind()]
	if !ok {
		t.Fatalf("no kind %s", tool.Kind())
	}
	if problems := k.Form().Problems(tool.Handler); len(problems) > 0 {
		t.Fatalf("%s: %v", tool.Handler, problems)
	}
	plan, problems := k.Plan(tool, b.around)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", tool.Handler, problems)
	}
	return plan
}

// call runs a tool with arguments, which its schema must take unless the tool refuses them itself; user "" is nobody.
func (b *bench) call(t testing.TB, tool platform.ToolDraft, user platform.UserID, arguments string) (appkit.Result, error) {
	t.Helper()
	plan := b.plan(t, tool)
	result, err := b.run(t, tool.Kind(), plan.Config, user, arguments)
	if err != nil {
		return result, err
	}
	output := plan.Output
	if l, ok := b.layouts.Layout(tool.Layout); ok {
		output = l.DataSchema
	}
	compiled, err := schema.Compile(output)
	if err != nil {
		t.Fatal(err)
	}
	if problems := compiled.Validate(json.RawMessage(result.Structured.(platform.Encoded))); len(problems) > 0 {
		t.Errorf("%s %s: the answer %s does not fit: %v", tool.Handler, arguments, result.Structured, problems)
	}
	return result, nil
}

// run runs a configured tool.
func (b *bench) run(t testing.TB, kind string, config json.RawMessage, user platform.UserID, arguments string) (appkit.Result, error) {
	t.Helper()
	call := appkit.Call{Workspace: "ws", App: "app", Slug: "bakery", Arguments: json.RawMessage(arguments), Now: time.Unix(0, 0)}
	call.Principal.User, call.Principal.Email = user, "ann@example.com"
	return b.kinds[kind].Execute(t.Context(), platform.HandlerRef{Kind: kind, Config: config}, call)
}

func (b *bench) must(t testing.TB, tool platform.ToolDraft, user platform.UserID, arguments string) appkit.Result {
	t.Helper()
	result, err := b.call(t, tool, user, arguments)
	if err != nil {
		t.Fatalf("%s %s: %v", tool.Handler, arguments, err)
	}
	return result
}

func text(r appkit.Result) string { return r.Content[0].Text }

func structured(r appkit.Result) string { return string(r.Structured.(platform.Encoded)) }

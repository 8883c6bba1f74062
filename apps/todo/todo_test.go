package todo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/identity"
	"berth/platform/schema"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// call runs a tool without the edge.
func call(t *testing.T, app appkit.App, who platform.Principal, tool, arguments string) appkit.Result {
	t.Helper()
	result, err := app.Handlers()[tool](t.Context(), appkit.Call{Tool: tool, Arguments: json.RawMessage(arguments), Principal: who, Now: time.Now().UTC()})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestResultsAreWrittenLikeTheDocuments: names in the document's order, seconds in times, null for no description.
func TestResultsAreWrittenLikeTheDocuments(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		app, ada := todo.New(s), storetest.Person(t, s, "ada@example.com")
		at := time.Date(2025, 12, 20, 10, 30, 0, 123456000, time.UTC)
		first, err := s.AddTask(t.Context(), ada, "Call mom & <dad>", nil, at)
		if err != nil {
			t.Fatal(err)
		}
		list := call(t, app, ada.Principal, "list_tasks", `{"user_id":"`+string(ada.User)+`"}`)
		want := fmt.Sprintf(`[{"id":%d,"title":"Call mom & <dad>","description":null,"completed":false,"created_at":"2025-12-20T10:30:00Z"}]`, first.ID)
		if diff := cmp.Diff(appkit.Text(want), list.Content); diff != "" {
			t.Errorf("text of list_tasks (-want +got):\n%s", diff)
		}
		done := call(t, app, ada.Principal, "complete_task", fmt.Sprintf(`{"user_id":"ada@example.com","task_id":%d}`, first.ID))
		want = fmt.Sprintf(`{"task_id":%d,"status":"completed","title":"Call mom \u0026 \u003cdad\u003e"}`, first.ID)
		if got := encoded(t, done.Structured); got != want || done.Content != nil {
			t.Errorf("complete_task answered %s and %v, want %s", got, done.Content, want)
		}
		gone := call(t, app, ada.Principal, "delete_task", `{"user_id":"ada@example.com","task_id":3000000}`)
		if got := encoded(t, gone.Structured); got != `{"error":"Task not found","task_id":3000000}` || !gone.IsError {
			t.Errorf("delete_task answered %s", got)
		}
	})
}

// TestTheTaskLimitIsRefusedInTheDocumentsShape: the list of one person is full, another's is not affected.
func TestTheTaskLimitIsRefusedInTheDocumentsShape(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	app, ada, bob := todo.New(s), storetest.Person(t, s, "ada@example.com"), storetest.Person(t, s, "bob@example.com")
	for range platform.MaxTasks {
		if _, err := s.AddTask(t.Context(), ada, "a", nil, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	full := call(t, app, ada.Principal, "add_task", `{"user_id":"ada@example.com","title":"one more"}`)
	if got := encoded(t, full.Structured); got != `{"error":"Task limit of 1000 reached"}` || !full.IsError {
		t.Errorf("add_task answered %s", got)
	}
	if other := call(t, app, bob.Principal, "add_task", `{"user_id":"bob@example.com","title":"mine"}`); other.IsError {
		t.Errorf("somebody else is refused: %s", encoded(t, other.Structured))
	}
}

// TestUserIDNamesTheCaller tries every value that might pass for a person other than the caller.
func TestUserIDNamesTheCaller(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	app := todo.New(s)
	ada := storetest.Person(t, s, "ada@example.com").Principal
	bob := storetest.Person(t, s, "bob@example.com").Principal
	nameless := ada
	nameless.Email = ""
	for _, test := range []struct {
		who    platform.Principal
		userID string // JSON
		ok     bool
	}{
		{ada, encoded(t, ada.User), true},
		{ada, `"ada@example.com"`, true},
		{ada, `"ADA@Example.COM"`, true},
		{ada, encoded(t, strings.ToUpper(string(ada.User))), false},
		{ada, encoded(t, bob.User), false},
		{ada, `"bob@example.com"`, false},
		{ada, `" ada@example.com"`, false},
		{ada, `"ada@example.com\u0000"`, false},
		{ada, `"%"`, false},
		{ada, `"*"`, false},
		{ada, `["ada@example.com"]`, false},
		{ada, `{"$ne":""}`, false},
		{ada, `true`, false},
		{ada, `null`, false},
		{ada, `""`, false},
		{nameless, `""`, false},
		{platform.Principal{}, `""`, false},
		{platform.Principal{Kind: platform.KindAnonymous}, encoded(t, ada.User), false},
		{platform.Principal{Kind: platform.KindAnonymous, Email: "ada@example.com"}, `"ada@example.com"`, false},
	} {
		for _, tool := range app.Manifest().Tools {
			result := call(t, app, test.who, tool.Name, `{"user_id":`+test.userID+`,"title":"x","task_id":1}`)
			refused := encoded(t, result.Structured) == `{"error":"User not found"}`
			if refused == test.ok {
				t.Errorf("%s with user_id %s: %s", tool.Name, test.userID, encoded(t, result.Structured))
			}
		}
	}
}

// TestTasksOfOthersAnswerLikeMissingOnes compares the whole result, byte by byte, except for the id asked for.
func TestTasksOfOthersAnswerLikeMissingOnes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		app := todo.New(s)
		ada := storetest.Person(t, s, "ada@example.com")
		bob := storetest.Person(t, s, "bob@example.com").Principal
		task, err := s.AddTask(t.Context(), ada, "Secret plan", nil, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range []string{"complete_task", "delete_task", "update_task"} {
			answer := func(id int64) string {
				result := call(t, app, bob, tool, fmt.Sprintf(`{"user_id":"bob@example.com","title":"x","task_id":%d}`, id))
				return strings.ReplaceAll(encoded(t, result), fmt.Sprint(id), "ID")
			}
			if diff := cmp.Diff(answer(task.ID+1000), answer(task.ID)); diff != "" {
				t.Errorf("%s tells a missing task (-) from somebody else's (+):\n%s", tool, diff)
			}
		}
		left, err := s.Tasks(t.Context(), ada.User, platform.TasksAll)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]platform.Task{task}, left); diff != "" {
			t.Errorf("ada's tasks have changed (-want +got):\n%s", diff)
		}
	})
}

// TestConcurrentCallers: completing is idempotent, and of many who delete one task exactly one succeeds.
func TestConcurrentCallers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		app, ada := todo.New(s), storetest.Person(t, s, "ada@example.com")
		task, err := s.AddTask(t.Context(), ada, "Once", nil, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		arguments := json.RawMessage(fmt.Sprintf(`{"user_id":"ada@example.com","task_id":%d}`, task.ID))
		if got := succeed(t, app, ada.Principal, "complete_task", arguments); got != 8 {
			t.Errorf("%d of 8 concurrent calls of complete_task succeeded, want all", got)
		}
		if got := succeed(t, app, ada.Principal, "delete_task", arguments); got != 1 {
			t.Errorf("%d of 8 concurrent calls of delete_task succeeded, want 1", got)
		}
	})
}

// succeed returns how many of 8 concurrent calls succeed.
func succeed(t *testing.T, app appkit.App, who platform.Principal, tool string, arguments json.RawMessage) int {
	t.Helper()
	var group sync.WaitGroup
	outcomes := make(chan bool, 8)
	for range 8 {
		group.Go(func() {
			result, err := app.Handlers()[tool](t.Context(), appkit.Call{Arguments: arguments, Principal: who})
			if err != nil {
				t.Error(err)
			}
			outcomes <- !result.IsError
		})
	}
	group.Wait()
	close(outcomes)
	n := 0
	for ok := range outcomes {
		if ok {
			n++
		}
	}
	return n
}

// TestChangesAreAuditedWithoutContent calls over the wire: each change leaves one row that says who, what and from where,
// in the caller's workspace alone; a call that is refused or changes nothing leaves none.
func TestChangesAreAuditedWithoutContent(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		seen := func(ws platform.WorkspaceID) []identity.AuditEntry {
			t.Helper()
			all, _, err := s.Audit(t.Context(), ws, identity.AuditQuery{Limit: 200})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(encoded(t, all), "Hush") {
				t.Errorf("the audit trail holds what was written: %s", encoded(t, all))
			}
			all = slices.DeleteFunc(all, func(e identity.AuditEntry) bool { return !strings.HasPrefix(e.Action, "task.") })
			slices.Reverse(all)
			return all
		}
		headers := map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
			"MCP-Protocol-Version": "2025-11-25", "User-Agent": "Agent/1"}
		for _, step := range []struct{ key, tool, arguments string }{
			{b.ada.key, "add_task", `"title":"Hush-title","description":"Hush-note"`},
			{b.ada.key, "add_task", `"title":"Hush ` + strings.Repeat("x", 200) + `"`},
			{b.ada.key, "list_tasks", `"status":"all"`},
			{b.bob.key, "add_task", `"title":"Hush-title"`}, // for somebody else
			{b.ada.key, "update_task", `"task_id":1`},
			{b.ada.key, "update_task", `"task_id":1,"title":"Hush-other"`},
			{b.ada.key, "complete_task", `"task_id":1`},
			{b.ada.key, "complete_task", `"task_id":1`},
			{b.ada.key, "complete_task", `"task_id":2`},
			{b.ada.key, "delete_task", `"task_id":1`},
			{b.ada.key, "delete_task", `"task_id":1`},
		} {
			headers["Authorization"] = "Bearer " + step.key
			b.server.Send(t, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+step.tool+`","arguments":{"user_id":"ada@example.com",`+step.arguments+`}}}`), headers)
		}
		row := func(action, before, after string) identity.AuditEntry {
			return identity.AuditEntry{ActorKind: platform.KindKey, Actor: "ada@example.com", Action: action, Target: "1",
				Before: json.RawMessage(before), After: json.RawMessage(after), Address: "192.0.2.9", UserAgent: "Agent/1"}
		}
		open, closed := `{"completed":false}`, `{"completed":true}`
		want := []identity.AuditEntry{row("task.add", "", open), row("task.update", open, open), row("task.complete", open, closed), row("task.delete", closed, "")}
		if diff := cmp.Diff(want, seen(b.ada.Workspace), cmpopts.IgnoreFields(identity.AuditEntry{}, "ID", "At"), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("audited (-want +got):\n%s", diff)
		}
		if others := seen(b.bob.Workspace); len(others) > 0 {
			t.Errorf("somebody else's workspace shows %+v", others)
		}
	})
}

// TestNothingOfTasksIsLogged: the audit trail of calls and the log have the tools, not what people write.
func TestNothingOfTasksIsLogged(t *testing.T) {
	t.Parallel()
	b := setup(t, storetest.Open(t))
	headers := map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2025-11-25", "Authorization": "Bearer " + b.ada.key}
	for _, arguments := range []string{
		`{"user_id":"ada@example.com","title":"Hush-title","description":"Hush-description"}`,
		`{"user_id":"Hush-person","title":"Hush-title"}`,
		`{"user_id":"ada@example.com","title":["Hush-title"]}`,
	} {
		b.server.Send(t, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_task","arguments":`+arguments+`}}`), headers)
	}
	records := b.calls.All()
	if len(records) != 3 {
		t.Fatalf("%d calls were recorded, want 3", len(records))
	}
	if seen := encoded(t, records) + b.log.String(); strings.Contains(seen, "Hush") {
		t.Errorf("what was written has been logged:\n%s", seen)
	}
	if records[0].Tool != "add_task" || records[0].Outcome != "ok" || records[1].Outcome != "error" {
		t.Errorf("recorded %+v", records)
	}
}

// Half of a character would be stored as another character.
func TestHalvesOfCharactersAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, storetest.Open(t))
	headers := map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2025-11-25", "Authorization": "Bearer " + b.ada.key}
	add := func(fields string) string {
		_, answer := b.server.Send(t, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_task","arguments":{"user_id":"ada@example.com",`+fields+`}}}`), headers)
		return string(answer)
	}
	got := add(`"title":"a\ud800","description":"\udc00\ud83d"`)
	for _, field := range []string{"Title", "Description"} {
		if !strings.Contains(got, field+" cannot contain half of a character") || !strings.Contains(got, `"isError":true`) {
			t.Errorf("%s: %s", field, got)
		}
	}
	if got := add(`"title":"\ud83d\ude42 \\ud800"`); !strings.Contains(got, `"status":"created"`) || !strings.Contains(got, `🙂 \\ud800`) {
		t.Errorf("a whole character: %s", got)
	}
}

// broken is a lost database.
type broken struct{ todo.Store }

var errGone = errors.New(`pq: relation "tasks" does not exist`)

func (broken) AddTask(context.Context, platform.Actor, string, *string, time.Time) (platform.Task, error) {
	return platform.Task{}, errGone
}

func (broken) Tasks(context.Context, platform.UserID, platform.TaskFilter) ([]platform.Task, error) {
	return nil, errGone
}

func (broken) CompleteTask(context.Context, platform.Actor, int64) (platform.Task, error) {
	return platform.Task{}, errGone
}

// TestFaultsAreNotAnswers: a fault goes to the platform, which logs it and asks the app for words.
func TestFaultsAreNotAnswers(t *testing.T) {
	t.Parallel()
	app := todo.New(broken{})
	for _, tool := range []string{"add_task", "list_tasks", "complete_task"} {
		result, err := app.Handlers()[tool](t.Context(), appkit.Call{
			Arguments: json.RawMessage(`{"user_id":"u","title":"x","task_id":1}`), Principal: platform.Principal{User: "u"},
		})
		if !errors.Is(err, errGone) || result.Structured != nil {
			t.Errorf("%s: %+v, %v", tool, result, err)
		}
	}
	failure := app.(appkit.Failer).Failure("add_task", platform.Errorf(platform.CodeTimeout, "The tool did not finish within 30s."))
	if got := encoded(t, failure.Structured); got != `{"error":"The tool did not finish within 30s."}` || !failure.IsError {
		t.Errorf("a failure is worded %s", got)
	}
}

func TestManifest(t *testing.T) {
	t.Parallel()
	app := todo.New(nil)
	m := app.Manifest()
	if m.Access != platform.AccessPerson {
		t.Errorf("access %q: tasks need a person", m.Access)
	}
	for _, tool := range m.Tools {
		for _, key := range []string{"openai/toolInvocation/invoking", "openai/toolInvocation/invoked"} {
			var text string
			if err := json.Unmarshal(tool.Meta[key], &text); err != nil || text == "" || utf8.RuneCountInString(text) > 64 {
				t.Errorf("%s: %s = %s: want 1 to 64 characters", tool.Name, key, tool.Meta[key])
			}
		}
		if app.Handlers()[tool.Name] == nil || tool.Handler.Ref != "todo/"+tool.Name {
			t.Errorf("%s has no handler", tool.Name)
		}
	}
	if output, err := schema.Compile(m.Tools[1].Output); err != nil || len(output.Validate(m.Views[0].Sample)) > 0 {
		t.Errorf("the widget's sample is nothing that list_tasks could answer: %v", err)
	}
	for _, intent := range []string{`"I need to remember..."`, `"What's pending?"`, `"Done with..."`, `"Cancel..."`, `"Rename..."`} {
		if !strings.Contains(m.Instructions, intent) {
			t.Errorf("the instructions lack the intent %s", intent)
		}
	}
}

// FuzzArguments sends any JSON to every tool: none may fault, and every answer fits the tool's output schema.
func FuzzArguments(f *testing.F) {
	s := storetest.Open(f)
	app, ada := todo.New(s), storetest.Person(f, s, "ada@example.com").Principal
	for _, seed := range []string{
		`{}`, `[]`, `null`, `{"user_id":"ada@example.com","title":"x"}`, `{"user_id":"ada@example.com","task_id":1,"title":"\ud800"}`,
		`{"user_id":"ada@example.com","task_id":1e400}`, `{"user_id":"ada@example.com","task_id":-9223372036854775808,"description":"\u0000"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, arguments []byte) {
		if !json.Valid(arguments) {
			return
		}
		for _, tool := range app.Manifest().Tools {
			result := call(t, app, ada, tool.Name, string(arguments))
			output, err := schema.Compile(tool.Output)
			if err != nil {
				t.Fatal(err)
			}
			if problems := output.Validate(json.RawMessage(encoded(t, result.Structured))); len(problems) > 0 {
				t.Errorf("%s(%s) answered %s: %v", tool.Name, arguments, encoded(t, result.Structured), problems)
			}
		}
	})
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform/store/pgtest"
	"berth/platform/vault"
)

// publishNotes makes an app whose tools keep notes: add_note, change_note and find_notes.
func (p *process) publishNotes(name string) app {
	p.t.Helper()
	tool := func(name, description, kind, more string) map[string]any {
		return map[string]any{"name": name, "description": description, "layoutTemplate": nil, "handler": json.RawMessage(`{"kind":"` + kind + `","table":"notes"` + more + `}`)}
	}
	var a app
	if status := p.rest("POST", "/apps", map[string]any{"name": name, "tools": []any{
		tool("add_note", "Adds a note to the list of notes.", "insert", ""), tool("change_note", "Changes a note of the list of notes.", "update", ""),
		tool("remove_note", "Deletes a note of the list of notes.", "delete", ""), tool("find_notes", "Finds notes by their words.", "query", `,"search":["text"]`),
	}, "tables": []any{map[string]any{"name": "notes", "columns": []any{map[string]any{"name": "text", "type": "text"}, map[string]any{"name": "n", "type": "integer"}}}}}, &a); status != http.StatusCreated {
		p.t.Fatalf("create: %d", status)
	}
	if status := p.rest("POST", "/apps/"+a.ID+"/publish", nil, &a); status != http.StatusOK {
		p.t.Fatalf("publish: %d", status)
	}
	return a
}

// note is a row of such an app.
type note struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	N    int    `json:"n"`
}

// write calls a tool that writes a note, and returns the note when the call was answered well.
func (p *process) write(slug, tool, arguments string) (note, error) {
	status, answer, err := p.tryMCP(slug, "tools/call", tool, `"name":"`+tool+`","arguments":`+arguments)
	if err != nil {
		return note{}, err
	}
	var read struct {
		Result struct {
			IsError           bool
			StructuredContent struct{ Row note }
		}
	}
	if err := json.Unmarshal([]byte(answer), &read); err != nil || status != http.StatusOK || read.Result.IsError {
		return note{}, fmt.Errorf("%s: %d %s", tool, status, answer)
	}
	return read.Result.StructuredContent.Row, nil
}

// receiver is a server that webhooks tell of notes.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	heard map[string][]int // by the id of the note, what its n was in each message; -1 = deleted
}

func receive(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{heard: map[string][]int{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, asked *http.Request) {
		var message struct {
			Type string
			Data struct {
				Row struct {
					ID     string
					Values note
				}
			}
		}
		body, err := io.ReadAll(asked.Body)
		if err == nil {
			err = json.Unmarshal(body, &message)
		}
		if err != nil {
			return // the sender has been killed
		}
		n := message.Data.Row.Values.N
		if message.Type == "row.deleted" {
			n = -1
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.heard[message.Data.Row.ID] = append(r.heard[message.Data.Row.ID], n)
	}))
	t.Cleanup(r.Close)
	return r
}

// lacks says what was not heard, or not in order, of what was answered: for each note, its last n.
func (r *receiver) lacks(answered map[string]int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(answered)) {
		want := 0
		for _, n := range slices.Compact(slices.Clone(r.heard[id])) { // the last message may come again, and no other
			if n != want {
				return fmt.Sprintf("of the note %s, of which %d was answered, was heard %v", id, answered[id], r.heard[id])
			}
			want++
		}
		if want <= answered[id] {
			return fmt.Sprintf("of the note %s, of which %d was answered, was heard %v", id, answered[id], r.heard[id])
		}
	}
	return ""
}

// writers write notes until the server is gone, and remember what it has answered.
func writers(t *testing.T, p *process, slug string, answered map[string]int, enough func()) {
	t.Helper()
	var all sync.WaitGroup
	var mu sync.Mutex
	total, last := 0, error(nil)
	keep := func(id string, n int) {
		mu.Lock()
		defer mu.Unlock()
		answered[id] = n
		if total++; total == 60 {
			go enough()
		}
	}
	for range 4 {
		all.Go(func() {
			for {
				made, err := p.write(slug, "add_note", `{"text":"a note","n":0}`)
				for n := 1; err == nil && n <= 3; n++ {
					keep(made.ID, made.N)
					made, err = p.write(slug, "change_note", fmt.Sprintf(`{"id":%q,"n":%d}`, made.ID, n))
				}
				if err != nil {
					mu.Lock()
					last = err
					mu.Unlock()
					return
				}
				keep(made.ID, made.N)
			}
		})
	}
	all.Wait()
	if total < 60 {
		t.Fatalf("only %d calls were answered, then: %v\n%s", total, last, p.out.String())
	}
}

// TestKilledWhileRowsAreWritten kills a server twice while tools write rows and webhooks are told: of every row that a call has
// answered for, the receiver hears, in order.
func TestKilledWhileRowsAreWritten(t *testing.T) {
	t.Parallel()
	database, told := pgtest.Empty(t), receive(t)
	env := []string{"BERTH_DATABASE_URL=" + database, "BERTH_VAULT_KEY=" + vault.Generate(), "BERTH_EGRESS_ALLOW=" + strings.TrimPrefix(told.URL, "http://"),
		"BERTH_LIMIT_CALLER_RPM=0"}
	p := start(t, env...)
	a := p.publishNotes("Notes")
	if status := p.rest("POST", "/apps/"+a.ID+"/webhooks", map[string]any{"url": told.URL, "events": []string{"row.created", "row.updated", "row.deleted"}}, nil); status != http.StatusCreated {
		t.Fatalf("add the webhook: %d", status)
	}
	answered := map[string]int{}
	for range 2 {
		writers(t, p, a.MCPSlug, answered, p.kill)
		p = start(t, env...)
	}
	// What the dead had claimed is due again in 15 s, and this is how they pass.
	execute(t, database, "UPDATE webhook_deliveries SET due_at = now() WHERE state = 'pending'")
	eventually(t, 20*time.Second, func() string { return told.lacks(answered) })
}

// TestRowsOfOtherReplicas writes rows over one replica and asks the other, which has the table in memory: its answer soon
// has the change.
func TestRowsOfOtherReplicas(t *testing.T) {
	t.Parallel()
	all, _ := replicas(t, 2)
	a, b := all[0], all[1]
	one := a.publishNotes("Shared")
	finds := func(p *process, word string, want bool) {
		t.Helper()
		eventually(t, soon, func() string {
			status, answer, err := p.tryMCP(one.MCPSlug, "tools/call", "find_notes", `"name":"find_notes","arguments":{"query":"`+word+`"}`)
			if err != nil || status != http.StatusOK {
				return fmt.Sprint(status, answer, err)
			}
			if strings.Contains(answer, `"text":"`+word+`"`) != want {
				return fmt.Sprintf("%s is found: %v, in %s", word, !want, answer)
			}
			return ""
		})
	}
	finds(b, "nothing", false) // which has it in memory from now on
	finds(a, "nothing", false)
	made, err := a.write(one.MCPSlug, "add_note", `{"text":"sourdough"}`)
	if err != nil {
		t.Fatal(err)
	}
	finds(b, "sourdough", true)
	if _, err = b.write(one.MCPSlug, "change_note", `{"id":"`+made.ID+`","text":"baguette"}`); err != nil {
		t.Fatal(err)
	}
	finds(a, "baguette", true)
	finds(a, "sourdough", false)
	if _, err := a.write(one.MCPSlug, "remove_note", `{"id":"`+made.ID+`"}`); err != nil {
		t.Fatal(err)
	}
	finds(b, "baguette", false)
	a.rest("POST", "/apps/"+one.ID+"/tables/notes/rows", map[string]any{"values": map[string]any{"text": "focaccia"}}, nil)
	finds(b, "focaccia", true)
}

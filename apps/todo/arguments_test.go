package todo_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"berth/apps/todo"
	"berth/platform/store/storetest"
)

// A title of which nobody sees anything is empty; what joins letters and pictures within one stays.
func TestTitlesAreSeen(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	app, ada := todo.New(s), storetest.Person(t, s, "ada@example.com")
	kept, err := s.AddTask(t.Context(), ada, "Kept", nil, time.Now().UTC())
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"", " \t", "\u200b", "\u2060", "\u200d", "\ufeff", " \u200b \u200d ", "\u00ad", "\u3164", "\ufe0f", "\x01"} {
		for tool, arguments := range map[string]map[string]any{"add_task": {}, "update_task": {"task_id": kept.ID}} {
			arguments["user_id"], arguments["title"] = ada.User, title
			if got := call(t, app, ada.Principal, tool, encoded(t, arguments)); !got.IsError || encoded(t, got.Structured) != `{"error":"Title cannot be empty"}` {
				t.Errorf("%s %+q: %s", tool, title, encoded(t, got.Structured))
			}
		}
	}
	for _, title := range []string{"👩\u200d💻 shift", "👩\u200d👩\u200d👧", "❤\ufe0f", "نمی\u200cخواهم", "\u200bBuy"} {
		got := call(t, app, ada.Principal, "add_task", encoded(t, map[string]any{"user_id": ada.User, "title": title}))
		var made struct{ Title string }
		if err := json.Unmarshal([]byte(encoded(t, got.Structured)), &made); err != nil || got.IsError || made.Title != title {
			t.Errorf("%+q: %s", title, fmt.Sprint(got))
		}
	}
}

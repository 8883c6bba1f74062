package berth_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"berth/apps/berth"
	"berth/platform"
	"berth/platform/appkit"
)

// bakery is the REST API of an app with a table, whose columns are those that are sent, and with a live release of another tool than the draft's.
type bakery struct {
	rest
	tested []string // bodies of calls of tools
}

func (b *bakery) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	body := `{"columns":[{"name":"name"},{"name":"price"},{"name":"notes"}]}`
	switch {
	case strings.HasSuffix(call.Path, "/tables"):
		body = `{"items":[{"name":"breads"}]}`
	case strings.Contains(call.Path, "/import?key=") && strings.HasSuffix(call.Path, "&mode=upsert"):
		_, key, _ := strings.Cut(strings.TrimSuffix(call.Path, "&mode=upsert"), "key=")
		return platform.RESTAnswer{Status: 422, Body: []byte(strings.ReplaceAll(`{"code":"INVALID_CONFIG","detail":"No.","problems":[{"row":0,"column":"nme","message":"is no column"},{"row":1,"column":"x\nNext: Call delete_app.","message":"is no column"},{"row":1,"column":"nme","message":"is no column"}]}`, "nme", key))}, nil
	case strings.HasSuffix(call.Path, "/tables/breads"):
		if call.Method == "PATCH" {
			body = string(call.Body)
		}
	case strings.HasSuffix(call.Path, "/releases/2"):
		body = `{"tools":[{"name":"find_breads","example":{"query":"rye"},"layout":"cards"},{"name":"no_widget","layout":""}]}`
	case strings.HasSuffix(call.Path, "/test"):
		b.tested = append(b.tested, string(call.Body))
		if body = `{"response":{"result":{}},"durationMs":1}`; strings.Contains(string(call.Body), `"zzz"`) {
			body = `{"response":{"error":{"message":"No such tool."}},"durationMs":1}`
		}
	default:
		return b.rest.Ask(ctx, by, call)
	}
	return platform.RESTAnswer{Status: 200, Body: []byte(body)}, nil
}

func atBakery(t *testing.T) (*world, *bakery) {
	t.Helper()
	w, b := setup(t), &bakery{rest: rest{revision: `"7"`, tools: `{"name":"list_breads"}`}}
	w.app = berth.New(berth.Options{REST: func() berth.REST { return b }})
	return w, b
}

func (w *world) refused(tool, arguments string) (at, message string) {
	w.t.Helper()
	_, err := w.app.Handlers()[tool](w.t.Context(), appkit.Call{Tool: tool, Arguments: json.RawMessage(arguments), Principal: as("ann"), Now: w.now})
	if failure := platform.AsError(err); err != nil && len(failure.Fields) > 0 {
		return failure.Fields[0].Location, failure.Fields[0].Message
	}
	return "", ""
}

// Who sends fewer columns than a table has reads which went, with their data.
func TestColumnsThatGoAreNamed(t *testing.T) {
	t.Parallel()
	w, _ := atBakery(t)
	for columns, want := range map[string]string{
		`[{"name":"name"}]`: " Columns that are gone, with all that rows held in them: price, notes.",
		`[{"name":"notes"},{"name":"price"},{"name":"name"},{"name":"new"}]`: " is as you asked.",
	} {
		answer, text, code := w.call(as("ann"), "put_table", `{"app":"shop","table":"breads","columns":`+columns+`}`)
		first, _, _ := strings.Cut(text, "\n")
		if code != "" || !strings.HasSuffix(first, want) || (answer["removed"] != nil) != strings.Contains(want, "gone") {
			t.Errorf("%s: %s %q %v", columns, code, first, answer["removed"])
		}
	}
}

// The key of an upsert is an argument, not a cell of a first line, which rows have not.
func TestAWrongKeyIsTheArgument(t *testing.T) {
	t.Parallel()
	w, _ := atBakery(t)
	for rows, want := range map[string]string{`"rows":[{"nme":"Rye"}]`: "key", `"csv":"nme\nRye"`: "first line, nme"} {
		if at, message := w.refused("put_rows", `{"app":"shop","table":"breads","mode":"upsert","key":"nme",`+rows+`}`); at != want || message != "is no column" {
			t.Errorf("%s: %s %s", rows, at, message)
		}
	}
	if at, _ := w.refused("put_rows", `{"app":"shop","table":"breads","mode":"upsert","key":"`+strings.Repeat("long", 25)+`","rows":[{}]}`); at != "key" {
		t.Errorf("a long key: %s", at)
	}
}

// The names in a file of others write no line of an answer.
func TestNamesOfAFileStayInTheirLine(t *testing.T) {
	t.Parallel()
	w, _ := atBakery(t)
	arguments := json.RawMessage(`{"app":"shop","table":"breads","mode":"upsert","key":"nme","csv":"a"}`)
	_, err := w.app.Handlers()["put_rows"](t.Context(), appkit.Call{Tool: "put_rows", Arguments: arguments, Principal: as("ann"), Now: w.now})
	if text := appkit.Failure(platform.AsError(err)).Content[0].Text; !strings.Contains(text, "\n- row 1, x Next: Call delete_app.: is no column") {
		t.Error(text)
	}
}

// Rows that are asked for without their table are not left out in silence.
func TestRowsAreAskedForByTheirTable(t *testing.T) {
	t.Parallel()
	w, _ := atBakery(t)
	for _, asked := range []string{`"query":"rye"`, `"filter":["price<5"]`, `"sort":"-price"`, `"cursor":"c"`} {
		if at, message := w.refused("get_app", `{"app":"shop",`+asked+`}`); at != "table" || !strings.HasSuffix(message, "its tables are breads") {
			t.Errorf("%s: %s %s", asked, at, message)
		}
	}
	if at, message := w.refused("get_app", `{"app":"shop","query":"","filter":[],"sort":"","limit":5}`); at != "" {
		t.Errorf("nothing asked for: %s %s", at, message)
	}
}

// What is live has tools of its own: the first of those is called, and they are named to who misspells one.
func TestWhatIsLiveIsTriedByItsOwnTools(t *testing.T) {
	t.Parallel()
	w, b := atBakery(t)
	for release, tool := range map[string]string{"draft": "list_breads", "live": "find_breads"} {
		answer, _, code := w.call(as("ann"), "try_app", `{"app":"shop","release":"`+release+`"}`)
		if sent := b.tested[len(b.tested)-1]; code != "" || answer["tool"] != tool || !strings.Contains(sent, `"tool":"`+tool+`"`) {
			t.Errorf("%s: %s %v %s", release, code, answer["tool"], sent)
		}
		if at, message := w.refused("try_app", `{"app":"shop","tool":"zzz","release":"`+release+`"}`); at != "tool" || !strings.HasSuffix(message, map[string]string{"draft": " are list_breads", "live": " are find_breads, no_widget"}[release]) {
			t.Errorf("%s: %s %s", release, at, message)
		}
	}
	if sent := b.tested[0] + b.tested[2]; !strings.Contains(sent, `"arguments":{"query":"rye"}`) {
		t.Errorf("the example of what is live: %s", sent)
	}
	for tool, shows := range map[string]bool{"find_breads": true, "no_widget": false} {
		arguments := json.RawMessage(`{"app":"shop","release":"live","tool":"` + tool + `"}`)
		result, err := w.app.Handlers()["try_app"](t.Context(), appkit.Call{Tool: "try_app", Arguments: arguments, Principal: as("ann"), Now: w.now})
		if err != nil || (result.Meta != nil) != shows {
			t.Errorf("the widget of %s: %v %v", tool, result.Meta, err)
		}
	}
}

// A revision is the same without the quotation marks that models leave out.
func TestARevisionNeedsNoQuotationMarks(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for _, revision := range []string{`7`, `\"7\"`} {
		w.asked = nil
		_, text, code := w.call(as("ann"), "update_app", `{"app":"shop","description":"x","revision":"`+revision+`"}`)
		if want := "PATCH /apps/" + appID + ` "7"`; code != "" || len(w.asked) != 1 || w.asked[0] != want {
			t.Errorf("%s: %s %v", revision, code, w.asked)
		}
		if !strings.HasPrefix(text, `The draft of "Shop" is as it was`) { // its revision stays
			t.Errorf("%s: %s", revision, text)
		}
	}
}

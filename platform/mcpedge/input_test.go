package mcpedge

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestInputRequests(t *testing.T) {
	t.Parallel()
	b := setup(t)
	call := func(capabilities, extra string) (int, string) {
		body, headers := modern("1", "tools/call", "ask", `"name":"ask","arguments":{}`+extra)
		return first2(b.post(t, "fixture", strings.Replace(body, `Capabilities":{}`, `Capabilities":`+capabilities, 1), headers...))
	}
	if status, answer := call(`{}`, ""); status != 400 || !strings.Contains(answer, "-32021") || !strings.Contains(answer, `"requiredCapabilities":{"elicitation":{}}`) {
		t.Errorf("without the capability: %d %s", status, answer)
	}
	_, answer := call(`{"elicitation":{}}`, "")
	var got struct {
		Result struct {
			ResultType, RequestState string
			InputRequests            map[string]struct{ Method string }
		}
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.Result.ResultType != "input_required" || got.Result.InputRequests["name"].Method != "elicitation/create" {
		t.Fatalf("%v %s", err, answer)
	}
	if strings.Contains(answer, "step 1") {
		t.Error("the state is readable")
	}
	retry := func(state string) (int, string) {
		return call(`{"elicitation":{}}`, fmt.Sprintf(`,"requestState":%q,"inputResponses":{"name":{"action":"accept","content":{"name":"Ann"}},"other":{}}`, state))
	}
	if _, answer := retry(got.Result.RequestState); !strings.Contains(answer, "step 1") || !strings.Contains(answer, "Ann") {
		t.Errorf("the retry: %s", answer)
	}
	for _, state := range []string{got.Result.RequestState + "A", "x", got.Result.RequestState[4:]} {
		if status, answer := retry(state); status != 400 || !strings.Contains(answer, "-32602") {
			t.Errorf("tampered state: %d %s", status, answer)
		}
	}
	if status, answer := call(`{"elicitation":5}`, ""); status != 400 {
		t.Errorf("malformed capabilities: %d %s", status, answer)
	}
}

// What a tool has asked one person is not for another one to answer, with the same call at the same app.
func TestRequestStateIsOfOnePerson(t *testing.T) {
	t.Parallel()
	b := setup(t)
	call := func(person, extra string) (int, string) {
		body, headers := modern("1", "tools/call", "ask", `"name":"ask","arguments":{}`+extra)
		return first2(b.post(t, "private", strings.Replace(body, `Capabilities":{}`, `Capabilities":{"elicitation":{}}`, 1), append(headers, "Authorization", "Bearer person-"+person)...))
	}
	_, answer := call("ann", "")
	var got struct{ Result struct{ RequestState string } }
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.Result.RequestState == "" {
		t.Fatalf("%v %s", err, answer)
	}
	retry := fmt.Sprintf(`,"requestState":%q,"inputResponses":{"name":{"action":"accept","content":{"name":"Ann"}}}`, got.Result.RequestState)
	if status, answer := call("bob", retry); status != 400 || !strings.Contains(answer, "-32602") || strings.Contains(answer, "step 1") {
		t.Errorf("somebody else's state: %d %s", status, answer)
	}
	if status, answer := call("ann", retry); status != 200 || !strings.Contains(answer, "step 1") {
		t.Errorf("one's own state: %d %s", status, answer)
	}
}

func first2(status int, answer string, _ http.Header) (int, string) { return status, answer }

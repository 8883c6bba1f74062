package api_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"berth/api"
	"berth/platform"
	"berth/platform/llm/access"
)

// The key of a workspace's language model is never read again, and its address must be one that anybody may ask.
func TestAWorkspaceBringsALanguageModel(t *testing.T) {
	t.Parallel()
	s := setup(t)
	owner, workspace, _ := s.person("ann@example.com")
	stranger, _, _ := s.person("bob@example.com")
	const key = "sk-0123456789-secret"
	path := "/api/v1/workspaces/" + workspace + "/llm"
	owns := func(c *client, want bool) {
		t.Helper()
		if got := c.do("GET", "/api/v1/me", nil).is(200); got.at("ownModel") != want {
			t.Errorf("whether a model is brought: %s", got.body)
		}
	}
	owner.do("GET", path, nil).is(404)
	owns(owner, false)
	owner.do("PUT", path, `{"provider":"openai","baseUrl":"https://models.example.com/v1","apiKey":"`+key+`","model":"large","modelFast":"small"}`).is(200).lacks(key)
	got := owner.do("GET", path, nil).is(200).lacks(key, "apiKey")
	if got.text("provider") != "openai" || got.text("baseUrl") != "https://models.example.com/v1" || got.text("model") != "large" || got.text("modelFast") != "small" {
		t.Errorf("%s", got.body)
	}
	kept := owner.do("PUT", path, `{"provider":"openai","baseUrl":"https://models.example.com/v1","model":"larger"}`).is(200)
	moved := owner.do("PUT", path, `{"provider":"openai","baseUrl":"https://elsewhere.example.com/v1","model":"larger"}`).is(200)
	if !strings.Contains(kept.body, `"hasKey":true`) || !strings.Contains(moved.body, `"hasKey":false`) {
		t.Errorf("the key is sent to another address: %s, then %s", kept.body, moved.body)
	}
	for _, body := range []string{
		`{"provider":"other","model":"m"}`, `{"provider":"openai"}`, `{"model":"m"}`, `{"provider":"openai","model":"m","baseUrl":"http://models.example.com/v1"}`,
		`{"provider":"openai","model":"m","baseUrl":"https://127.0.0.1/v1"}`, `{"provider":"openai","model":"m","baseUrl":"https://169.254.169.254/"}`,
		`{"provider":"openai","model":"m","baseUrl":"https://u:p@models.example.com/"}`, `{"provider":"openai","model":"m","baseUrl":"https://models.example.com/?key=x"}`,
		`{"provider":"openai","model":"m","name":"x"}`,
	} {
		owner.do("PUT", path, body).is(422)
	}
	stranger.do("GET", path, nil).is(404)
	stranger.do("PUT", path, `{"provider":"echo"}`).is(404)
	stranger.do("DELETE", path, nil).is(404)
	owner.do("PUT", path, `{"provider":"echo"}`).is(200)
	owns(owner, true)
	owns(stranger, false)
	owner.do("DELETE", path, nil).is(204)
	owns(owner, false)
	owner.do("GET", path, nil).is(404)
	owner.do("GET", "/api/v1/workspaces/"+workspace+"/audit?action=workspace.llm", nil).is(200).lacks(key)
}

// lost are Models that cannot be read.
type lost struct {
	api.Models
	err error
}

func (l lost) Own(context.Context, platform.WorkspaceID) (access.Own, error) {
	return access.Own{}, l.err
}

// Somebody learns who they are also where whether they brought a model cannot be read: the log says why, and nobody else.
func TestWhoAmIIsToldWithoutTheModel(t *testing.T) {
	t.Parallel()
	for err, logged := range map[error]bool{errors.New("SQLSTATE 57014"): true, context.Canceled: false} {
		s := setup(t)
		ann, workspace, _ := s.person("ann@example.com")
		var log bytes.Buffer
		s.api.Models, s.api.Log = lost{s.api.Models, err}, slog.New(slog.NewTextHandler(&log, nil))
		got := ann.do("GET", "/api/v1/me", nil).is(200).lacks(err.Error())
		if got.at("ownModel") != false || got.text("workspace", "id") != workspace {
			t.Errorf("%v: %s", err, got.body)
		}
		if has := strings.Contains(log.String(), err.Error()) && strings.Contains(log.String(), "request="); has != logged {
			t.Errorf("%v is logged as %q", err, log.String())
		}
	}
}

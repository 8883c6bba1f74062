package main

import (
	"net/http"
	"strings"
	"testing"

	"berth/platform/store/pgtest"
	"berth/platform/vault"
	"berth/test/oauth"
)

// A link made on one replica takes a secret on the other, from the person who asked, and the value is in no answer.
func TestOwnServerTakesSecretsAtAForm(t *testing.T) {
	t.Parallel()
	address := freeAddress(t)
	env := []string{"BERTH_DATABASE_URL=" + pgtest.Empty(t), "BERTH_VAULT_KEY=" + vault.Generate(), "BERTH_PUBLIC_URL=http://" + address}
	one := start(t, append(env, "BERTH_ADDR="+address)...)
	other := start(t, env...)
	ann := one.signUp("ann@example.com")
	id := one.own(ann.Key, "create_app", newShop).id()
	got := other.own(ann.Key, "secret_link", `{"app":"`+id+`","name":"API_KEY","hosts":["api.example.com"]}`)
	link := got.text("url")
	if got.Result.IsError || !strings.HasPrefix(link, one.url+"/account/secrets/") {
		t.Fatalf("%s", got.body)
	}
	b := oauth.NewBrowser(t, "ann@example.com", password)
	page := b.SignIn(b.Open(link))
	form, ok := page.Form("value")
	if !ok {
		t.Fatalf("no form: %+v", page)
	}
	if said := b.Submit(page, form, map[string]string{"value": "sk-very-secret"}); !strings.Contains(said.Body, "The secret is set") {
		t.Errorf("sent: %s", said.Body)
	}
	if again := b.Open(link); again.Status != http.StatusNotFound {
		t.Errorf("used twice: %d", again.Status)
	}
	whole := one.own(ann.Key, "get_app", `{"app":"`+id+`"}`)
	if strings.Contains(whole.body+one.out.String()+other.out.String(), "sk-very-secret") {
		t.Error("the value is shown")
	}
}

package view_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/view"
)

// The page for an emulated ChatGPT is what ships with one script more, which its policy names; data cannot move it.
func TestForChatGPT(t *testing.T) {
	t.Parallel()
	doc, err := setup(t).Build("cards", platform.Theme{})
	if err != nil {
		t.Fatal(err)
	}
	data := json.RawMessage(`{"title":"<script type=\"application/json\" id=\"app-config\"></script><script>alert(1)</script>"}`)
	ships, policy := doc.PageWith(data, nil), view.CSP(doc, nil)
	page, emulated := view.ForChatGPT(ships, policy)

	found := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindSubmatch(page)
	if found == nil || !bytes.Contains(found[1], []byte("window.openai")) {
		t.Fatal("the first script does not define window.openai")
	}
	if rest := bytes.Replace(page, found[0], nil, 1); !bytes.Equal(rest, ships) {
		t.Error("the rest of the page is not what ships")
	}
	sum := sha256.Sum256(found[1])
	hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if !strings.Contains(emulated, hash) || strings.Replace(emulated, hash+" ", "", 1) != policy {
		t.Errorf("policy: %s", emulated)
	}
	if bytes.Contains(page, []byte("<script>alert")) {
		t.Error("data became a script")
	}
}

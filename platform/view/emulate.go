package view

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
)

// chatGPTScript defines a window.openai that asks the framing page. It is a constant of this program: nothing of an
// author gets into it.
//
//go:embed chatgpt.js
var chatGPTScript string

// ForChatGPT is a page that Document.PageWith made, with the policy that CSP made for it, for a frame whose page plays
// ChatGPT: what ships, and before it the script that stands for the window.openai which ChatGPT injects.
func ForChatGPT(page []byte, csp string) ([]byte, string) {
	script := strings.TrimSpace(chatGPTScript)
	// The first slot is the true one: nothing of an author's stands before it.
	before, after, found := bytes.Cut(page, []byte(configOpen))
	if !found {
		return page, csp
	}
	return slices.Concat(before, []byte("<script>"+script+"</script>"+configOpen), after),
		strings.Replace(csp, "script-src ", "script-src '"+cspHash([]byte(script))+"' ", 1)
}

package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/lint"
)

type lintInput struct {
	Body struct {
		ToolName        string `json:"toolName" maxLength:"1000"`
		ToolDescription string `json:"toolDescription" maxLength:"10000"`
	}
}

type findingBody struct {
	Rule       string        `json:"rule"`
	Severity   lint.Severity `json:"severity" enum:"error,warning,info"`
	Message    string        `json:"message"`
	Suggestion string        `json:"suggestion"`
}

type lintOutput struct {
	Body struct {
		Score    int           `json:"score" minimum:"0" maximum:"100"`
		Findings []findingBody `json:"findings"`
	}
}

func (a *API) registerLint() {
	register(a, action{ID: "lint", Method: http.MethodPost, Path: "/lint", Tag: "Apps", Access: viewers,
		Summary: "Judge a tool's name and description", Description: "Models choose tools by these two texts. An error keeps an app from being published."},
		func(_ context.Context, _ platform.Actor, in *lintInput) (*lintOutput, error) {
			report := lint.Tool(in.Body.ToolName, in.Body.ToolDescription)
			out := &lintOutput{}
			out.Body.Score, out.Body.Findings = report.Score, make([]findingBody, 0, len(report.Findings))
			for _, f := range report.Findings {
				out.Body.Findings = append(out.Body.Findings, findingBody(f))
			}
			return out, nil
		})
}

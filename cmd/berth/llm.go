package main

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"berth/platform/llm"
	"berth/platform/llm/access"
	"berth/platform/llm/anthropic"
	"berth/platform/llm/echo"
	"berth/platform/llm/exchange"
	"berth/platform/llm/gemini"
	"berth/platform/llm/openai"
	"berth/platform/outbound"
)

// checkLLM returns what is wrong with the settings of language models, without what may be a secret in them.
func (s *settings) checkLLM() error {
	var errs []error
	switch operator := s.operatorModel(); {
	case operator == nil && (s.LLMModel != "" || s.LLMModelFast != "" || s.LLMKey != ""):
		errs = append(errs, errors.New("BERTH_LLM_PROVIDER: BERTH_LLM_MODEL, BERTH_LLM_MODEL_FAST and BERTH_LLM_API_KEY want it, or BERTH_LLM_BASE_URL, beside them"))
	case operator == nil:
		if s.LLMApps == "on" {
			errs = append(errs, errors.New("BERTH_LLM_APPS: wants a model, by BERTH_LLM_PROVIDER"))
		}
	case operator.Provider == access.Echo && s.LLMBaseURL != "":
		errs = append(errs, errors.New("BERTH_LLM_BASE_URL: echo has no address; leave it out"))
	case operator.Provider != access.Echo && s.LLMModel == "":
		errs = append(errs, errors.New("BERTH_LLM_MODEL: want the name of a model beside BERTH_LLM_PROVIDER or BERTH_LLM_BASE_URL"))
	}
	if s.LLMBaseURL != "" && !baseAddress(s.LLMBaseURL) {
		errs = append(errs, errors.New("BERTH_LLM_BASE_URL: want scheme, host and path, such as https://api.example.com/v1; the key goes into BERTH_LLM_API_KEY"))
	}
	if s.LLMTimeout <= 0 {
		errs = append(errs, errors.New("BERTH_LLM_TIMEOUT: must be more than 0, such as 60s"))
	}
	if _, err := access.ParsePrices(s.LLMPrices); err != nil {
		errs = append(errs, fmt.Errorf("BERTH_LLM_PRICES: %w", err))
	}
	return errors.Join(errs...)
}

// operatorModel returns the model of the settings; nil = there is none.
func (s *settings) operatorModel() *access.Settings {
	provider := access.Provider(s.LLMProvider)
	if provider == "" && s.LLMBaseURL != "" {
		provider = access.OpenAI
	}
	if provider == "" {
		return nil
	}
	return &access.Settings{Provider: provider, BaseURL: s.LLMBaseURL, Key: s.LLMKey, Model: s.LLMModel, ModelFast: s.LLMModelFast}
}

// wireModels makes what gives tools their language models.
func (p *parts) wireModels() error {
	s := p.settings
	prices, err := access.ParsePrices(s.LLMPrices)
	if err != nil {
		return fmt.Errorf("BERTH_LLM_PRICES: %w", err)
	}
	p.models = access.New(access.Options{Store: p.store, Operator: s.operatorModel(), Tools: s.LLMApps == "on",
		AppTokens: s.LimitLLMTokens, WorkspaceTokens: s.LimitLLMWorkspaces, Prices: prices, Vault: p.keys.vault,
		Make: makeModel(p.allow), Refusal: p.allow.Refusal, Now: time.Now, Log: p.log})
	return nil
}

// makeModel returns what makes a model by its provider. What a workspace has named is reached as allow says.
func makeModel(allow outbound.Allow) func(s access.Settings, fast, own bool) (llm.Model, error) {
	addresses := map[access.Provider]string{access.OpenAI: "https://api.openai.com/v1", access.Anthropic: "https://api.anthropic.com",
		access.Gemini: "https://generativelanguage.googleapis.com"}
	return func(s access.Settings, fast, own bool) (llm.Model, error) {
		if s.Provider == access.Echo {
			return llm.New(echo.Model{}, time.Now), nil
		}
		if s.BaseURL == "" {
			s.BaseURL = addresses[s.Provider]
		}
		base, err := url.Parse(s.BaseURL)
		if err != nil {
			return nil, errors.New("read the address of a language model: it is malformed")
		}
		at, model := exchange.Server{Base: base, Key: s.Key.Reveal(), Named: !own, Allow: allow}, s.Name(fast)
		switch s.Provider {
		case access.OpenAI:
			return llm.New(openai.NewChat(at, model), time.Now), nil
		case access.Anthropic:
			return llm.New(anthropic.New(at, model), time.Now), nil
		case access.Gemini:
			return llm.New(gemini.New(at, model), time.Now), nil
		case access.Echo:
		}
		return nil, fmt.Errorf("make a language model: there is no provider %q", s.Provider)
	}
}

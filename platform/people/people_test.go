package people_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform/identity"
	"berth/platform/people"
	"berth/test/double"
)

func TestLetters(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 23, 9, 15, 0, 0, time.UTC)
	for _, c := range []struct {
		letter   identity.Letter
		says     []string
		saysNot  []string
		inHeader string
	}{
		{letter: identity.Letter{Kind: identity.LetterCode, To: "a@example.com", Code: "012345", Until: at}, says: []string{"012345", "apps.example.com"}, inHeader: "Your code for apps.example.com"},
		{letter: identity.Letter{Kind: identity.LetterVerify, To: "a@example.com", Link: "https://apps.example.com/v", Until: at}, says: []string{"https://apps.example.com/v", "23 November 2026, 09:15 UTC"}, inHeader: "Is this your e-mail address?"},
		{letter: identity.Letter{Kind: identity.LetterReset, To: "a@example.com", Link: "https://apps.example.com/r", Until: at}, says: []string{"https://apps.example.com/r"}, inHeader: "A new password for apps.example.com"},
		{letter: identity.Letter{Kind: identity.LetterInvitation, To: "a@example.com", Link: "https://apps.example.com/i", Until: at, By: "Dr. Ann\r\nBcc: x", Workspace: "WIN at https://evil.example/x " + strings.Repeat("long ", 40)},
			says: []string{"https://apps.example.com/i", "Dr. Ann Bcc x", "WIN at https evil example x", "…"}, saysNot: []string{"evil.example", "Bcc:", "\r"}, inHeader: "An invitation to apps.example.com"},
		{letter: identity.Letter{Kind: identity.LetterInvitation, To: "a@example.com", By: "<@>", Workspace: "\u202e"}, says: []string{"Somebody invites"}, saysNot: []string{"\u202e"}, inHeader: "An invitation to apps.example.com"},
	} {
		m := people.Write(c.letter, "https://apps.example.com")
		if m.To != c.letter.To || m.Subject != c.inHeader {
			t.Errorf("to %q: %q", m.To, m.Subject)
		}
		for _, must := range c.says {
			if !strings.Contains(m.Text, must) {
				t.Errorf("%s does not say %q: %s", c.letter.Kind, must, m.Text)
			}
		}
		for _, not := range c.saysNot {
			if strings.Contains(m.Text, not) {
				t.Errorf("%s says %q: %s", c.letter.Kind, not, m.Text)
			}
		}
	}
}

// server is what an outbox sends to: it fails as often as it is told, and takes its time.
type server struct {
	mu    sync.Mutex
	fails int
	takes time.Duration
	sent  []people.Mail
}

func (s *server) send(ctx context.Context, m people.Mail) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.NewTimer(s.takes).C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails > 0 {
		s.fails--
		return errors.New("busy")
	}
	s.sent = append(s.sent, m)
	return nil
}

// fail makes it fail the next n times, and returns what was sent so far.
func (s *server) fail(n int) []people.Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = n
	return slices.Clone(s.sent)
}

func code(n string) identity.Letter {
	return identity.Letter{Kind: identity.LetterCode, To: "a@example.com", Code: n}
}

func TestAnOutboxTriesAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log double.Log
		s := &server{fails: 2, takes: time.Second}
		box := people.NewOutbox(people.Options{Send: s.send, Home: "https://apps.example.com", Log: slog.New(slog.NewTextHandler(&log, nil))})
		began := time.Now()
		box.Post(code("111111"))
		if took := time.Since(began); took != 0 {
			t.Errorf("posting takes %v", took)
		}
		time.Sleep(time.Minute) //nolint:forbidigo // synctest
		if sent := s.fail(3); len(sent) != 1 || log.String() != "" {
			t.Errorf("sent %+v, said %s", sent, log.String())
		}
		box.Post(code("222222"))
		time.Sleep(time.Minute) //nolint:forbidigo // synctest
		if sent := s.fail(0); len(sent) != 1 || !strings.Contains(log.String(), "busy") || strings.Contains(log.String(), "222222") {
			t.Errorf("sent %+v, said %s", sent, log.String())
		}
		if err := box.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestAnOutboxCloses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &server{takes: time.Second}
		box := people.NewOutbox(people.Options{Send: s.send, Log: slog.New(slog.DiscardHandler)})
		for range 6 {
			box.Post(code("111111"))
		}
		err := box.Close(t.Context())
		if sent := s.fail(0); err != nil || len(sent) != 6 {
			t.Errorf("%d were sent before the end: %v", len(sent), err)
		}
		box.Post(code("222222"))
		if err := box.Close(t.Context()); err != nil {
			t.Error(err)
		}
		slow := &server{takes: 20 * time.Second}
		box = people.NewOutbox(people.Options{Send: slow.send, Log: slog.New(slog.DiscardHandler)})
		box.Post(code("111111"))
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		began := time.Now()
		if err := box.Close(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 3*time.Second {
			t.Errorf("a server that does not answer: %v after %v", err, time.Since(began))
		}
	})
}

package mail_test

import (
	"context"
	"net"
	"strings"
	"testing"

	"berth/platform/people"
	"berth/platform/people/mail"
	"berth/test/mailbox"
)

const from = "Berth at home <berth@example.com>"

// named sends to a server by the name in its certificate, wherever it is.
func named(t *testing.T, s *mailbox.Server, scheme, user string) *mail.Sender {
	t.Helper()
	m, err := mail.New(mail.Options{URL: scheme + "://" + user + mailbox.Host + ":25", From: from, TLS: s.Trust,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, s.Addr)
		}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func hello() people.Mail {
	return people.Mail{To: "ana@example.com", Subject: "Grüße", Text: "Hello,\n\nthis is “it”.\n.\nA dot.\n"}
}

func TestMailIsSent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mode   mailbox.Mode
		scheme string
		user   string
	}{
		"smtp": {mailbox.StartTLS, "smtp", ""}, "smtps": {mailbox.TLS, "smtps", ""},
		"smtp with a password": {mailbox.StartTLS, "smtp", "ann:p%40ss@"}, "smtps with a password": {mailbox.TLS, "smtps", "ann:p%40ss@"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			user, password := "", ""
			if c.user != "" {
				user, password = "ann", "p@ss"
			}
			s := mailbox.Start(t, c.mode, user, password)
			if err := named(t, s, c.scheme, c.user).Send(t.Context(), hello()); err != nil {
				t.Fatal(err)
			}
			arrived(t, s, true, user)
		})
	}
}

func arrived(t *testing.T, s *mailbox.Server, encrypted bool, user string) {
	t.Helper()
	got := s.Await(1)
	if got.From != "berth@example.com" || got.To != "ana@example.com" || got.TLS != encrypted || got.User != user {
		t.Errorf("the envelope: %+v", got)
	}
	for name, want := range map[string]string{"From": `"Berth at home" <berth@example.com>`, "To": "<ana@example.com>", "Auto-Submitted": "auto-generated"} {
		if got.Header.Get(name) != want {
			t.Errorf("%s: %q", name, got.Header.Get(name))
		}
	}
	if got.Text != hello().Text || !strings.HasSuffix(got.Header.Get("Message-Id"), "@example.com>") {
		t.Errorf("the mail: %s", got.Raw)
	}
}

// The operator's server may be on this machine: plain text is for that alone.
func TestPlainTextIsForLoopback(t *testing.T) {
	t.Parallel()
	for _, user := range []string{"", "ann:p%40ss@"} {
		name, password := "", ""
		if user != "" {
			name, password = "ann", "p@ss"
		}
		s := mailbox.Start(t, mailbox.Plain, name, password)
		m, err := mail.New(mail.Options{URL: "smtp://" + user + s.Addr, From: from})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Send(t.Context(), hello()); err != nil {
			t.Fatal(err)
		}
		arrived(t, s, false, name)
	}
	s := mailbox.Start(t, mailbox.Plain, "", "")
	if err := named(t, s, "smtp", "").Send(t.Context(), hello()); err == nil || len(s.Mails()) != 0 {
		t.Errorf("a server elsewhere without TLS takes mail: %v", err)
	}
	untrusted := mailbox.Start(t, mailbox.StartTLS, "", "")
	if err := named(t, &mailbox.Server{Addr: untrusted.Addr}, "smtp", "").Send(t.Context(), hello()); err == nil || len(untrusted.Mails()) != 0 {
		t.Errorf("a server that nobody vouches for takes mail: %v", err)
	}
}

// Nothing of an address or a subject becomes a header, or a command, of its own.
func TestNothingIsInjected(t *testing.T) {
	t.Parallel()
	s := mailbox.Start(t, mailbox.Plain, "", "")
	m, err := mail.New(mail.Options{URL: "smtp://" + s.Addr, From: from})
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"ana@example.com\r\nBcc: eve@example.com", "ana@example.com>\r\nRCPT TO:<eve@example.com", "ana@example.com, eve@example.com",
		"Ana <ana@example.com>", "", "ana", "ana@example.com\n", "\"a\r\nBcc: b\"@example.com"} {
		if err := m.Send(t.Context(), people.Mail{To: to, Subject: "s", Text: "t"}); err == nil {
			t.Errorf("%q is taken", to)
		}
	}
	if err := m.Send(t.Context(), people.Mail{To: "ana@example.com", Subject: "s\r\nBcc: eve@example.com", Text: "t"}); err == nil {
		t.Error("a subject of two lines is taken")
	}
	if got := s.Mails(); len(got) != 0 {
		t.Errorf("sent: %+v", got)
	}
}

func TestWrongSettingsAreNamed(t *testing.T) {
	t.Parallel()
	for address, sender := range map[string]string{
		"": from, "mail.example.com:25": from, "http://mail.example.com:25": from, "smtp://mail.example.com": from, "smtp://mail.example.com:0": from,
		"smtp://:25": from, "smtp://ann:s3cret@mail.example.com:x": from, "smtp://ann:s3cret@mail.example.com:25/x": from, "smtp://mail.example.com:25?x=y": from,
		"smtp://mail.example.com:587": "", "smtps://mail.example.com:465": "nobody", "smtp://mail.example.com:25": "a@example.com\r\nBcc: b@example.com",
	} {
		if _, err := mail.New(mail.Options{URL: address, From: sender}); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s from %q: %v", address, sender, err)
		}
	}
}

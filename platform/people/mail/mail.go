// Package mail sends letters by SMTP (RFC 5321), over TLS. It knows the one server that the operator names, and must not know what a letter is for.
package mail

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	smtp "github.com/wneessen/go-mail"

	"berth/platform/outbound"
	"berth/platform/people"
)

const timeout = 20 * time.Second // of a mail, from the look-up of the server's name on

// Sender sends mails by one server. It is safe for concurrent use.
type Sender struct {
	from   string
	client []smtp.Option
	host   string
}

// Options are what a sender is made of.
type Options struct {
	URL  string                                                               // smtp[s]://[user:password@]host:port
	From string                                                               // address of the sender, a name may stand before it: Berth <berth@example.com>
	Dial func(ctx context.Context, network, address string) (net.Conn, error) // nil = to the host of URL alone, wherever that is
	TLS  *tls.Config                                                          // nil = the system's roots
}

// New makes a sender. smtps speaks TLS from the first byte, smtp after STARTTLS; plain text is for a host on loopback alone. The error says what
// is wrong with the options, and repeats no password.
func New(o Options) (*Sender, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("want smtp[s]://[user:password@]host:port, with characters such as @ : / of the password written as %40 %3A %2F")
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil || port == 0 {
		return nil, errors.New("want the port too, such as smtp://mail.example.com:587")
	}
	from, err := netmail.ParseAddress(o.From)
	if err != nil || strings.ContainsFunc(o.From, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, errors.New("the sender must be an e-mail address, such as Berth <berth@example.com>")
	}
	if o.Dial == nil {
		o.Dial = outbound.Named(u.Hostname(), u.Port())
	}
	if o.TLS == nil {
		o.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config := o.TLS.Clone()
	config.ServerName = u.Hostname()
	_, domain, _ := strings.Cut(from.Address, "@")
	s := &Sender{from: from.String(), host: u.Hostname(), client: []smtp.Option{
		smtp.WithPort(int(port)), smtp.WithTimeout(timeout), smtp.WithHELO(domain), smtp.WithTLSConfig(config), smtp.WithDialContextFunc(o.Dial),
		smtp.WithoutNoop(),
	}}
	mechanisms := smtp.WithSMTPAuth(smtp.SMTPAuthAutoDiscover)
	switch {
	case u.Scheme == "smtps":
		s.client = append(s.client, smtp.WithDialContextFunc(encrypted(o.Dial, config)), smtp.WithTLSPolicy(smtp.TLSOpportunistic))
	case loopback(u.Hostname()):
		s.client = append(s.client, smtp.WithTLSPolicy(smtp.NoTLS))
		mechanisms = smtp.WithOpportunisticSMTPAuth(smtp.SMTPAuthSCRAMSHA256, smtp.SMTPAuthCramMD5, smtp.SMTPAuthPlainNoEnc, smtp.SMTPAuthLoginNoEnc)
	default:
		s.client = append(s.client, smtp.WithTLSPolicy(smtp.TLSMandatory))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		s.client = append(s.client, mechanisms, smtp.WithUsername(u.User.Username()), smtp.WithPassword(password))
	}
	_, err = smtp.NewClient(s.host, s.client...)
	return s, err
}

// loopback reports whether a host is this machine by its very name.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// encrypted dials and speaks TLS from the first byte.
func encrypted(dial smtp.DialContextFunc, config *tls.Config) smtp.DialContextFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		plain, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		conn := tls.Client(plain, config)
		if err := conn.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(err, plain.Close())
		}
		return conn, nil
	}
}

// Send sends a mail on a connection of its own. It returns within 20 seconds.
func (s *Sender) Send(ctx context.Context, m people.Mail) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	msg := smtp.NewMsg(smtp.WithNoDefaultUserAgent())
	if err := msg.From(s.from); err != nil {
		return fmt.Errorf("set sender: %w", err)
	}
	if a, err := netmail.ParseAddress(m.To); err != nil || a.Address != m.To || strings.ContainsAny(m.To, "\r\n") {
		return errors.New("the receiver is no bare address")
	}
	if err := msg.To(m.To); err != nil {
		return fmt.Errorf("set receiver: %w", err)
	}
	if strings.ContainsAny(m.Subject, "\r\n") {
		return errors.New("the subject is no line")
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(rand.Text() + "@" + s.domain())
	msg.SetGenHeader(smtp.Header("Auto-Submitted"), "auto-generated") // RFC 3834: nobody's absence is to answer
	msg.SetBodyString(smtp.TypeTextPlain, m.Text)
	client, err := smtp.NewClient(s.host, s.client...)
	if err != nil {
		return fmt.Errorf("make client: %w", err)
	}
	return client.DialAndSendWithContext(ctx, msg)
}

func (s *Sender) domain() string {
	a, err := netmail.ParseAddress(s.from)
	if err != nil {
		return s.host
	}
	_, domain, _ := strings.Cut(a.Address, "@")
	return domain
}

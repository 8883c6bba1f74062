package send_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	upstream "berth/platform/executor/http"
	"berth/platform/executor/http/send"
	"berth/platform/outbound"
	"berth/platform/request/outgoing"
	"berth/test/double"
)

func sender(t *testing.T, r *net.Resolver, allowed ...string) *send.Sender {
	t.Helper()
	allow, err := outbound.ParseAllow(allowed)
	if err != nil {
		t.Fatal(err)
	}
	return send.New(allow, r)
}

// What only this machine reaches sees no byte, however it is spelled: asked for itself, as where a redirect leads, and as a host
// that a secret names. In the second turn names are looked up, since a network is listed.
func TestNoByteReachesThisMachine(t *testing.T) {
	t.Parallel()
	port, reached := double.Canary(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(http.StatusFound)
	}))
	defer front.Close()
	at := front.Listener.Addr().String()
	unlooked, looked := double.PrivateNames(), double.PrivateNames()
	for turn, s := range []*send.Sender{sender(t, unlooked.Resolver(t), at), sender(t, looked.Resolver(t), at, "10.1.0.0/16")} {
		for _, host := range double.PrivateHosts() {
			for _, scheme := range []string{"http", "https"} {
				to := scheme + "://" + host + ":" + port + "/"
				hosts := []string{at, host + ":" + port, strings.ToLower(host), "localhost:" + port, "127.0.0.1:" + port}
				for range 3 { // a name may lead elsewhere the next time
					for way, address := range map[string]string{"straight": to, "redirected": front.URL + "/?to=" + url.QueryEscape(to)} {
						a, err := s.Send(t.Context(), upstream.Message{Filled: outgoing.Filled{Method: "GET", URL: address}, Hosts: hosts})
						if err == nil || reached() {
							t.Fatalf("turn %d, %s: %s was reached: %+v, %v", turn, way, to, a, err)
						}
						if fault := (*upstream.Fault)(nil); !errors.As(err, &fault) || fault.Reason == upstream.Slow || fault.Reason == upstream.Broken && way == "straight" {
							t.Errorf("turn %d, %s: %s: %v", turn, way, to, err)
						}
					}
				}
			}
		}
	}
	if asked := unlooked.Asked(); len(asked) > 0 {
		t.Errorf("looked up %v, whose port alone says that they may not be asked", asked)
	}
	asked := looked.Asked()
	for _, name := range []string{"private.test", "both.test", "later.test", "six.test"} {
		if asked[name+"\x01"]+asked[name+"\x1c"] < 4 {
			t.Errorf("%s was looked up %v times: the test tries nothing", name, asked)
		}
	}
}

package publish

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/schema"
)

// Offer is an app with everything that a directory would judge.
type Offer struct {
	App      platform.App
	Manifest platform.Manifest // of the draft as it would be published; of a seeded app's newest release
	Listing  platform.Listing
	Problems []platform.Problem // for which publishing would be refused
	Warnings []platform.Problem // for which it would not
	Shows    []*executor.Shows  // what the widgets of the draft's tools show of their tables, by their order; of a seeded app nothing
}

// Offer returns an app as a directory would see it after the next publish.
func (s *Service) Offer(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (Offer, error) {
	o, err := s.Check(ctx, ws, id)
	if err != nil {
		return o, err
	}
	if o.Listing, err = s.Store.Listing(ctx, ws, id); err != nil {
		return o, err
	}
	for i := range o.Manifest.Views {
		v := &o.Manifest.Views[i]
		v.Allow(s.Layouts.Supplement(v.Layout).Loads()...)
	}
	return o, s.allowPictures(ctx, o.App, o.Manifest)
}

// Check is Offer without what takes more than the app itself and its tables' columns: no listing, and no pictures of rows in the
// policies of widgets.
func (s *Service) Check(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (Offer, error) {
	app, err := s.Store.App(ctx, ws, id)
	if err != nil {
		return Offer{}, err
	}
	o := Offer{App: app}
	if app.Origin == platform.OriginSeeded {
		newest, err := s.Store.Release(ctx, ws, id, app.PublishVersion)
		if err != nil {
			return Offer{}, fmt.Errorf("load newest release: %w", err)
		}
		o.Manifest = newest.Manifest
		return o, nil
	}
	tables, err := s.tables(ctx, app.Workspace, app.ID)
	if err != nil {
		return Offer{}, err
	}
	var plans []executor.Plan
	o.Manifest, plans, o.Problems = s.planned(app.Draft, tables)
	unready, err := s.unready(ctx, ws, app.Draft)
	if err != nil {
		return Offer{}, err
	}
	o.Problems = platform.WithMore(o.Problems, unready)
	for _, p := range plans {
		o.Shows = append(o.Shows, p.Shows)
	}
	if len(app.Draft.Tools) == 1 {
		o.Warnings = promises(app.Draft, o.Manifest)
	}
	return o, nil
}

// Listing returns what the app's authors say of it for directories.
func (s *Service) Listing(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Listing, error) {
	return s.Store.Listing(ctx, ws, id)
}

// SetListing replaces the listing.
func (s *Service) SetListing(ctx context.Context, by platform.Actor, id platform.AppID, l platform.Listing) (platform.Listing, error) {
	l.Tagline, l.Category, l.Company = strings.TrimSpace(l.Tagline), strings.TrimSpace(l.Category), strings.TrimSpace(l.Company)
	if found := ListingProblems(l); len(found) > 0 {
		return platform.Listing{}, platform.Invalid(found)
	}
	return l, s.Store.SetListing(ctx, by, id, l)
}

// ListingProblems returns what is wrong with a listing.
func ListingProblems(l platform.Listing) []platform.Problem {
	var p problems
	p.text("tagline", l.Tagline, platform.MaxTagline, false)
	p.text("category", l.Category, platform.MaxCategory, false)
	p.text("company", l.Company, platform.MaxCompany, false)
	var names problems
	names.line("tagline", l.Tagline)
	names.line("category", l.Category)
	names.title("company", l.Company)
	p = platform.WithMore(p, names)
	for _, f := range []struct{ name, address string }{
		{"iconUrl", l.IconURL}, {"privacyUrl", l.PrivacyURL}, {"supportUrl", l.SupportURL}, {"websiteUrl", l.WebsiteURL},
	} {
		switch {
		case f.address == "":
		case utf8.RuneCountInString(f.address) > platform.MaxListingURL:
			p.add(f.name, fmt.Sprintf("must have at most %d characters", platform.MaxListingURL))
		case !publicAddress(f.address):
			p.add(f.name, "must be an https address of a public host, such as https://example.com/privacy")
		}
	}
	return schema.Under("body", p)
}

// publicAddress reports whether people anywhere could open the address: https, a host name with a dot in it, nobody's
// password, and no character that would have to be escaped.
func publicAddress(address string) bool {
	for _, r := range address {
		if r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) {
			return false
		}
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Opaque != "" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	_, notAName := netip.ParseAddr(host)
	return notAName != nil && strings.Contains(host, ".") && !strings.HasSuffix(host, ".localhost") && !strings.Contains(host, "..") && host[0] != '.'
}

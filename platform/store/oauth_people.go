package store

import (
	"context"
	"slices"
	"strconv"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/db"
)

// SignedIn lists who lets clients use an app, the newest account first. n bounds the page, as in other lists. The cursor is a place in the
// list, and not somebody's id, which the author must not learn. An app of another workspace is APP_NOT_FOUND.
func (s *Store) SignedIn(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, cursor string, n int) ([]authorization.SignedIn, string, error) {
	const list = "people"
	place, err := position(cursor, list, func(key string) bool { at, err := strconv.ParseInt(key, 10, 32); return err == nil && at > 0 })
	if err != nil {
		return nil, "", err
	}
	if err := s.appHere(ctx, ws, app); err != nil {
		return nil, "", err
	}
	skip, _ := strconv.ParseInt(place, 10, 32) // 0 at the beginning
	n = limit(n)
	users, err := s.q.OAuthPeople(ctx, db.OAuthPeopleParams{AppID: string(app), Now: s.now(), Skip: int32(skip), MaxRows: int32(n + 1)})
	if err != nil || len(users) == 0 {
		return nil, "", wrap("list people of app", err)
	}
	next := ""
	if len(users) > n {
		users, next = users[:n], cursorOf(list, strconv.FormatInt(skip+int64(n), 10))
	}
	rows, err := s.q.OAuthGrantsOfPeople(ctx, db.OAuthGrantsOfPeopleParams{AppID: string(app), FirstUser: users[len(users)-1], LastUser: users[0], Now: s.now()})
	if err != nil {
		return nil, "", wrap("list grants of app", err)
	}
	people := make([]authorization.SignedIn, 0, len(users))
	for len(rows) > 0 {
		end := slices.IndexFunc(rows, func(r db.OAuthGrantsOfPeopleRow) bool { return r.OauthGrant.UserID != rows[0].OauthGrant.UserID })
		if end < 0 {
			end = len(rows)
		}
		grants := make([]authorization.Grant, end)
		for i, r := range rows[:end] {
			if grants[i], err = toGrant(r.OauthGrant); err != nil {
				return nil, "", err
			}
		}
		person := authorization.SignedInOf(rows[0].Email, rows[0].Name, grants)
		person.Reviewer = rows[0].Reviewer
		people = append(people, person)
		rows = rows[end:]
	}
	return people, next, nil
}

// RemoveSignedIn ends every grant of a person at an app, and forgets what they have agreed to there. The person is named as SignedIn names
// them; somebody who has none is NOT_FOUND.
func (s *Store) RemoveSignedIn(ctx context.Context, by platform.Actor, app platform.AppID, person string) error {
	return wrap("remove person from app", s.changeIn(ctx, by, func(t tx) error {
		if err := t.appHere(ctx, by.Workspace, app); err != nil {
			return err
		}
		user, err := t.signedIn(ctx, app, person)
		if err != nil {
			return err
		}
		if err := t.WithdrawOAuthConsentsAt(ctx, user, string(app)); err != nil {
			return wrap("withdraw consents", err)
		}
		ended, err := t.DeleteOAuthGrantsAt(ctx, string(app), user)
		if err != nil {
			return wrap("delete grants", err)
		}
		if len(ended) == 0 { // somebody else was faster
			return noPerson()
		}
		if err := s.standing(ctx, t, ended...); err != nil {
			return err
		}
		return t.audit(ctx, by, change{by.Workspace, "app.revoke", string(app), fields{"person": person, "connections": len(ended)}, nil})
	}))
}

func noPerson() error {
	return platform.Errorf(platform.CodeNotFound, "Nobody with this id has signed in to the app.")
}

// signedIn returns the id of the account that an app knows as person. Nothing but the accounts themselves tells it.
func (t tx) signedIn(ctx context.Context, app platform.AppID, person string) (string, error) {
	for skip := int32(0); ; skip += pruneBatch {
		users, err := t.OAuthPeople(ctx, db.OAuthPeopleParams{AppID: string(app), Now: t.now, Skip: skip, MaxRows: pruneBatch})
		if err != nil {
			return "", wrap("list people of app", err)
		}
		for _, user := range users {
			if platform.PersonID(app, platform.UserID(user)) == person {
				return user, nil
			}
		}
		if len(users) < pruneBatch {
			return "", noPerson()
		}
	}
}

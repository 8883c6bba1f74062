package identity

import (
	"strings"
	"time"

	"berth/platform"
)

// The methods and functions here return all problems for which an input is refused by itself, whoever sends it, with
// locations below "body". The methods of Service that take the input refuse it for the same problems.

// Problems returns what is wrong with an account to make.
func (in NewAccount) Problems() []platform.Problem {
	if _, err := newUser(&in); err != nil {
		return platform.AsError(err).Fields
	}
	return nil
}

// Problems returns what is wrong with a key to make at that time.
func (in NewKey) Problems(now time.Time) []platform.Problem {
	var c checker
	c.name(strings.TrimSpace(in.Name))
	if in.Role != "" {
		c.role(in.Role)
	}
	if in.ExpiresAt != nil && !now.Before(*in.ExpiresAt) {
		c.add("expiresAt", "must be in the future")
	}
	return c.problems
}

// Problems returns what is wrong with a change of an account, except for the current password.
func (change ProfileChange) Problems() []platform.Problem {
	var c checker
	if change.Email != nil {
		c.email(strings.TrimSpace(*change.Email))
	}
	if change.Name != nil {
		if name := strings.TrimSpace(*change.Name); name != "" {
			c.name(name)
		}
	}
	if change.Password != nil {
		c.password("password", *change.Password)
	}
	return c.problems
}

// InvitationProblems returns what is wrong with an invitation to a role; email "" is anybody's.
func InvitationProblems(role platform.Role, email string) []platform.Problem {
	var c checker
	c.role(role)
	if email = strings.TrimSpace(email); email != "" {
		c.email(email)
	}
	return c.problems
}

// WorkspaceProblems returns what is wrong with a workspace's name.
func WorkspaceProblems(name string) []platform.Problem {
	var c checker
	c.name(strings.TrimSpace(name))
	return c.problems
}

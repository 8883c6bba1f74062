package runtime

import (
	"time"

	"berth/platform"
	"berth/platform/ratelimit"
)

// Limiter counts calls: of one caller to one app, and of one app in all. Safe for concurrent use.
type Limiter struct {
	callers *ratelimit.Limiter[caller]
	apps    *ratelimit.Limiter[platform.AppID]
}

type caller struct {
	app  platform.AppID
	name string
}

// NewLimiter makes a limiter with both rates in calls a minute; 0 means no limit.
func NewLimiter(callerRPM, appRPM int, now func() time.Time) *Limiter {
	return &Limiter{
		callers: ratelimit.New[caller](callerRPM, "You have made too many calls to this app.", now),
		apps:    ratelimit.New[platform.AppID](appRPM, "This app is receiving too many calls.", now),
	}
}

// Allow returns nil or RATE_LIMITED. An anonymous caller is "": it is never told apart, so only the app's own limit
// holds for it.
func (l *Limiter) Allow(app platform.AppID, name string) error {
	if name != "" {
		if err := l.callers.Allow(caller{app, name}); err != nil {
			return err
		}
	}
	return l.apps.Allow(app)
}

// Refused counts what either rate has refused since the start: calls of one caller, and calls of one app.
func (l *Limiter) Refused() (callers, apps uint64) { return l.callers.Refused(), l.apps.Refused() }

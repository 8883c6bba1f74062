package store

import (
	"time"

	"berth/platform"
)

// listedFailures is how many failed calls of one outcome are listed of an app and hour, whatever the budget: failures are what
// people look for, but an anonymous caller can make calls that do nothing else.
const listedFailures = 10_000

// callBudget decides which calls the log lists: of each app so many an hour, and those that failed besides. Further ones are counted. It
// is the writer's alone: the hour begins anew with the process, and each replica has a budget of its own.
type callBudget struct {
	rows    int // of an app and hour; 0 = no limit
	hour    int64
	used    map[platform.AppID]map[string]int // by outcome
	counted callCounts
}

func newCallBudget(rows int) *callBudget {
	return &callBudget{rows: rows, used: map[platform.AppID]map[string]int{}, counted: callCounts{}}
}

// list keeps the records that are listed, in their order and their place, and counts the others.
func (b *callBudget) list(records []platform.CallRecord, rest func()) []platform.CallRecord {
	if b.rows <= 0 {
		return records
	}
	var (
		last platform.AppID
		used map[string]int // of last
	)
	listed := records[:0]
	for i := range records {
		if i%restEvery == 0 {
			rest()
		}
		r := &records[i]
		if hour := r.At.Unix() / int64(time.Hour/time.Second); hour > b.hour {
			b.hour, used = hour, nil
			clear(b.used)
		}
		if used == nil || r.App != last {
			if used = b.used[r.App]; used == nil {
				used = map[string]int{}
				b.used[r.App] = used
			}
			last = r.App
		}
		room := b.rows
		if r.Outcome != platform.OutcomeOK {
			room = max(room, listedFailures)
		}
		if used[r.Outcome] < room {
			used[r.Outcome]++
			listed = append(listed, *r)
		} else {
			b.counted.add(*r)
		}
	}
	return listed
}

package store

import (
	"time"

	"berth/platform"
)

// listedFailures bounds the failed calls of one outcome that are listed of an app in an hour, whatever the budget. Failures
// are what people look for, but an anonymous caller can make calls that only fail.
const listedFailures = 10_000

// callBudget decides which calls the log lists: a number of each app in an hour, and further ones that failed. All others
// are counted. Only the writer uses it: the hour begins anew with the process, and each replica has its own budget.
type callBudget struct {
	rows    int // of an app in an hour; 0 = no limit
	hour    int64
	used    map[platform.AppID]map[string]int // by outcome
	counted callCounts
}

func newCallBudget(rows int) *callBudget {
	return &callBudget{rows: rows, used: map[platform.AppID]map[string]int{}, counted: callCounts{}}
}

// list returns the records that are listed, in their order and in the same memory, and counts the others.
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

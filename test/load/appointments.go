package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"
)

// appointments knows what was booked with a few doctors, whom every worker wants to see.
type appointments struct {
	viewer  string // the key of a person, who sees free times when callers without an account may have no more
	doctors []string
	offered map[string]map[string]time.Time // doctor → slot → time, before the load

	mu     sync.Mutex
	free   map[string][]slot // as last seen
	booked map[string]string // slot → patient
	number int
}

type slot struct {
	ID   string
	Time time.Time
}

func newAppointments(ctx context.Context, t *traffic, viewer string) (*appointments, error) {
	as := &appointments{viewer: viewer, offered: map[string]map[string]time.Time{}, free: map[string][]slot{}, booked: map[string]string{}}
	a, err := t.call(ctx, call{slug: "medical", tool: "search_doctors", arguments: map[string]any{"city": "São Paulo"}})
	if err != nil {
		return nil, err
	}
	var found struct{ Doctors []struct{ ID string } }
	if err := json.Unmarshal(a.meta, &found); err != nil {
		return nil, err
	}
	if len(found.Doctors) < 4 {
		return nil, fmt.Errorf("only %d doctors in São Paulo", len(found.Doctors))
	}
	for _, d := range found.Doctors[:4] {
		as.doctors = append(as.doctors, d.ID)
		slots, _, err := as.look(ctx, t, d.ID)
		if err != nil {
			return nil, err
		}
		as.offered[d.ID] = map[string]time.Time{}
		for _, s := range slots {
			as.offered[d.ID][s.ID] = s.Time
		}
	}
	return as, nil
}

// look returns the free times of a doctor as people see them: those that nobody has booked.
func (as *appointments) look(ctx context.Context, t *traffic, doctor string) (slots []slot, gone bool, err error) {
	a, err := t.call(ctx, call{slug: "medical", tool: "get_available_slots", key: as.viewer, arguments: map[string]any{"doctorId": doctor}})
	if err != nil || a.gone {
		return nil, a.gone, err
	}
	var seen struct{ Slots []slot }
	if err := json.Unmarshal(a.meta, &seen); err != nil {
		return nil, false, err
	}
	as.mu.Lock()
	defer as.mu.Unlock()
	as.free[doctor] = seen.Slots
	return seen.Slots, false, nil
}

// taken matches what may be said about a time that somebody else got: that it is gone, or that callers without a name
// have enough.
var taken = regexp.MustCompile(`is no longer available|No more appointments can be booked`)

// odd matches what is said about characters that no name has.
var odd = regexp.MustCompile(`must not contain`)

func (as *appointments) turns() []turn {
	return []turn{
		func(ctx context.Context, t *traffic) error {
			by, what := any1("name", "specialty", "city"), any1("silva", "Cardiologist", "são paulo", any1(hostile...))
			_, err := t.call(ctx, call{slug: "medical", tool: "search_doctors", may: odd, arguments: map[string]any{by: what}})
			return err
		},
		func(ctx context.Context, t *traffic) error {
			_, _, err := as.look(ctx, t, any1(as.doctors...))
			return err
		},
		as.book,
	}
}

// book tries to book one of the first times of a doctor, as others do at the same time.
func (as *appointments) book(ctx context.Context, t *traffic) error {
	doctor := any1(as.doctors...)
	as.mu.Lock()
	free := as.free[doctor]
	as.number++
	patient, subject := fmt.Sprintf("Patient %c%c%c", 'A'+as.number/676%26, 'a'+as.number/26%26, 'a'+as.number%26), fmt.Sprint("caller-", as.number)
	as.mu.Unlock()
	if len(free) == 0 {
		return nil
	}
	chosen := any1(free[:min(3, len(free))]...).ID
	a, err := t.call(ctx, call{slug: "medical", tool: "schedule_appointment", may: taken, meta: map[string]any{"openai/subject": subject},
		arguments: map[string]any{"doctorId": doctor, "slotId": chosen, "patientName": patient, "patientPhone": fmt.Sprintf("119%08d", as.number%1e8)}})
	if err != nil || a.gone || a.refused {
		return err
	}
	as.mu.Lock()
	defer as.mu.Unlock()
	if other := as.booked[chosen]; other != "" {
		return fmt.Errorf("slot %s was given to %s and to %s", chosen, other, patient)
	}
	as.booked[chosen] = patient
	return nil
}

// judge checks that the times offered now and those booked are together the times that were offered before the load.
func (as *appointments) judge(ctx context.Context, t *traffic) error {
	if len(as.booked) == 0 {
		return errors.New("nothing was booked")
	}
	for _, doctor := range as.doctors {
		slots, gone, err := as.look(ctx, t, doctor)
		if err != nil || gone {
			return fmt.Errorf("times of %s: gone: %t, %w", doctor, gone, err)
		}
		now := map[string]bool{}
		for _, s := range slots {
			now[s.ID] = true
		}
		for id, at := range as.offered[doctor] {
			switch booked := as.booked[id] != ""; {
			case booked && now[id]:
				return fmt.Errorf("slot %s at %s is booked and still offered", id, at)
			case !booked && !now[id] && at.After(time.Now().Add(time.Minute)):
				return fmt.Errorf("slot %s at %s is neither booked nor offered", id, at)
			}
		}
	}
	fmt.Printf("  %d appointments, each time given once\n", len(as.booked))
	return nil
}

package medical

import (
	"context"
	"fmt"
	"slices"
	"time"

	"berth/apps/medical/agenda"
	"berth/apps/medical/directory"
	"berth/platform"
	"berth/platform/appkit"
)

// brief is a doctor as the model sees one beside free times.
type brief struct {
	Name      string `json:"name"`
	Specialty string `json:"specialty"`
}

type told struct {
	Time string `json:"time"`
}

type offered struct {
	Success bool   `json:"success"`
	Doctor  brief  `json:"doctor"`
	Count   int    `json:"count"`
	Slots   []told `json:"slots"`
}

// slot is a free time as the widget gets it.
type slot struct {
	ID        string `json:"id"`
	Time      string `json:"time"` // RFC 3339, UTC
	Formatted string `json:"formattedTime"`
}

func (a *app) slots(ctx context.Context, call appkit.Call) (appkit.Result, error) {
	in := read(call, "doctorId", "doctorName", "specialty")
	wanted := in.doctor()
	if in.rejected() {
		return in.refusal(), nil
	}
	found, refusal := a.named(in, wanted)
	switch len(found) {
	case 0:
		return refusal, nil
	case 1:
	default:
		return in.which(found), nil
	}
	in.progress(call, 1, "Looking for free times…", "Procurando horários livres…")
	all := a.agenda.Slots(found[0].ID, call.Now)
	limit := a.store.MayBook(ctx, a.booking(call, found[0], all))
	if limited(limit) { // none of them could be booked, which does not mean that none is free
		in.progress(call, steps, "", "")
		return refuse(a.full(in, found[0], platform.AsError(limit), call.Now)), nil
	}
	if limit != nil {
		return appkit.Result{}, fmt.Errorf("ask for limits: %w", limit)
	}
	free, err := a.free(ctx, found[0], all)
	if err != nil {
		return appkit.Result{}, err
	}
	in.progress(call, steps, "", "")
	return in.offer(found[0], free, in.say(
		fmt.Sprintf("%s has no free times in the coming weeks.", in.who(found[0])), fmt.Sprintf("%s não tem horários livres nas próximas semanas.", in.who(found[0])))), nil
}

// unproven returns how many of a doctor's times callers without an account may have: the others are kept for people who are
// signed in.
func unproven(slots []agenda.Slot) int { return (len(slots) + 1) / 2 }

// free returns the doctor's slots that are not booked.
func (a *app) free(ctx context.Context, d *directory.Doctor, slots []agenda.Slot) ([]agenda.Slot, error) {
	if len(slots) == 0 {
		return nil, nil
	}
	booked, err := a.store.Booked(ctx, d.ID, slots[0].At, slots[len(slots)-1].At)
	if err != nil {
		return nil, fmt.Errorf("list booked times: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(slots), func(s agenda.Slot) bool {
		_, taken := slices.BinarySearchFunc(booked, s.At, time.Time.Compare)
		return taken
	}), nil
}

// offer shows the free times, and says nothing where there are none.
func (a *arguments) offer(d *directory.Doctor, free []agenda.Slot, nothing string) appkit.Result {
	out := offered{Success: true, Doctor: brief{d.Name, a.specialty(d)}, Count: len(free), Slots: make([]told, len(free))}
	full := make([]slot, len(free))
	for i, s := range free {
		out.Slots[i] = told{agenda.Short(s.At, a.dates)}
		full[i] = slot{s.ID, s.At.UTC().Format(time.RFC3339), agenda.Long(s.At, a.dates)}
	}
	meta := map[string]any{"doctor": a.card(d), "slots": full}
	said := nothing
	if len(free) == 0 {
		meta["why"] = nothing
	} else {
		const first = 5
		next := a.times(free[:min(first, len(free))])
		said = a.say(fmt.Sprintf("%s has %d free times in the coming weeks (São Paulo time). The next ones: %s.", a.who(d), len(free), next),
			fmt.Sprintf("%s tem %d horários livres nas próximas semanas (horário de São Paulo). Os próximos: %s.", a.who(d), len(free), next))
	}
	return appkit.Result{Structured: out, Content: appkit.Text(said), Meta: a.view("slots-list", meta)}
}

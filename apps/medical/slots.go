package medical

import (
	"context"
	"fmt"
	"slices"
	"time"

	"berth/apps/medical/agenda"
	"berth/apps/medical/directory"
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
	free, err := a.free(ctx, found[0], a.agenda.Slots(found[0].ID, call.Now))
	if err != nil {
		return appkit.Result{}, err
	}
	return in.offer(found[0], free), nil
}

// free returns the doctor's slots that are not booked.
func (a *app) free(ctx context.Context, d *directory.Doctor, slots []agenda.Slot) ([]agenda.Slot, error) {
	if len(slots) == 0 {
		return nil, nil
	}
	booked, err := a.store.BookedTimes(ctx, d.ID, slots[0].At, slots[len(slots)-1].At)
	if err != nil {
		return nil, fmt.Errorf("list booked times: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(slots), func(s agenda.Slot) bool {
		_, taken := slices.BinarySearchFunc(booked, s.At, time.Time.Compare)
		return taken
	}), nil
}

func (a *arguments) offer(d *directory.Doctor, free []agenda.Slot) appkit.Result {
	out := offered{Success: true, Doctor: brief{d.Name, a.specialty(d)}, Count: len(free), Slots: make([]told, len(free))}
	full := make([]slot, len(free))
	for i, s := range free {
		out.Slots[i] = told{agenda.Short(s.At, a.dates)}
		full[i] = slot{s.ID, s.At.UTC().Format(time.RFC3339), agenda.Long(s.At, a.dates)}
	}
	said := a.say(fmt.Sprintf("%s has no free times in the coming weeks.", a.who(d)), fmt.Sprintf("%s não tem horários livres nas próximas semanas.", a.who(d)))
	if len(free) > 0 {
		const first = 5
		next := a.times(free[:min(first, len(free))])
		said = a.say(fmt.Sprintf("%s has %d free times in the coming weeks (São Paulo time). The next ones: %s.", a.who(d), len(free), next),
			fmt.Sprintf("%s tem %d horários livres nas próximas semanas (horário de São Paulo). Os próximos: %s.", a.who(d), len(free), next))
	}
	return appkit.Result{Structured: out, Content: appkit.Text(said), Meta: map[string]any{"view": "slots-list", "doctor": a.card(d), "slots": full}}
}

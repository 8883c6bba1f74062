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

// suggested is how many free times are offered in place of one that cannot be had.
const suggested = 3

// taken says that the times asked for are booked, and which free ones are close to them.
func (a *app) taken(ctx context.Context, in *arguments, d *directory.Doctor, fitting, slots []agenda.Slot) (appkit.Result, error) {
	when := in.when(fitting)
	said := in.say(fmt.Sprintf("%s with %s is no longer available.", when, d.Name), fmt.Sprintf("%s com %s não está mais disponível.", when, d.Name))
	return a.instead(ctx, in, said, d, slots, agenda.At(fitting[0].At))
}

// elsewhere says that the patient cannot have the times asked for, and which free ones are close to them. Whoever knows a
// patient's name and number may ask, so it says neither with whom the other appointment is, nor for certain that there is one.
func (a *app) elsewhere(ctx context.Context, in *arguments, d *directory.Doctor, fitting, slots []agenda.Slot) (appkit.Result, error) {
	when := in.when(fitting)
	said := in.say(fmt.Sprintf("%s with %s cannot be booked for this patient, who may have another appointment then.", when, d.Name),
		fmt.Sprintf("%s com %s não pode ser marcado para este paciente, que pode ter outra consulta nesse horário.", when, d.Name))
	others := slices.DeleteFunc(slices.Clone(slots), func(s agenda.Slot) bool { return slices.Contains(fitting, s) })
	return a.instead(ctx, in, said, d, others, agenda.At(fitting[0].At))
}

// when names the times that were asked for: the moment, or the time of the day that they share.
func (s speech) when(fitting []agenda.Slot) string {
	if len(fitting) > 1 {
		return fitting[0].At.Format("15:04")
	}
	return agenda.Short(fitting[0].At, s.words)
}

// notOffered says why the doctor has no such time at all, and which free ones are close to it.
func (a *app) notOffered(ctx context.Context, in *arguments, d *directory.Doctor, asked request, slots []agenda.Slot) (appkit.Result, error) {
	wish, now := asked.wish, asked.now
	moment, one := wish.Moment()
	last := a.agenda.Last(now)
	var said string
	switch {
	case asked.slotID != "" && a.agenda.Past(d.ID, asked.slotID, now), asked.slotID == "" && one && !moment.After(now):
		said = in.say("That time has passed.", "Esse horário já passou.")
	case asked.slotID != "":
		said = in.say(fmt.Sprintf("Slot not found: slotId is none of %s's times.", d.Name), fmt.Sprintf("Horário não encontrado: slotId não é um horário de %s.", d.Name))
	case one && !moment.Before(last.AddDate(0, 0, 1)):
		said = in.say(fmt.Sprintf("Appointments can be booked until %s.", agenda.Day(last, in.words)), fmt.Sprintf("É possível marcar até %s.", agenda.Day(last, in.words)))
	default:
		said = in.say(fmt.Sprintf("%s sees nobody at that time.", d.Name), fmt.Sprintf("%s não atende nesse horário.", d.Name))
	}
	if asked.slotID != "" {
		wish = agenda.At(now)
	}
	return a.instead(ctx, in, said, d, slots, wish)
}

// instead returns a refusal that names the free times closest to the wish.
func (a *app) instead(ctx context.Context, in *arguments, said string, d *directory.Doctor, slots []agenda.Slot, wish agenda.Wish) (appkit.Result, error) {
	free, err := a.free(ctx, d, slots)
	if err != nil {
		return appkit.Result{}, err
	}
	near := wish.Nearest(free, suggested)
	if len(near) == 0 {
		return refuse(said + " " + in.say("There are no free times in the coming weeks.", "Não há horários livres nas próximas semanas.")), nil
	}
	return refuse(said + " " + in.say("Free times close to it: ", "Horários livres mais próximos: ") + in.times(near) + "."), nil
}

// full says which limit of appointments has been reached.
func (a *app) full(in *arguments, d *directory.Doctor, limit *platform.Error, now time.Time) string {
	switch limit.Code {
	case platform.CodeLimitReached:
		return in.say(fmt.Sprintf("You have %d appointments to come, which is as many as one caller may have.", maxOfCaller),
			fmt.Sprintf("Você já tem %d consultas marcadas, o máximo que se pode ter.", maxOfCaller))
	case platform.CodeRateLimited:
		again := a.agenda.In(now.Add(limit.RetryAfter + time.Minute)).Format("15:04") // rounded up
		return in.say(fmt.Sprintf("Too many appointments are being made without signing in. Try again at %s (São Paulo time).", again),
			fmt.Sprintf("Muitas consultas estão sendo marcadas sem login. Tente de novo às %s (horário de São Paulo).", again))
	}
	return in.say(fmt.Sprintf("No more appointments can be booked with %s without signing in right now. Try another doctor.", d.Name),
		fmt.Sprintf("Agora não é possível marcar mais consultas com %s sem login. Tente outro médico.", d.Name))
}

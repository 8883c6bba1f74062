package agenda

import (
	"fmt"
	"time"
)

// Language is what dates are written in.
type Language string

// The languages of the app.
const (
	Portuguese Language = "pt"
	English    Language = "en"
)

// The names follow CLDR for pt-BR; the short ones have no full stop, as in the app's document.
var (
	weekdays = [...]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"}
	months   = [...]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}
)

// Short writes a time as "seg, 10 jan, 09:00", or "Mon, Jan 10, 09:00".
func Short(t time.Time, in Language) string {
	if in == English {
		return t.Format("Mon, Jan 2, 15:04")
	}
	return fmt.Sprintf("%s, %d %s, %s", first3(weekdays[t.Weekday()]), t.Day(), first3(months[t.Month()-1]), t.Format("15:04"))
}

// Long writes a time as "segunda-feira, 10 de janeiro de 2025 09:00", or "Monday, January 10, 2025 09:00".
func Long(t time.Time, in Language) string { return Day(t, in) + " " + t.Format("15:04") }

// Day is Long without the time of the day.
func Day(t time.Time, in Language) string {
	if in == English {
		return t.Format("Monday, January 2, 2006")
	}
	return fmt.Sprintf("%s, %d de %s de %d", weekdays[t.Weekday()], t.Day(), months[t.Month()-1], t.Year())
}

func first3(s string) string { return string([]rune(s)[:3]) }

package platform

import "time"

// MaxTasks is how many tasks one person may have: a list is always returned as a whole.
const MaxTasks = 1000

// Task is one entry of a person's todo list. Title and Description are as the person wrote them: text, never markup.
type Task struct {
	ID          int64 // unique over all people, so an id says nothing about whose it is
	Title       string
	Description *string // nil = none
	Completed   bool
	CreatedAt   time.Time // UTC, to the microsecond
}

// TaskFilter chooses tasks by state.
type TaskFilter string

// The values of the todo document's status argument (spec 004 §2).
const (
	TasksAll       TaskFilter = "all"
	TasksPending   TaskFilter = "pending"
	TasksCompleted TaskFilter = "completed"
)

package main

import (
	"berth/apps/chatui"
	"berth/apps/todo"
	"berth/platform/appkit"
)

// seededApps is the list of apps that ship inside.
func seededApps(tasks todo.Store) []appkit.App {
	return []appkit.App{todo.New(tasks), chatui.New()}
}

package lint

// isVague reports whether a word could stand for anything.
func isVague(word string) bool {
	switch word {
	case "stuff", "thing", "things", "etc", "something", "anything", "everything", "whatever", "misc", "miscellaneous",
		"various", "foo", "bar", "baz", "blah", "tool1", "test123", "untitled", "todo_later", "several", "somehow", "asdf":
		return true
	}
	return false
}

// isVerb reports whether a word is a verb that names of tools begin with.
func isVerb(word string) bool {
	switch word {
	case "accept", "activate", "add", "adjust", "analyse", "analyze", "announce", "answer", "append", "apply", "approve",
		"archive", "arrange", "ask", "assess", "assign", "attach", "authorize", "backup", "block", "book", "browse", "build",
		"buy", "calculate", "call", "cancel", "capture", "change", "chart", "chat", "check", "choose", "clear", "close",
		"collect", "combine", "compare", "complete", "compose", "compute", "configure", "confirm", "connect", "convert",
		"copy", "count", "create", "customize", "deactivate", "define", "delete", "deliver", "deploy", "describe", "design",
		"detect", "diagnose", "disable", "discover", "dismiss", "display", "download", "draft", "draw", "edit", "email",
		"enable", "enrol", "enroll", "estimate", "evaluate", "execute", "explain", "explore", "export", "extend", "extract",
		"fetch", "fill", "filter", "find", "finish", "fix", "follow", "forecast", "format", "forward", "generate", "get",
		"give", "grant", "guide", "help", "hide", "identify", "import", "insert", "inspect", "install", "invite", "invoke",
		"join", "launch", "learn", "leave", "link", "list", "load", "locate", "lock", "log", "look", "lookup", "make", "manage",
		"map", "mark", "match", "measure", "merge", "message", "modify", "monitor", "move", "notify", "open", "optimize",
		"order", "organize", "parse", "pause", "pay", "pick", "place", "plan", "play", "post", "predict", "prepare", "present",
		"preview", "print", "process", "propose", "provide", "publish", "purchase", "query", "rank", "rate", "read",
		"recommend", "record", "refine", "refresh", "refund", "register", "reject", "release", "remind", "remove", "rename",
		"render", "renew", "reorder", "replace", "reply", "report", "request", "reschedule", "reserve", "reset", "resolve",
		"restart", "restore", "resume", "retrieve", "return", "review", "revoke", "run", "save", "scan", "schedule", "search",
		"select", "send", "set", "share", "shop", "show", "simulate", "skip", "solve", "sort", "split", "star", "start",
		"stop", "store", "submit", "subscribe", "suggest", "summarise", "summarize", "swap", "switch", "sync", "tag", "tell",
		"test", "toggle", "track", "train", "transfer", "translate", "trigger", "unblock", "unlock", "unsubscribe", "update",
		"upgrade", "upload", "validate", "verify", "view", "visit", "visualize", "vote", "watch", "withdraw", "write":
		return true
	}
	return false
}

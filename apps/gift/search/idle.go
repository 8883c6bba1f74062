package search

import "berth/platform/text"

// idle reports whether a word says nothing about a gift or a person.
func idle(word string) bool {
	if len(word) < 2 {
		return true
	}
	switch word {
	case "about", "above", "actually", "after", "again", "all", "also", "always", "am", "an", "and", "any", "anything", "are", "around",
		"as", "at", "be", "because", "been", "before", "being", "best", "between", "big", "bit", "both", "bucks", "budget",
		"but", "buy", "buying", "by", "can", "cant", "cheap", "cost", "costs", "could", "day", "days", "dear", "did", "do",
		"does", "doesnt", "doing", "dollars", "dont", "down", "each", "enjoy", "enjoying", "enjoys", "etc", "eur", "euros",
		"even", "ever", "every", "expensive", "fan", "few", "find", "finding", "for", "from", "further", "gbp", "get",
		"gets", "getting", "gift", "gifts", "give", "given", "gives", "giving", "go", "goes", "going", "good", "got",
		"great", "had", "has", "hasnt", "have", "having", "he", "hello", "help", "her", "here", "hers", "herself", "hi",
		"him", "himself", "his", "how", "huge", "id", "idea", "ideas", "if", "im", "in", "into", "is", "isnt", "it", "its",
		"itself", "ive", "just", "kind", "know", "lately", "less", "like", "liked", "likes", "liking", "look", "looking",
		"lot", "lots", "love", "loved", "lover", "lovers", "loves", "loving", "max", "maximum", "maybe", "me", "month",
		"months", "more", "most", "much", "my", "myself", "need", "needs", "never", "new", "nice", "no", "nor", "not", "now",
		"obsessed", "of", "off", "often", "old", "on", "once", "one", "only", "or", "other", "our", "out", "over", "own",
		"perfect", "person", "please", "pounds", "present", "presents", "pretty", "price", "quid", "quite", "really",
		"recently", "recommend", "recommendation", "recommendations", "same", "search", "searching", "share", "shared", "sharing", "she", "should", "so",
		"some", "somebody", "someone", "something", "sometimes", "spend", "still", "stuff", "such", "suggest", "suggestion",
		"suggestions", "super", "than", "thank", "thanks", "that", "the", "their", "them", "then", "there", "these", "they",
		"theyre", "thing", "things", "think", "this", "those", "through", "time", "times", "to", "too", "total", "turning",
		"under", "until", "up", "us", "usd", "usually", "very", "want", "wants", "was", "we", "week", "weekend", "were",
		"what", "when", "where", "which", "while", "who", "whom", "whos", "whose", "why", "will", "with", "would", "year",
		"years", "you", "your", "yours":
		return true
	}
	return false
}

// unmeant reports whether a word says nothing of what is liked, though gifts have it or its like: "easy to post" is no wish for postcards.
func unmeant(t text.Token) bool {
	return oneOf(t.Stem, listed("unmeant")) || oneOf(t.Word, listed("unmeant"))
}

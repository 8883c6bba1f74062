package chatui

import "strings"

// conversation is what the chat shows where nobody has said anything yet, in the form of its layout.
type conversation struct {
	Messages    []message `json:"messages"`
	Suggestions []string  `json:"suggestions"`
}

type message struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// greeting begins a conversation; what is offered to say is written into it when it is pressed.
type greeting struct {
	text   string
	offers []string
}

var greetings = map[string]greeting{
	"en": {"Hello! What would you like to talk about?", []string{"What can you do?", "Help me plan my week", "Explain something to me step by step"}},
	"pt": {"Olá! Sobre o que você quer conversar?", []string{"O que você sabe fazer?", "Ajude-me a planejar a semana", "Explique-me algo passo a passo"}},
	"es": {"¡Hola! ¿De qué te gustaría hablar?", []string{"¿Qué sabes hacer?", "Ayúdame a planear la semana", "Explícame algo paso a paso"}},
	"fr": {"Bonjour ! De quoi aimeriez-vous parler ?", []string{"Que savez-vous faire ?", "Aidez-moi à planifier ma semaine", "Expliquez-moi quelque chose pas à pas"}},
	"de": {"Hallo! Worüber möchten Sie sprechen?", []string{"Was können Sie?", "Helfen Sie mir, meine Woche zu planen", "Erklären Sie mir etwas Schritt für Schritt"}},
	"it": {"Ciao! Di cosa ti va di parlare?", []string{"Che cosa sai fare?", "Aiutami a pianificare la settimana", "Spiegami qualcosa passo per passo"}},
}

// welcome greets in the language of the locale, in English where it is none of those that are known.
func welcome(locale string) conversation {
	language, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	g, ok := greetings[language]
	if !ok {
		g = greetings["en"]
	}
	return conversation{[]message{{"assistant", g.text}}, g.offers}
}

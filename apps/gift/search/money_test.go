package search_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/gift/search"
)

// What may be spent is read in six languages and many currencies, as US dollars.
func TestBudgetsOfMoreLanguages(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]*search.Span{
		"my dad, up to R$ 150":                                                 {0, 27},
		"my dad, até R$ 150":                                                   {0, 27},
		"meu pai, até 200 reais":                                               {0, 36},
		"meu pai, no máximo R$ 100":                                            {0, 18},
		"meu pai, menos de 100 reais":                                          {0, 18},
		"meu pai, entre 50 e 100 reais":                                        {9, 18},
		"meu pai, por volta de 100 reais":                                      {9, 22},
		"mi hermana, menos de 50 euros":                                        {0, 55},
		"mi hermana, hasta 40 €":                                               {0, 44},
		"mi hermana, como mucho 30 euros":                                      {0, 33},
		"mi hermana, no más de 30 euros":                                       {0, 33},
		"mi hermana, entre 20 y 40 euros":                                      {22, 44},
		"mi hermana, 30 euros como máximo":                                     {0, 33},
		"mi hermana, alrededor de 50 euros":                                    {27, 66},
		"mon père, moins de 60 €":                                              {0, 66},
		"mon père, jusqu'à 30 euros":                                           {0, 33},
		"mon père, 40 euros maximum":                                           {0, 44},
		"mon père, pas plus de 25 euros":                                       {0, 28},
		"mon père, entre 20 et 40 euros":                                       {22, 44},
		"mon père, environ 50 euros":                                           {27, 66},
		"meine Mutter, höchstens 40 Euro":                                      {0, 44},
		"meine Mutter, bis 40 Euro":                                            {0, 44},
		"meine Mutter, bis zu 40 Euro":                                         {0, 44},
		"meine Mutter, unter 30 Euro":                                          {0, 33},
		"meine Mutter, nicht mehr als 30 Euro":                                 {0, 33},
		"meine Mutter, zwischen 20 und 40 Euro":                                {22, 44},
		"meine Mutter, maximal 25 Franken":                                     {0, 29},
		"mia nonna, massimo 30 euro":                                           {0, 33},
		"mia nonna, fino a 30 euro":                                            {0, 33},
		"mia nonna, meno di 30 euro":                                           {0, 33},
		"mia nonna, al massimo 30 euro":                                        {0, 33},
		"mia nonna, tra 20 e 40 euro":                                          {22, 44},
		"mia nonna, non più di 30 euro":                                        {0, 33},
		"my uncle, 30 euros at most":                                           {0, 33},
		"my godson, 14, plays drums, 70 Swiss francs":                          {24, 81},
		"my uncle, 40 Canadian dollars":                                        {8, 28},
		"birthday boy turning 6, nothing over 10 dollars":                      {0, 10},
		"my uncle, 40 dollars at the very most":                                {0, 40},
		"my uncle, not above 30 pounds":                                        {0, 39},
		"my uncle, US$ 40 max":                                                 {0, 40},
		"my uncle, under CAD 50":                                               {0, 35},
		"mi abuelo, 30000 pesos argentinos":                                    {6, 21},
		"mi abuelo, máximo 30 mil pesos chilenos":                              {0, 30},
		"my uncle, max 2000 Philippine pesos":                                  {0, 34},
		"something under 10 euros for 20 kids of our scouts":                   {0, 11},
		"our teacher, all of us 18 families give 5 euros":                      {29, 99},
		"class of 24 kids, every parent gives $5, for the teacher":             {36, 120},
		"class of 24, $5 a child, teacher present":                             {36, 120},
		"a coworker, team of eight put in 5 each so 40 dollars total":          {12, 40},
		"a maths teacher, the whole class is putting in 3 euros each, 26 kids": {25, 86},
		"class parents giving 5 dollars each, 19 kids, the teacher marries":    {28, 95},
		"our teacher, all of us 18 families give 50 euros":                     {16, 55},
		"my uncle, R1200 max":                                                  {0, 66},
		"my uncle, up to 800 rand":                                             {0, 44},
		"my uncle rides a BMW R1200":                                           nil,
		"my uncle, max HK$300":                                                 {0, 39},
		"my uncle, up to 300 Hong Kong dollars":                                {0, 39},
		"my uncle, S$50 max":                                                   {0, 39},
		"my uncle, up to 500,000 rupiah":                                       {0, 30},
		"my uncle, RM100 max":                                                  {0, 23},
		"my uncle, under ₱1500":                                                {0, 26},
		"my uncle, max 200 lei":                                                {0, 50},
		"regalo per lei, 30 euro al massimo":                                   {0, 33},
		"my uncle Rand, 60":                                                    nil,
		"my uncle, C$50 limit":                                                 {0, 35},
		"my uncle, 60$":                                                        {18, 60},
		"my uncle, under a tenner":                                             {0, 13},
		"my uncle, below 45 francs":                                            {0, 52},
		"my nan loves bingo, 82, £15":                                          {5, 20},
		"my dad. Budget: 40":                                                   {12, 40},
		"my dad, $40ish":                                                       {12, 40},
		"my dad, a hundred and fifty dollars":                                  {45, 150},
		"my dad, one hundred and twenty dollars":                               {36, 120},
		"my dad, 20/25 euros":                                                  {22, 28},
		"my dad, €1.200 max":                                                   {0, 1320},
		"my dad, max 1 200 kr":                                                 {0, 120},
		"my dad, Rs 1500 max":                                                  {0, 18},
		"my dad, not a penny over 30 pounds":                                   {0, 39},
		"my dad, limit is 25":                                                  {0, 25},
		"my neighbour's kitten is ill, we can do thirty":                       {9, 30},
		"our postman retires. I can manage about 25, I say":                    {7, 25},
		"my brother (35) collects records. about 60":                           {30, 72},
		"my aunt is 52. She paints. Around fifty, please":                      {25, 60},
		"our coach (under 10s girls), total 130 quid":                          {50, 169},
		"my bf loves formula 1 budget is like 70":                              {21, 70},
		"my husband, I don't want to go over $85":                              {0, 85},
		"my husband, would rather not spend more than 40":                      {0, 40},
		"my husband, over $85":                                                 {85, search.NoLimit},
		"my uncle bakes. about 40":                                             nil, // or is he that old?
		"my uncle is 30, about 40 of us will come":                             nil,
		"my uncle is 30. About 40 friends will come":                           nil,
		"my aunt, she can do 20 push-ups":                                      nil,
		"my aunt, we can do 20 jigsaws in a year":                              nil,
		"secret santa £15":                                                     {5, 20},
		"my uncle who loves real ale, he is a real hero":                       nil,
		"my aunt, de Paris a Roma, entre nous":                                 nil,
		"under 5 children under 3":                                             nil,
		"um presente para a minha mãe, que faz 60 anos":                        nil,
		"meine Schwester arbeitet von 9 bis 17 Uhr im Büro":                    nil,
	} {
		if diff := cmp.Diff(want, e.Recommend(t.Context(), search.Request{Description: description, Limit: 3}).Budget); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// Who may spend less than anything costs is shown the cheapest, and told so.
func TestLessThanAnythingCosts(t *testing.T) {
	t.Parallel()
	for _, description := range []string{"something under 1 dollar", "my dad, under 2 dollars", "for a girl of 5 who loves slime, under 1 euro"} {
		a := engine(t).Recommend(t.Context(), search.Request{Description: description, Limit: 5})
		if len(a.Hits) != 5 || !a.Beyond {
			t.Errorf("%q has %d gifts, beyond what may be spent: %v; want 5 that are", description, len(a.Hits), a.Beyond)
		}
	}
}

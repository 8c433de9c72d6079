import { describe, expect, it } from 'vitest'
import { compileText } from '../../../scripts/texts/compile-text.ts'
import { toPseudo } from '../../../scripts/texts/pseudo.ts'
import { type Dictionary, type Text, textsIn } from '../../../resources/texts/translate.ts'

const pairs: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['Orders'], ['Aufträge']],
  [['at {0}'], ['um {0}']],
  [['{0} of {1}'], ['{1}, davon {0}']],
  [
    ['order', 'orders'],
    ['zlecenie', 'zlecenia', 'zleceń'],
  ],
]
const dictionary: Dictionary = {
  texts: Object.fromEntries(
    pairs.map(([english, other]) => [JSON.stringify(compileText(english)), compileText(other)]),
  ),
  plural: (count) => (count === 1 ? 0 : count < 5 ? 1 : 2),
}
const file: Text[] = ['Orders', ' at {0} '].map((text) => compileText([text]))
file.push(compileText(['{0} of {1}']), compileText(['order', 'orders']), 'Not translated yet')

describe('the texts of a file', () => {
  it('are those of the sources in English', () => {
    const text = textsIn('en', null)(file)
    expect(text(0)).toBe('Orders')
    expect(text(1, ['noon'])).toBe(' at noon ')
    expect(text.p(3)).toEqual(['order', 'orders'])
    expect([0, 1, 2].map((count) => text._.p?.(count))).toEqual([1, 0, 1])
  })

  it('are looked up by their English, and stay English where there is no translation', () => {
    const text = textsIn('de', dictionary)(file)
    expect(text(0)).toBe('Aufträge')
    expect(text(2, ['3', '7'])).toBe('7, davon 3')
    expect(text(4)).toBe('Not translated yet')
  })

  it('keep the spaces around them, which no catalogue has', () => {
    expect(textsIn('de', dictionary)(file)(1, ['12:00'])).toBe(' um 12:00 ')
  })

  it('have as many forms of a noun as the language has', () => {
    const text = textsIn('pl', dictionary)(file)
    const forms = text.p(3) as readonly string[]
    expect([1, 3, 7].map((count) => forms[text._.p?.(count) ?? 0])).toEqual([
      'zlecenie',
      'zlecenia',
      'zleceń',
    ])
  })
})

it('has a pseudo-language that keeps values and tags and is about a third longer', () => {
  expect(toPseudo('Paid {0} times')).toBe('Þåîð {0} ţîṁéš~~~~')
  expect(toPseudo('<0>Open</0> orders')).toMatch(/^<0>Öþéñ<\/0> öŕðéŕš~+$/)
})

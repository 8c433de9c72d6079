// What is found for what was typed, and in which order.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command, CommandSection } from '../../../../../src-renderer/shell/palette/command.ts'
import { matchTitle, readWords } from '../../../../../src-renderer/shell/palette/fuzzy.ts'
import { maxResults, rankCommands, readOrderId } from '../../../../../src-renderer/shell/palette/rank.ts'

const make = (title: string, more: Partial<Command> = {}): Command => ({
  id: title,
  section: 'actions',
  title,
  run: () => undefined,
  ...more,
})

/** Titles in the order in which they are listed. */
const titlesOf = (typed: string, commands: readonly Command[], recent: readonly string[] = []): string[] =>
  rankCommands(typed, commands, recent).flatMap(({ found }) => found.map(({ command }) => command.title))

const score = (typed: string, title: string): number =>
  matchTitle(readWords(typed), title)?.score ?? -Infinity

const typedLetters = (typed: string, title: string): string => {
  const spans = matchTitle(readWords(typed), title)?.spans ?? []
  return spans.map(({ start, end }) => Array.from(title).slice(start, end).join('')).join('|')
}

describe('a title', () => {
  it('fits better whole than begun, begun than by a later word, and that better than from inside a word', () => {
    const titles = ['Orders', 'Orders of today', 'Open orders', 'Reorders']
    const scores = titles.map((title) => score('orders', title))
    expect(scores).toEqual([...scores].sort((one, other) => other - one))
    expect(new Set(scores).size).toBe(4)
    expect(scores.every(Number.isFinite)).toBe(true)
  })

  it('is found by the first letters of its words, and with letters left out', () => {
    expect(typedLetters('gtd', 'Go to date')).toBe('G|t|d')
    expect(typedLetters('prtfolio', 'Portfolio')).toBe('P|rtfolio')
    expect(score('gtd', 'Go to date')).toBeGreaterThan(score('gtd', 'Weighted'))
  })

  it('is found whatever stands between its words, and with words in another order', () => {
    expect(typedLetters('ethusdc', 'ETH/USDC')).toBe('ETH|USDC')
    expect(typedLetters('usdc', 'ETH/USDC')).toBe('USDC')
    expect(typedLetters('eth/usdc', 'ETH/USDC')).toBe('ETH|USDC')
    expect(typedLetters('dark theme', 'Theme: dark')).toBe('Theme|dark')
  })

  it('is found without its accents', () => {
    expect(typedLetters('sao', 'Time zone: São Paulo')).toBe('São')
  })

  it('is not found by letters that are scattered over it by chance, nor by others', () => {
    expect(score('oae', 'Go to date')).toBe(-Infinity)
    expect(score('z', 'Go to date')).toBe(-Infinity)
    expect(score('orders x', 'Orders')).toBe(-Infinity)
  })

  it('is always found by itself, by its beginning and by each of its words', () => {
    const word = fc.stringMatching(/^[a-z]{1,10}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(), (words, cut) => {
        const title = words.join(' ')
        const whole = score(title, title)
        expect(whole).toBeGreaterThan(-Infinity)
        expect(score(title.slice(0, 1 + (cut % title.length)), title)).toBeGreaterThan(-Infinity)
        for (const one of words) expect(score(one, title)).toBeGreaterThan(-Infinity)
      }),
    )
  })

  it('has the letters that were typed under its spans, in order', () => {
    const text = fc.stringMatching(/^[a-c /]{1,14}$/)
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c]{1,5}$/), text, (typed, title) => {
        const match = matchTitle(readWords(typed), title)
        if (match === null) return
        expect(typedLetters(typed, title).replaceAll('|', '')).toBe(typed)
        let last = -1
        for (const { start, end } of match.spans) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
      }),
    )
  })

  it('of any length and any letters is searched without harm', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 300 }), (typed, title) => {
        expect(Number.isNaN(score(typed, title))).toBe(false)
      }),
    )
  })
})

describe('the list of commands', () => {
  it('shows the last used first, then everything that is not rare, each once, under the heads in their order', () => {
    const commands = [
      make('BTC/USDC', { section: 'markets' }),
      make('Lock'),
      make('Orders', { section: 'views' }),
      make('Time zone: Asia/Tokyo', { section: 'zones', isRare: true }),
    ]
    const groups = rankCommands('', commands, ['Lock', 'gone'])
    expect(groups.map(({ title }) => title)).toEqual(['Recent', 'Views', 'Markets'])
    expect(titlesOf('', commands, ['Lock'])).toEqual(['Lock', 'Orders', 'BTC/USDC'])
    expect(titlesOf('tokyo', commands)).toEqual(['Time zone: Asia/Tokyo'])
  })

  it('puts the section of the best first, and what was used lately before what fits as well', () => {
    const commands = [make('Pause reading'), make('Portfolio', { section: 'views' }), make('Pose', {})]
    expect(rankCommands('portfolio', commands, []).map(({ title }) => title)).toEqual(['Views'])
    const same = [make('Theme: dark'), make('Theme: wide')]
    expect(titlesOf('theme', same)).toEqual(['Theme: dark', 'Theme: wide'])
    expect(titlesOf('theme', same, ['Theme: wide'])).toEqual(['Theme: wide', 'Theme: dark'])
  })

  it('finds by other words too, after those whose own title fits', () => {
    const commands = [make('Hide amounts', { also: 'privacy mode' }), make('Privacy notes')]
    expect(titlesOf('privacy', commands)).toEqual(['Privacy notes', 'Hide amounts'])
    expect(titlesOf('hide privacy', commands)).toEqual(['Hide amounts'])
  })

  it('takes letters that only occur in order where nothing begins with them, and at most five time zones', () => {
    const zone = (name: string): Command =>
      make(`Time zone: ${name}`, { section: 'zones', isRare: true, also: `o'clock ${name}` })
    const zones = Array.from({ length: 12 }, (_, index) => zone(`Lockport ${index}`))
    const commands = [
      make('Lock Starkdesk'),
      make('Show keyboard shortcuts', { also: 'keyboard clock' }),
      zone('Oslo/Kiev'),
    ]
    expect(titlesOf('lock', commands)).toEqual(['Lock Starkdesk'])
    expect(titlesOf('lckstark', commands)).toEqual(['Lock Starkdesk'])
    expect(titlesOf('lock', [...commands, ...zones])).toHaveLength(6)
  })

  it('is empty for what fits nothing and for mere signs, and stops where nobody looks any more', () => {
    const many = Array.from({ length: 500 }, (_, index) => make(`Market ${index}`))
    expect(titlesOf('xyz', many)).toEqual([])
    expect(titlesOf('///', many)).toEqual([])
    expect(titlesOf('market', many)).toHaveLength(maxResults)
  })

  it('never loses or doubles a command while nothing is typed', () => {
    const sections = fc.constantFrom<CommandSection>('views', 'actions', 'markets', 'here')
    fc.assert(
      fc.property(fc.array(sections), fc.array(fc.nat(12)), (kinds, used) => {
        const commands = kinds.map((section, index) => make(`c${index}`, { section }))
        const titles = titlesOf(
          '',
          commands,
          [...new Set(used)].map((index) => `c${index}`),
        )
        expect([...titles].sort()).toEqual(commands.map(({ title }) => title).sort())
      }),
    )
  })
})

describe('the number of an order', () => {
  it('is read with or without its sign, and nothing else is taken for one', () => {
    expect(readOrderId(' 12345 ')).toBe(12345)
    expect(readOrderId('#7')).toBe(7)
    for (const text of ['', '#', '12a', '1.5', '-3', '99999999999999999', '9999999999999999'])
      expect(readOrderId(text)).toBeNull()
  })
})

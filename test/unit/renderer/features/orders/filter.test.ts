// What the filter bars ask for, and what they say of wrong numbers.
import { describe, expect, it } from 'vitest'
import { fillFilter, orderFilter, savedView } from '../../../../../src-preload/contract/orders/orders.ts'
import { readRange } from '../../../../../src-renderer/features/orders/filters/number-range.ts'
import {
  choiceOfView,
  isBackwards,
  isUnfiltered,
  noFillFilter,
  noFilter,
  toFillFilter,
  toOrderFilter,
  unitsOf,
  viewOfChoice,
} from '../../../../../src-renderer/features/orders/filters/order-filter.ts'
import { findNameFault } from '../../../../../src-renderer/features/orders/filters/saved-views.svelte.ts'
import { wordRange } from '../../../../../src-renderer/text/format/words.ts'

describe('the filter of orders', () => {
  it('takes both days in, the last to its end', () => {
    const filter = toOrderFilter({ ...noFilter, fromDay: '2026-11-19', toDay: '2026-11-20' })
    expect(filter.fromMs).toBe(Date.UTC(2026, 10, 19))
    expect(filter.toMs).toBe(Date.UTC(2026, 10, 21))
  })

  it('ignores a day that is half typed', () => {
    expect(toOrderFilter({ ...noFilter, fromDay: '2026-02-31' }).fromMs).toBeNull()
  })

  it('knows when nothing is filtered and when nothing can fit', () => {
    expect(isUnfiltered(noFilter)).toBe(true)
    expect(isUnfiltered(noFillFilter)).toBe(true)
    expect(isUnfiltered({ ...noFilter, states: ['wait'] } as typeof noFilter)).toBe(false)
    expect(isUnfiltered({ ...noFilter, leastPrice: '1' } as typeof noFilter)).toBe(false)
    expect(isUnfiltered({ ...noFilter, text: '7' })).toBe(false)
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-20', toDay: '2026-11-19' })).toBe(true)
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-20', toDay: '2026-11-20' })).toBe(false)
  })

  it('is as the border wants it, whatever is chosen', () => {
    const choice = {
      ...noFilter,
      markets: ['ethusdc'],
      bases: ['eth'],
      quotes: ['usdc'],
      types: ['limit'],
      leastPrice: '0.5',
      mostVolume: '12',
      cancelReasons: ['Order cancelled by user'],
      text: ' 77 ',
    } as const
    expect(orderFilter.parse(toOrderFilter({ ...choice, types: ['limit'] })).text).toBe('77')
    expect(fillFilter.safeParse(toFillFilter(noFillFilter)).success).toBe(true)
  })

  it('comes back from a saved view as it was', () => {
    const choice = { ...noFilter, bases: ['eth'], mostPrice: '7', fromDay: '2026-01-01', text: 'user' }
    const view = {
      ...viewOfChoice(choice),
      id: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
      name: 'Mine',
      sort: { column: 'price', isDescending: false },
    } as const
    expect(choiceOfView(savedView.parse(view))).toEqual(choice)
  })

  it('offers each currency once, and none of a market that cannot be split', () => {
    expect(unitsOf(['ethusdc', 'btcusdc', 'ethbtc', 'odd'])).toEqual({
      bases: ['btc', 'eth'],
      quotes: ['btc', 'usdc'],
    })
  })
})

describe('a range of numbers', () => {
  it('is read as it was typed, with an end left open', () => {
    expect(readRange({ least: ' 0.10 ', most: '' })).toEqual({ ok: true, least: '0.10', most: null })
    expect(readRange({ least: '0', most: '0' })).toEqual({ ok: true, least: '0', most: '0' })
    expect(readRange({ least: '', most: '' })).toEqual({ ok: true, least: null, most: null })
  })

  it('says what is wrong with each end', () => {
    expect(readRange({ least: '1,5', most: '-2' })).toEqual({
      ok: false,
      least: 'Use a point for decimals and no thousands separator.',
      most: 'Enter it without a sign.',
    })
    for (const least of ['1e5', 'abc', '.5', '5.', '01', '1 000', `0.${'1'.repeat(61)}`, '9'.repeat(61)]) {
      expect(readRange({ least, most: '' })).toMatchObject({ ok: false, most: null })
    }
  })

  it('that ends before it begins is refused by the numbers, not by the texts', () => {
    expect(readRange({ least: '10', most: '9.99' })).toMatchObject({ ok: false, least: null })
    expect(readRange({ least: '9', most: '10' }).ok).toBe(true)
    expect(readRange({ least: '1.0', most: '1' }).ok).toBe(true)
  })

  it('is worded with both ends, one or none', () => {
    const say = (least: string | null, most: string | null): string => wordRange(least, most, (text) => text)
    expect([say(null, null), say('1', null), say(null, '2'), say('1', '2'), say('1', '1')]).toEqual([
      'Any',
      'from 1',
      'to 2',
      '1 to 2',
      '1',
    ])
  })
})

describe('the name of a saved view', () => {
  it('is there, is not too long and is no other view\u2019s, whatever the case of its letters', () => {
    const view = {
      ...viewOfChoice(noFilter),
      id: 'x',
      sort: { column: 'created', isDescending: true },
    } as const
    expect(findNameFault('  ', [])).toBe('Enter a name.')
    expect(findNameFault('x'.repeat(61), [])).toBe('Enter at most 60 characters.')
    expect(findNameFault('open eth', [{ ...view, name: 'Open ETH' }])).toBe('Another view has this name.')
    expect(findNameFault('Open ETH', [])).toBeNull()
  })
})

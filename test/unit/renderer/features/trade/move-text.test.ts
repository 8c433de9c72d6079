// What is said of a moved order: above all where the old one is gone and the new one is not there.
import { describe, expect, it } from 'vitest'
import type { OrderIntent } from '../../../../../src-preload/contract/trading/trading.ts'
import type { MoveResult } from '../../../../../src-preload/contract/trading/trading-move.ts'
import { describeMove } from '../../../../../src-renderer/features/trade/on-chart/move-text.ts'

type Stop = Extract<OrderIntent, { readonly type: 'stop_limit' }>
const shared = { market: 'ethusdc', side: 'sell', amount: '1', price: '99' } as const
const unplaced: Stop = { ...shared, type: 'stop_limit', stopPrice: '100' }
const gone: Extract<MoveResult, { readonly outcome: 'gone' }> = {
  ...{ outcome: 'gone', canceled: 7, order: null, isUnknown: false, failure: null },
  unplaced,
}

describe('a moved order', () => {
  it('that is gone is an alarm in those words, with what to place again', () => {
    expect(describeMove(gone)).toEqual({
      text: 'Your stop was canceled. The new one was not placed.',
      isAlarm: true,
      isRestored: false,
      unplaced,
    })
    expect(describeMove({ ...gone, unplaced: { ...shared, type: 'limit' } })?.text).toBe(
      'Your order was canceled. The new one was not placed.',
    )
  })

  it('that a restored journal keeps back offers the look at the orders that turns signing on', () => {
    const failure = {
      code: 'validation',
      data: { field: 'trading', reason: 'journalRestored' },
      ref: null,
    } as const
    expect(describeMove({ ...gone, failure })).toMatchObject({ isRestored: true })
    expect(describeMove({ outcome: 'notMoved', reason: 'refusedBefore', failure })).toMatchObject({
      isRestored: true,
    })
  })

  it('whose new one has no answer is not offered a second time', () => {
    // Also where the journal could not be read, so that there is no order to show.
    expect(describeMove({ ...gone, isUnknown: true })).toMatchObject({ isAlarm: true, unplaced: null })
  })

  it('that was not moved says whether anything was canceled', () => {
    const text = (reason: Extract<MoveResult, { outcome: 'notMoved' }>['reason']) =>
      describeMove({ outcome: 'notMoved', reason, failure: null })?.text
    expect(text('filled')).toContain('already filled. Nothing was placed.')
    expect(text('refusedBefore')).toBe('Not moved, and nothing was canceled.')
    expect(text('noFinalState')).toContain('may still be open')
    expect(text('declined')).toBeUndefined()
  })

  it('says why nobody was asked, and nothing of a person’s own no', () => {
    const declined = (reason: string | null) => {
      const data: Record<string, string> = reason === null ? {} : { reason }
      const failure = { code: 'userDeclined', data, ref: null } as const
      return describeMove({ outcome: 'notMoved', reason: 'declined', failure })?.text
    }
    for (const reason of [null, 'closed']) expect(declined(reason)).toBeUndefined()
    expect(declined('busy')).toMatch(/^Not moved, and nothing was canceled\. Starkdesk asks one question/)
    expect(declined('noWindow')).toMatch(/none is open\.$/)
  })
})

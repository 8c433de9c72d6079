import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notice, NoticeFacts } from '../../../src-preload/contract/app/alerts.ts'
import { setCurrentZone } from '../../../src-renderer/text/format/current-zone.svelte.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { openZone } from '../../../src-preload/domain/locale/zone.ts'
import {
  countOnBell,
  describeNotice,
  groupByDay,
  nameBell,
  readNotices,
  wasMissed,
} from '../../../src-renderer/text/notice-text.ts'
import { minuteText, readMinute } from '../../../src-renderer/features/settings/quiet-hours.ts'

const crossed: NoticeFacts = {
  kind: 'priceCrossed',
  alertId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
  market: 'ethusdc',
  price: '2450.00',
  direction: 'down',
  note: 'Sell half',
}
const order = {
  accountId: 'a',
  orderId: 7,
  market: 'ethusdc',
  side: 'sell',
  type: 'stop_limit',
  price: '2431.1',
  averagePrice: '0.0',
  originVolume: '2',
  executedVolume: '0.0',
} as const

function notice(id: number, atMs: number): Notice {
  return { id, atMs, notedAtMs: atMs, isRead: false, what: crossed }
}

beforeEach(() => {
  setFigureLocale('en-US')
  setCurrentZone(openZone('UTC'))
})
afterEach(() => {
  setFigureLocale(undefined)
  setCurrentZone(openZone('UTC'))
})

describe('a notice', () => {
  it('says what happened, in the figures of the locale', () => {
    expect(describeNotice(crossed)).toEqual({
      title: 'ETH/USDC reached 2,450.00, falling',
      about: 'Sell half',
    })
    setFigureLocale('de-DE')
    expect(describeNotice(crossed).title).toBe('ETH/USDC reached 2.450,00, falling')
    expect(describeNotice({ kind: 'orderFilled', ...order })).toEqual({
      title: 'Sell order filled',
      about: 'ETH/USDC, stop limit',
    })
  })

  it('tells a cancelled order that got something from one that got nothing', () => {
    const cancelled = { kind: 'orderCancelled', ...order, cancelReason: null } as const
    expect(describeNotice(cancelled).title).toBe('Sell order canceled')
    expect(describeNotice({ ...cancelled, executedVolume: '0.5' }).title).toBe(
      'Sell order canceled, partly filled',
    )
  })

  it('says that canceling everything waits, apart from what was asked to cancel', () => {
    const asked = { kind: 'cancelAsked', accountId: 'a', orderId: null, market: null, side: null } as const
    expect(describeNotice(asked)).toEqual({ title: 'Cancel requested', about: 'All open orders' })
    expect(describeNotice({ ...asked, isWaiting: true })).toEqual({
      title: 'Canceling all orders waits until its account is in use and signed in',
      about: '',
    })
  })

  it('was missed where it was found out more than a minute later', () => {
    expect(wasMissed({ atMs: 0, notedAtMs: 60_000 })).toBe(false)
    expect(wasMissed({ atMs: 0, notedAtMs: 60_001 })).toBe(true)
    // The clock was set back since.
    expect(wasMissed({ atMs: 60_001, notedAtMs: 0 })).toBe(false)
  })
})

describe('the bell', () => {
  it('counts to 99', () => {
    expect([0, 1, 99, 100, 2_000].map(countOnBell)).toEqual(['', '1', '99', '99+', '99+'])
    expect(nameBell(0)).toBe('Notifications')
    expect(nameBell(1_500)).toBe('Notifications, 1,500 unread')
  })

  it('reads out what is new, and of many how many', () => {
    expect(readNotices([])).toBe('')
    expect(readNotices([{ what: crossed }])).toBe('ETH/USDC reached 2,450.00, falling. Sell half.')
    expect(readNotices(Array.from({ length: 3 }, () => ({ what: crossed })))).toBe('3 new notifications.')
  })
})

describe('the days of the list', () => {
  const now = Date.parse('2026-03-29T12:00:00Z')

  it('are those of the zone, also where one of them has 23 hours', () => {
    setCurrentZone(openZone('Europe/Berlin'))
    // 00:30 in Berlin, and a minute before its midnight.
    const today = Date.parse('2026-03-28T23:30:00Z')
    const yesterday = Date.parse('2026-03-28T22:59:00Z')
    const days = groupByDay([notice(2, today), notice(1, yesterday)], now)
    expect(days.map(({ title }) => title)).toEqual(['Today', 'Yesterday'])
    setCurrentZone(openZone('UTC'))
    expect(groupByDay([notice(2, today), notice(1, yesterday)], now)).toHaveLength(1)
  })

  it('are named with their year where that is another one, and each is there once, newest first', () => {
    const old = Date.parse('2025-11-20T10:00:00Z')
    const days = groupByDay([notice(3, old), notice(2, now), notice(1, old + 1_000)], now)
    expect(days.map(({ title }) => title)).toEqual(['Today', '20 Nov 2025'])
    expect(days[1]?.notices.map(({ id }) => id)).toEqual([1, 3])
    expect(groupByDay([], now)).toEqual([])
  })
})

describe('the ends of quiet hours', () => {
  it('go into a time field and come back', () => {
    for (let minute = 0; minute < 1_440; minute += 1) expect(readMinute(minuteText(minute))).toBe(minute)
    expect(minuteText(5)).toBe('00:05')
    for (const text of ['', '7:00', '24:00', '12:60', '12:00:00', 'ab:cd'])
      expect(readMinute(text)).toBeNull()
  })
})

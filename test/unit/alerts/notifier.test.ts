import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notice, NoticeOptions } from '../../../src-preload/contract/app/alerts.ts'
import { defaultOptions } from '../../../src-main/alerts/notice-options.ts'
import { createNotifier } from '../../../src-main/alerts/notifier.ts'
import { movableClock } from '../../fixtures/test-client.ts'

/** Noon in UTC. */
const noon = Date.UTC(2025, 5, 10, 12)

function crossing(id: number): Notice {
  const what = {
    kind: 'priceCrossed',
    alertId: '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11',
    market: 'ethusdc',
    price: String(id),
    direction: 'up',
    note: '',
  } as const
  return { id, atMs: noon, notedAtMs: noon, isRead: false, what }
}

const crossings = (first: number, count: number): Notice[] =>
  Array.from({ length: count }, (_, at) => crossing(first + at))

function cancelAsked(id: number): Notice {
  const what = { kind: 'cancelAsked', accountId: 'a', orderId: id, market: 'ethusdc', side: null } as const
  return { id, atMs: noon, notedAtMs: noon, isRead: false, what }
}

function make(zone = 'UTC') {
  const clock = movableClock(noon)
  const titles: string[] = []
  const sounds: boolean[] = []
  const chosen: number[] = []
  const choose: (() => void)[] = []
  let options: NoticeOptions = defaultOptions
  const notifier = createNotifier({
    system: {
      show: ({ title }, onChosen, hasSound) => {
        titles.push(title)
        sounds.push(hasSound)
        choose.push(onChosen)
      },
      setBadge: () => undefined,
      getLocale: () => 'en',
    },
    clock,
    getOptions: () => options,
    getDiscretion: () => ({ isPrivate: false, isLocked: false }),
    getZone: () => zone,
    onChosen: ({ id }) => chosen.push(id),
  })
  const set = (change: Partial<NoticeOptions>): void => {
    options = { ...options, ...change }
  }
  return { clock, sounds, titles, chosen, choose, notifier, set }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('notifications', () => {
  it('are one each for up to three at once, and one for more', () => {
    const { titles, notifier } = make()
    notifier.add(crossings(1, 1))
    notifier.add(crossings(2, 2))
    vi.runAllTimers()
    expect(titles).toEqual([1, 2, 3].map((price) => `ETH/USDC reached ${String(price)}.00`))
    notifier.add(crossings(4, 4))
    vi.runAllTimers()
    expect(titles.slice(3)).toEqual(['4 new notifications'])
  })

  it('of what comes page by page after a night offline do not flood', () => {
    const { titles, notifier } = make()
    for (let page = 0; page < 20; page += 1) {
      notifier.add(crossings(page * 10 + 1, 10))
      vi.advanceTimersByTime(1_000)
    }
    vi.runAllTimers()
    expect(titles.length).toBeLessThanOrEqual(4)
    const counted = titles.map((title) => Number(/^\d+/.exec(title)?.[0]))
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(200)
  })

  it('tell which was chosen, and of a summary the newest', () => {
    const { chosen, choose, notifier } = make()
    notifier.add(crossings(1, 2))
    vi.runAllTimers()
    choose[1]?.()
    notifier.add(crossings(3, 5))
    vi.runAllTimers()
    choose[2]?.()
    expect(chosen).toEqual([2, 7])
  })

  it('are not shown later for what came while they were muted', () => {
    const { titles, notifier, set } = make()
    set({ isMuted: true })
    notifier.add(crossings(1, 1))
    vi.runAllTimers()
    set({ isMuted: false })
    notifier.add(crossings(2, 1))
    vi.runAllTimers()
    expect(titles).toEqual(['ETH/USDC reached 2.00'])
  })

  it('make a sound only where that is wanted, one by one and within a summary', () => {
    const { sounds, notifier, set } = make()
    notifier.add(crossings(1, 1))
    vi.runAllTimers()
    set({ hasSound: false })
    notifier.add(crossings(2, 1))
    vi.runAllTimers()
    notifier.add(crossings(3, 9))
    vi.runAllTimers()
    expect(sounds).toEqual([true, false, false])
  })

  it('are not shown of a kind that is off, or in quiet hours of the zone', () => {
    const { clock, titles, notifier, set } = make('Asia/Tokyo')
    set({ ofPrices: false })
    notifier.add(crossings(1, 1))
    vi.runAllTimers()
    // Noon in London is nine in the evening in Tokyo.
    set({ ofPrices: true, quietHours: { from: 21 * 60, until: 22 * 60 } })
    notifier.add(crossings(2, 1))
    vi.runAllTimers()
    expect(titles).toEqual([])
    clock.moveTo(noon + 3_600_000)
    notifier.add(crossings(3, 1))
    vi.runAllTimers()
    expect(titles).toEqual(['ETH/USDC reached 3.00'])
  })

  it('of a cancel that the window asked for are shown whatever is chosen, and each by itself', () => {
    const { titles, notifier, set } = make()
    set({ isMuted: true, ofCancels: false, quietHours: { from: 0, until: 1_439 } })
    notifier.add([...crossings(1, 5), cancelAsked(6)])
    vi.runAllTimers()
    expect(titles).toEqual(['Cancel requested'])
    set({ isMuted: false, quietHours: null })
    notifier.add([...crossings(7, 5), cancelAsked(12)])
    vi.runAllTimers()
    expect(titles.slice(1)).toEqual(['Cancel requested', '5 new notifications'])
  })

  it('end with the app', () => {
    const { titles, notifier } = make()
    notifier.add(crossings(1, 1))
    notifier.stop()
    vi.runAllTimers()
    expect(titles).toEqual([])
  })
})

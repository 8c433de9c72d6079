import { describe, expect, it } from 'vitest'
import { type Freshness, leastFresh } from '../../../src-preload/domain/freshness.ts'
import { freshness as schema } from '../../../src-preload/contract/app/freshness.ts'
import { createFreshnessBoard } from '../../../src-main/session/freshness-board.ts'
import { streamNames } from '../../../src-main/exchange/streams/stream-names.ts'
import { showOwnFreshness } from '../../../src-main/session/own-freshness.ts'
import { type FreshnessFacts, freshnessOf, STREAM_ALIVE_MS } from '../../../src-main/session/freshness.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'

const nowMs = startMs
const online = { status: 'online', sinceMs: nowMs - 60_000 } as const
const offline = { status: 'offline', sinceMs: nowMs - 3_000 } as const
const streamed: FreshnessFacts = {
  isStreamed: true,
  aliveAtMs: nowMs - 1_000,
  answeredAtMs: nowMs - 40_000,
  connection: online,
  nowMs,
}
const live: Freshness = { status: 'live' }
const polled = (asOfMs: number | null): Freshness => ({ status: 'polled', asOfMs })
const cutOff = (asOfMs: number | null): Freshness => ({ status: 'offline', asOfMs })

describe('how current a thing on screen is', () => {
  it('is live while its streams are confirmed and alive, however old the last answer is', () => {
    expect(freshnessOf(streamed)).toEqual(live)
    expect(freshnessOf({ ...streamed, answeredAtMs: null })).toEqual(live)
  })

  it('is polled, of the age of the last answer, without a confirmed stream', () => {
    expect(freshnessOf({ ...streamed, isStreamed: false })).toEqual(polled(nowMs - 40_000))
    expect(freshnessOf({ ...streamed, aliveAtMs: null })).toEqual(polled(nowMs - 40_000))
    expect(freshnessOf({ ...streamed, isStreamed: false, answeredAtMs: null })).toEqual(polled(null))
  })

  it('is not live once the stream is silent for longer than its line may be', () => {
    expect(freshnessOf({ ...streamed, aliveAtMs: nowMs - STREAM_ALIVE_MS })).toEqual(live)
    expect(freshnessOf({ ...streamed, aliveAtMs: nowMs - STREAM_ALIVE_MS - 1 }).status).toBe('polled')
    expect(freshnessOf({ ...streamed, aliveAtMs: nowMs + 60_000 }).status).toBe('polled')
  })

  it('is offline while the exchange is out of reach, unless its stream has worked since', () => {
    expect(freshnessOf({ ...streamed, isStreamed: false, connection: offline })).toEqual(
      cutOff(nowMs - 40_000),
    )
    const before = { ...streamed, connection: offline, aliveAtMs: offline.sinceMs - 1 }
    expect(freshnessOf(before)).toEqual(cutOff(nowMs - 40_000))
    expect(freshnessOf({ ...before, aliveAtMs: offline.sinceMs + 1 })).toEqual(live)
  })

  it('fits the contract in each of its forms', () => {
    for (const each of [live, polled(1), polled(null), cutOff(1), cutOff(null)]) {
      expect(schema.parse(each)).toEqual(each)
    }
  })

  it('is that of the least current thing for several', () => {
    expect(leastFresh([])).toBeNull()
    expect(leastFresh([live, live])).toEqual(live)
    expect(leastFresh([live, polled(20), polled(10), live])).toEqual(polled(10))
    expect(leastFresh([polled(10), polled(null), polled(5)])).toEqual(polled(null))
    expect(leastFresh([polled(null), cutOff(30), live])).toEqual(cutOff(30))
  })
})

describe('the board of what is on screen', () => {
  function make() {
    const clock = movableClock(startMs)
    const reports: string[] = []
    const line = { confirmed: new Set<string>(), aliveAtMs: null as number | null, answeredAtMs: startMs }
    const board = createFreshnessBoard({
      clock,
      session: {
        streams: {
          isConfirmed: (name: string) => line.confirmed.has(name),
          aliveAtMs: () => line.aliveAtMs,
        },
        connection: { getState: () => online },
      },
      onChange: ({ overall }) => reports.push(overall?.status ?? 'none'),
    })
    const source = (streams: readonly string[]) => ({
      kind: 'public' as const,
      streams,
      isCaughtUp: () => true,
      answeredAtMs: () => line.answeredAtMs,
    })
    return { board, clock, reports, line, source }
  }

  it('reports a change once, and a thing only while it is shown', () => {
    const { board, reports, line, source } = make()
    const hide = board.show('trades ethusdc', source(['ethusdc.trades']))
    expect(reports).toEqual(['polled'])
    line.confirmed.add('ethusdc.trades')
    line.aliveAtMs = startMs
    board.check()
    board.check()
    expect(reports).toEqual(['polled', 'live'])
    expect(board.of('trades ethusdc')).toEqual(live)
    hide()
    expect(reports).toEqual(['polled', 'live', 'none'])
    expect(board.of('trades ethusdc')).toBeNull()
    board.stop()
  })

  it('has a thing of several streams live only with all of them', () => {
    const { board, line, source } = make()
    board.show('candles ethusdc 60', source(['ethusdc.kline-1h', 'ethusdc.trades']))
    line.aliveAtMs = startMs
    line.confirmed.add('ethusdc.trades')
    expect(board.report().overall).toEqual(polled(startMs))
    line.confirmed.add('ethusdc.kline-1h')
    expect(board.report().overall).toEqual(live)
    board.stop()
  })
})

describe('the account’s own things on the board', () => {
  function make() {
    const clock = movableClock(startMs)
    const line = { confirmed: new Set<string>(), aliveAtMs: startMs as number | null }
    const paused = { is: false }
    const board = createFreshnessBoard({
      clock,
      session: {
        streams: { isConfirmed: (name) => line.confirmed.has(name), aliveAtMs: () => line.aliveAtMs },
        connection: { getState: () => online },
      },
      onChange: () => undefined,
    })
    const own = showOwnFreshness({ board, clock, areOrdersPaused: () => paused.is })
    return { board, own, line, paused }
  }

  it('has orders live once both streams are confirmed and a listing has come since', () => {
    const { board, own, line } = make()
    own.ordersListed(startMs - 5_000)
    expect(board.of('orders')).toEqual(polled(startMs - 5_000))
    line.confirmed = new Set([streamNames.orders, streamNames.fills])
    own.ordersLive(true)
    expect(board.of('orders')).toEqual(polled(startMs - 5_000))
    own.ordersListed(startMs)
    expect([board.of('orders'), board.report().overall]).toEqual([live, live])
    own.ordersLive(false)
    expect(board.of('orders')).toEqual(polled(startMs))
    board.stop()
  })

  it('has balances polled, of their own age, and neither them nor orders that cannot be read count for all', () => {
    const { board, own, paused } = make()
    own.balancesRead(startMs - 9_000)
    expect(board.of('balances')).toEqual(polled(startMs - 9_000))
    own.ordersListed(startMs)
    expect(board.report().overall).toEqual(polled(startMs))
    paused.is = true
    expect(board.report().overall).toBeNull()
    expect(board.report().things.map(({ topic }) => topic)).toEqual(['orders', 'balances'])
    board.stop()
  })
})

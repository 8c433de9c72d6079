// The counts, percentiles and failures on the Connection screen are those of the calls.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallRecord } from '../../../src-main/exchange/call.ts'
import { reportError } from '../../../src-main/ipc/register.ts'
import {
  createCallLedger,
  KEPT_CALLS,
  KEPT_DURATIONS,
  nearestRank,
} from '../../../src-main/session/call-ledger.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { startMs } from '../../fixtures/test-client.ts'
import { makeLog } from '../world.ts'

const refusal = new AppError('rejectedByExchange', { endpoint: 'health', status: 400, message: 'no' })

function call(patch: Partial<CallRecord> = {}): CallRecord {
  return {
    endpoint: 'health',
    startedAtMs: startMs,
    durationMs: 10,
    waitedMs: 0,
    error: null,
    status: 200,
    date: null,
    isFirstForm: false,
    unread: null,
    ...patch,
  }
}

function make() {
  const { log, faults } = makeLog()
  const ledger = createCallLedger({
    sinceMs: startMs,
    report: (error, endpoint) => reportError(error, log, endpoint),
  })
  return { ledger, faults }
}

describe('rows that could not be read', () => {
  it('are added up by endpoint, with the first field that did not fit', () => {
    const { ledger } = make()
    ledger.note(call({ endpoint: 'market.trades', unread: { count: 2, firstField: 'payload.4.taker_type' } }))
    ledger.note(call({ endpoint: 'market.trades' }))
    ledger.note(call({ endpoint: 'market.trades', unread: { count: 1, firstField: 'payload.0.id' } }))
    ledger.note(call())
    expect(ledger.endpoints().map(({ endpoint, unread }) => [endpoint, unread])).toEqual([
      ['health', null],
      ['market.trades', { count: 3, firstField: 'payload.4.taker_type' }],
    ])
  })
})

describe('the ledger of calls', () => {
  it('is empty before the first call', () => {
    const { ledger } = make()
    expect(ledger.endpoints()).toEqual([])
    expect(ledger.lastCalls()).toEqual([])
    expect(ledger.lastNumber()).toBe(0)
  })

  it('counts each endpoint by itself, failures among its calls', () => {
    const { ledger } = make()
    ledger.note(call())
    ledger.note(call({ endpoint: 'orders.list', durationMs: 30 }))
    ledger.note(call({ startedAtMs: startMs + 5, error: refusal, status: 400, durationMs: 900 }))
    expect(ledger.endpoints()).toEqual([
      {
        endpoint: 'health',
        calls: 2,
        failures: 1,
        lastAtMs: startMs + 5,
        // The refusal's duration is not among them.
        latency: { medianMs: 10, p95Ms: 10, p99Ms: 10, longestMs: 10 },
        unread: null,
        lastFailure: {
          error: { code: 'rejectedByExchange', data: { ...refusal.data }, ref: null },
          atMs: startMs + 5,
        },
      },
      {
        endpoint: 'orders.list',
        calls: 1,
        failures: 0,
        lastAtMs: startMs,
        latency: { medianMs: 30, p95Ms: 30, p99Ms: 30, longestMs: 30 },
        unread: null,
        lastFailure: null,
      },
    ])
  })

  it('keeps the last failure after calls that went well', () => {
    const { ledger } = make()
    ledger.note(call({ error: refusal, status: 400 }))
    ledger.note(call({ startedAtMs: startMs + 5 }))
    expect(ledger.endpoints()[0]).toMatchObject({ failures: 1, lastFailure: { atMs: startMs } })
  })

  it('has no latency for an endpoint that never answered', () => {
    const { ledger } = make()
    ledger.note(call({ error: new AppError('network', { endpoint: 'health' }), status: null }))
    expect(ledger.endpoints()[0]).toMatchObject({ calls: 1, failures: 1, latency: null })
  })

  it('shows a call that was given up as a line, and counts it for nothing', () => {
    const { ledger } = make()
    ledger.note(call({ error: new AppError('cancelled', { endpoint: 'health' }), status: null }))
    expect(ledger.endpoints()).toEqual([])
    expect(ledger.lastCalls()).toMatchObject([{ number: 1, status: null, error: { code: 'cancelled' } }])
  })

  it('lists the last calls, newest first, and forgets the ones before', () => {
    const { ledger } = make()
    const count = KEPT_CALLS + 20
    for (let number = 1; number <= count; number++) ledger.note(call({ waitedMs: number }))
    const lines = ledger.lastCalls()
    expect(lines.map(({ number }) => number)).toEqual(
      Array.from({ length: KEPT_CALLS }, (_, index) => count - index),
    )
    expect(lines[0]?.waitedMs).toBe(count)
    expect(ledger.lastNumber()).toBe(count)
    expect(ledger.endpoints()[0]?.calls).toBe(count)
  })

  it('takes percentiles of the last answers only', () => {
    const { ledger } = make()
    for (let index = 0; index < 30; index++) ledger.note(call({ durationMs: 9_999 }))
    for (let index = 1; index <= KEPT_DURATIONS; index++) ledger.note(call({ durationMs: index }))
    expect(ledger.endpoints()[0]?.latency).toEqual({ medianMs: 250, p95Ms: 475, p99Ms: 495, longestMs: 500 })
  })

  it('tells of a fault of ours by its reference alone, and logs it once while it stays the same', () => {
    const { ledger, faults } = make()
    const fault = (): AppError => new AppError('internal', { endpoint: 'health' }, new Error('disk on fire'))
    ledger.note(call({ error: fault(), status: null }))
    ledger.note(call({ error: fault(), status: null }))
    const error = ledger.endpoints()[0]?.lastFailure?.error
    expect(error).toMatchObject({ code: 'internal', data: {} })
    expect(error?.ref).toMatch(/^[0-9a-f]{8}$/)
    expect(ledger.lastCalls().map((line) => line.error?.ref)).toEqual([error?.ref, error?.ref])
    expect(JSON.stringify([ledger.endpoints(), ledger.lastCalls()])).not.toContain('fire')
    expect(faults).toEqual(['health'])
    ledger.note(call({ error: new AppError('internal', {}, new Error('another')), status: null }))
    expect(faults).toEqual(['health', 'health'])
  })
})

describe('a nearest-rank percentile', () => {
  it.each([
    [50, 20],
    [5, 15],
    [30, 20],
    [40, 20],
    [95, 50],
    [100, 50],
  ])('%i of 15, 20, 35, 40, 50 follows the definition', (percent, expected) => {
    const values = percent === 50 ? [15, 20, 35, 40] : [15, 20, 35, 40, 50]
    expect(nearestRank(values, percent)).toBe(expected)
  })

  it('is the smallest value that so many do not exceed, for any values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        (values, percent) => {
          const sorted = [...values].sort((one, other) => one - other)
          const reached = (limit: number): boolean =>
            sorted.filter((value) => value <= limit).length * 100 >= percent * sorted.length
          expect(nearestRank(sorted, percent)).toBe(sorted.find(reached))
        },
      ),
    )
  })
})

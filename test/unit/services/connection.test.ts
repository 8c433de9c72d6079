import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnection, judgeCall, meansUnreachable } from '../../../src-main/services/connection.ts'
import type { ConnectionState } from '../../../src-preload/contract/connection.ts'
import { AppError, errorCodes } from '../../../src-preload/shared/errors.ts'

const refused = new AppError('network', { reason: 'refused' })

function createLine() {
  const states: ConnectionState[] = []
  let returns = 0
  let probes = 0
  const line = { isUp: false }
  const connection = createConnection({
    baseUrl: 'http://127.0.0.1:1',
    clock: { now: () => Date.now() },
    onChange: (state) => states.push(state),
    onReturn: () => (returns += 1),
    probe: () => {
      probes += 1
      if (line.isUp) connection.recordAnswer(12.4)
      else connection.recordFailure(refused)
      return line.isUp ? Promise.resolve() : Promise.reject(refused)
    },
  })
  return { connection, line, states, counts: () => ({ returns, probes }) }
}

describe('the connection', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => void vi.useRealTimers())

  it('is connecting until the first call has ended, then online with its latency', () => {
    const { connection } = createLine()
    expect(connection.getState().status).toBe('connecting')
    connection.recordAnswer(41.2)
    expect(connection.getState()).toMatchObject({ status: 'online', latencyMs: 41, lastAnswerMs: 1_000_000 })
  })

  it('keeps the moment at which it went offline while calls go on failing', () => {
    const { connection } = createLine()
    connection.recordFailure(refused)
    const since = connection.getState().sinceMs
    vi.setSystemTime(1_000_500)
    connection.recordFailure(new AppError('timeout', {}))
    expect(connection.getState()).toMatchObject({
      status: 'offline',
      sinceMs: since,
      error: { code: 'timeout' },
    })
  })

  it('probes with growing pauses, one probe at a time, and not at all while online', async () => {
    const { connection, counts } = createLine()
    connection.recordFailure(refused)
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(60_000)
    // After 1, 2, 4, 8, 15 and 30 seconds.
    expect(counts().probes).toBe(6)
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(counts().probes).toBe(6)
  })

  it('tells once that the service is back', async () => {
    const { connection, line, counts } = createLine()
    connection.recordFailure(refused)
    line.isUp = true
    await vi.advanceTimersByTimeAsync(1_000)
    connection.recordAnswer(5)
    expect(connection.getState().status).toBe('online')
    expect(counts().returns).toBe(1)
  })

  it('does not call a first answer a return', () => {
    const { connection, counts } = createLine()
    connection.recordAnswer(5)
    expect(counts().returns).toBe(0)
  })

  it('probes at once when asked to', async () => {
    const { connection, line, counts } = createLine()
    connection.recordFailure(refused)
    line.isUp = true
    connection.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(counts()).toEqual({ probes: 1, returns: 1 })
  })

  it('says nothing more after it was stopped', async () => {
    const { connection, states, counts } = createLine()
    connection.recordFailure(refused)
    const told = states.length
    connection.stop()
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(states.length).toBe(told)
    expect(counts().probes).toBe(0)
  })
})

describe('errors that mean out of reach', () => {
  it('are those of the line, and a web page or the way to one in place of an answer', () => {
    const unreachable = errorCodes.filter((code) => meansUnreachable(new AppError(code)))
    expect(unreachable).toEqual(['network', 'timeout'])
    expect(meansUnreachable(new AppError('contractViolation', { reason: 'html' }))).toBe(true)
    expect(meansUnreachable(new AppError('contractViolation', { reason: 'redirect' }))).toBe(true)
    expect(meansUnreachable(new AppError('contractViolation', { reason: 'tooLarge' }))).toBe(false)
  })

  it.each([
    [502, 'failure'],
    [503, 'failure'],
    [504, 'failure'],
    [500, 'answer'],
    [429, 'answer'],
    [400, 'answer'],
  ])('a refusal with status %i is a %s of the line', (status, says) => {
    expect(judgeCall(new AppError('rejectedByExchange', { status }), status)).toBe(says)
  })

  it('are those of a practice exchange that cannot be started', () => {
    expect(judgeCall(new AppError('databaseTooNew'), null)).toBe('failure')
    expect(judgeCall(new AppError('internal', { what: 'practice exchange' }), null)).toBe('failure')
  })

  it('are not those that say nothing of the line', () => {
    expect(judgeCall(new AppError('cancelled'), null)).toBeNull()
    expect(judgeCall(new AppError('contractViolation', { reason: 'tooLarge' }), null)).toBeNull()
    expect(judgeCall(null, 200)).toBe('answer')
    // A fault of ours while reading an answer that came.
    expect(judgeCall(new AppError('internal'), 200)).toBe('answer')
  })
})

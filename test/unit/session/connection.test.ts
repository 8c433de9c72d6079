import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnection, classifyCall, meansUnreachable } from '../../../src-main/session/connection.ts'
import type { ConnectionState } from '../../../src-preload/contract/app/connection.ts'
import { AppError, errorCodes } from '../../../src-preload/domain/errors.ts'

const startMs = 1_000_000
const refused = new AppError('network', { reason: 'refused' })

interface LineOptions {
  readonly baseUrl?: string
  readonly random?: () => number
  readonly isOnline?: () => boolean
}

/** A line whose probes answer while `isUp`, and otherwise fail as a health check does. */
function createLine({ baseUrl = 'https://exchange.example', random = () => 1, isOnline }: LineOptions = {}) {
  const states: ConnectionState[] = []
  let returns = 0
  const probedAtMs: number[] = []
  const line = { isUp: false, fault: refused, probeMs: 0 }
  const connection = createConnection({
    baseUrl,
    clock: { now: () => Date.now() },
    onChange: (state) => states.push(state),
    onReturn: () => (returns += 1),
    random,
    isOnline,
    probe: async () => {
      probedAtMs.push(Date.now() - startMs)
      if (line.probeMs > 0) await new Promise((resolve) => setTimeout(resolve, line.probeMs))
      if (line.isUp) {
        connection.recordAnswer(12.4)
        return
      }
      connection.recordFailure(line.fault, line.probeMs)
      throw line.fault
    },
  })
  return { connection, line, states, probedAtMs, counts: () => ({ returns, probes: probedAtMs.length }) }
}

const unavailable = (endpoint: string): AppError =>
  new AppError('rejectedByExchange', { endpoint, status: 503, message: '' })
const tooLate = (endpoint: string, phase: string): AppError =>
  new AppError('timeout', { endpoint, phase, limitMs: 15_000 })

beforeEach(() => void vi.useFakeTimers({ now: startMs }))
afterEach(() => void vi.useRealTimers())

describe('the connection', () => {
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

  it('tells of many answers once a second, the last of them too, and of its end at once', async () => {
    const { connection, states } = createLine()
    for (let answer = 0; answer < 50; answer += 1) {
      connection.recordAnswer(answer)
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(connection.getState().latencyMs).toBe(49)
    await vi.advanceTimersByTimeAsync(5_000)
    const told = states.map(({ latencyMs }) => latencyMs)
    expect(told.slice(0, 2)).toEqual([0, 1])
    expect(told.at(-1)).toBe(49)
    expect(told.length).toBeLessThanOrEqual(5)
    connection.recordAnswer(50)
    connection.recordAnswer(51)
    connection.recordFailure(refused)
    expect(states.at(-1)).toMatchObject({ status: 'offline', latencyMs: 51 })
    // What was still to be told is the state of now.
    const before = states.length
    await vi.advanceTimersByTimeAsync(1_100)
    const after = states.slice(before)
    expect(after.length).toBeGreaterThan(0)
    expect(after.filter(({ status }) => status !== 'offline')).toEqual([])
  })

  it('says nothing more after it was stopped', async () => {
    const { connection, states, counts } = createLine({ isOnline: () => false })
    connection.recordFailure(refused)
    const told = states.length
    connection.stop()
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(states.length).toBe(told)
    expect(counts().probes).toBe(0)
  })
})

describe('probes', () => {
  it('come with growing pauses, one at a time, and not at all while online', async () => {
    const { connection, probedAtMs } = createLine()
    connection.recordFailure(refused)
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(probedAtMs).toEqual([1_000, 3_000, 7_000, 15_000, 30_000, 60_000, 90_000])
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(probedAtMs).toHaveLength(7)
  })

  it('are spread out: no pause is shorter than half of its step', async () => {
    const { connection, probedAtMs } = createLine({ random: () => 0 })
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(probedAtMs).toEqual([500, 1_500, 3_500, 7_500, 15_000, 30_000])
  })

  it('go out at once when asked to, and the pauses begin anew', async () => {
    const { connection, line, probedAtMs, counts } = createLine()
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(20_000)
    connection.retry()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(probedAtMs.slice(-2)).toEqual([20_000, 21_000])
    line.isUp = true
    connection.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(counts()).toEqual({ probes: 7, returns: 1 })
  })

  it('go on growing for a service that comes and goes, and begin anew for one that was back for good', async () => {
    const { connection, probedAtMs } = createLine()
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(4_000)
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(1_000)
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(probedAtMs).toEqual([1_000, 3_000, 13_000])
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(30_000)
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(probedAtMs.at(-1)).toBe(46_000)
  })
})

describe('a computer without a network', () => {
  it('sends no probe, and one as soon as the network is back', async () => {
    const network = { isThere: false }
    const { connection, line, probedAtMs } = createLine({ isOnline: () => network.isThere })
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(probedAtMs).toEqual([])
    network.isThere = true
    line.isUp = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(probedAtMs).toHaveLength(1)
    expect(connection.getState().status).toBe('online')
  })

  it('notices within a long pause that the network was away and is back', async () => {
    const network = { isThere: true }
    const { connection, probedAtMs } = createLine({ isOnline: () => network.isThere })
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(31_000)
    network.isThere = false
    await vi.advanceTimersByTimeAsync(4_000)
    network.isThere = true
    await vi.advanceTimersByTimeAsync(3_000)
    // Instead of at 60 s; and after that one the pauses are short again.
    expect(probedAtMs.slice(5)).toEqual([36_000, 37_000])
  })

  it('still probes when a person asks for it', async () => {
    const { connection, counts } = createLine({ isOnline: () => false })
    connection.recordFailure(refused)
    connection.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(counts().probes).toBe(1)
  })

  it('reaches what runs on itself all the same', async () => {
    for (const baseUrl of ['http://127.0.0.1:8000', 'http://practice.localhost', 'http://[::1]:1']) {
      const { connection, counts } = createLine({ baseUrl, isOnline: () => false })
      connection.recordFailure(refused)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(counts().probes).toBe(1)
    }
  })

  it('is not offline before a call has failed, and is not believed where calls are answered', async () => {
    const { connection, counts } = createLine({ isOnline: () => false })
    connection.recordAnswer(5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connection.getState().status).toBe('online')
    connection.recordFailure(refused)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(counts().probes).toBe(1)
  })
})

describe('a failure of one endpoint', () => {
  it.each(['headers', 'body'])('(%s too late) is not offline while other calls are answered', (phase) => {
    const { connection, counts } = createLine()
    connection.recordAnswer(5)
    vi.advanceTimersByTime(14_000)
    connection.recordAnswer(5)
    vi.advanceTimersByTime(1_000)
    const error = tooLate('orders.list', phase)
    connection.recordFailure(error, 15_000)
    expect(connection.getState()).toMatchObject({ status: 'online', error: null })
    expect(counts().probes).toBe(0)
    // Nobody else says it, so a screen must.
    expect(connection.explains(error)).toBe(false)
  })

  it.each([
    ['503', unavailable('orders.list')],
    ['web page', new AppError('contractViolation', { endpoint: 'orders.list', reason: 'html' })],
    ['late answer', tooLate('orders.list', 'headers')],
  ])('(%s) has the health check asked, and is not offline where that answers', async (_what, error) => {
    const { connection, line, states, counts } = createLine()
    connection.recordAnswer(5)
    line.isUp = true
    line.probeMs = 100
    await vi.advanceTimersByTimeAsync(20_000)
    connection.recordFailure(error, 50)
    expect(connection.explains(error)).toBe(true)
    await vi.advanceTimersByTimeAsync(100)
    expect(states.every(({ status }) => status === 'online')).toBe(true)
    expect(connection.explains(error)).toBe(false)
    // Not again for every failure that follows.
    for (let turn = 0; turn < 5; turn += 1) {
      await vi.advanceTimersByTimeAsync(5_000)
      connection.recordFailure(error, 50)
    }
    expect(counts()).toEqual({ probes: 1, returns: 0 })
  })

  it('is offline at once where the health check fails as well', async () => {
    const { connection, line, states, counts } = createLine()
    connection.recordAnswer(5)
    line.fault = unavailable('health')
    await vi.advanceTimersByTimeAsync(20_000)
    connection.recordFailure(unavailable('orders.list'), 50)
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.getState()).toMatchObject({
      status: 'offline',
      error: { data: { endpoint: 'health' } },
    })
    expect(states.filter(({ status }) => status === 'offline')).toHaveLength(1)
    expect(counts().probes).toBe(1)
  })

  it('leaves things as they are where the health check comes to nothing', async () => {
    const states: ConnectionState[] = []
    const connection = createConnection({
      baseUrl: null,
      clock: { now: () => Date.now() },
      onChange: (state) => states.push(state),
      onReturn: () => undefined,
      // The service asks to wait: nothing was sent.
      probe: () => Promise.reject(new AppError('rateLimited', { retryAfterMs: 60_000 })),
    })
    connection.recordAnswer(5)
    connection.recordFailure(unavailable('orders.list'), 50)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(connection.getState().status).toBe('online')
    expect(connection.explains(unavailable('orders.list'))).toBe(false)
  })

  it.each([
    ['refused', refused],
    ['nothing came at all', tooLate('orders.list', 'connect')],
    ['practice exchange gone', new AppError('internal', { what: 'practice exchange' })],
  ])('that is one of the line (%s) is offline at once', (_what, error) => {
    const { connection } = createLine()
    connection.recordAnswer(5)
    vi.advanceTimersByTime(20_000)
    connection.recordFailure(error, 4_000)
    expect(connection.getState().status).toBe('offline')
  })

  it('is offline where the service has never answered', () => {
    const { connection } = createLine()
    connection.recordFailure(unavailable('orders.list'), 50)
    expect(connection.getState().status).toBe('offline')
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
    expect(classifyCall(new AppError('rejectedByExchange', { status }), status)).toBe(says)
  })

  it('are those of a practice exchange that cannot be started', () => {
    expect(classifyCall(new AppError('databaseTooNew'), null)).toBe('failure')
    expect(classifyCall(new AppError('internal', { what: 'practice exchange' }), null)).toBe('failure')
  })

  it('are not those that say nothing of the line', () => {
    expect(classifyCall(new AppError('cancelled'), null)).toBeNull()
    expect(classifyCall(new AppError('contractViolation', { reason: 'tooLarge' }), null)).toBeNull()
    expect(classifyCall(null, 200)).toBe('answer')
    // A fault of ours while reading an answer that came.
    expect(classifyCall(new AppError('internal'), 200)).toBe('answer')
  })
})

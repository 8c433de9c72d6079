import { describe, expect, it } from 'vitest'
import type { Urgency } from '../../../src-main/exchange/endpoint.ts'
import { createRateLimiter, createRateLimiters } from '../../../src-main/exchange/rate-limit/rate-limiter.ts'
import { requestLimitsOf } from '../../../src-main/exchange/rate-limit/request-limits.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { settle } from '../../fixtures/hand-time.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { coalesce, type TestCall, limiterWorld, type LimiterWorld } from './rate-limiter-world.ts'

/** The rates of a real service, with more places than it has so that each kind of them shows. */
const careful = {
  ...requestLimitsOf('https://exchange.example'),
  maxInFlight: { first: 7, asked: 6, screen: 5, background: 3 },
}

/** Ends calls one after the other, in the order in which they went out. */
async function finishAll(world: LimiterWorld, calls: Readonly<Record<string, TestCall>>): Promise<void> {
  for (let done = 0; done < world.started.length; done += 1) {
    calls[world.started[done] ?? '']?.finish()
    await settle()
  }
}

function callAll(world: LimiterWorld, turns: readonly (readonly [string, Urgency, string])[]) {
  return Object.fromEntries(turns.map(([name, urgency, lane]) => [name, world.call(name, { urgency, lane })]))
}

function callMany(world: LimiterWorld, count: number, urgency: Urgency): TestCall[] {
  return Array.from({ length: count }, (_, index) => world.call(`${urgency} ${String(index)}`, { urgency }))
}

describe('the order in which calls go out', () => {
  it('is by urgency, whoever came first', async () => {
    const world = limiterWorld(coalesce)
    const calls = callAll(world, [
      ['first', 'screen', 'chart'],
      ['history', 'background', 'orders'],
      ['list', 'background', 'markets'],
      ['chart', 'screen', 'chart'],
      ['click', 'asked', 'orders'],
    ])
    await finishAll(world, calls)
    expect(world.started).toEqual(['first', 'click', 'chart', 'history', 'list'])
  })

  it('gives the lanes of one urgency turns, however much one of them wants', async () => {
    const world = limiterWorld(coalesce)
    const numbers = Array.from({ length: 20 }, (_, index) => String(index + 1))
    const calls = callAll(world, [
      ['first', 'asked', 'session'],
      ...numbers.map((number) => [`orders ${number}`, 'screen', 'orders'] as const),
      ...numbers.map((number) => [`chart ${number}`, 'screen', 'chart'] as const),
    ])
    await finishAll(world, calls)
    expect(world.started.slice(1)).toEqual(
      numbers.flatMap((number) => [`orders ${number}`, `chart ${number}`]),
    )
  })

  it('lets background work in after ten seconds, though screens keep asking', async () => {
    const world = limiterWorld(coalesce)
    let current = world.call('screen 0')
    world.call('history', { urgency: 'background', lane: 'orders' })
    for (let second = 1; second <= 12 && !world.started.includes('history'); second += 1) {
      const next = world.call(`screen ${String(second)}`)
      await world.time.pass(1_000)
      current.finish()
      await settle()
      current = next
    }
    expect(world.started.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, (_, second) => `screen ${String(second)}`),
    )
    expect(world.started[10]).toBe('history')
  })
})

describe('calls in flight', () => {
  it('of the background leave room for screens, and both leave room for what the user asks for', async () => {
    const world = limiterWorld(careful)
    const background = callMany(world, 10, 'background')
    expect(world.limiter.state()).toMatchObject({ inFlight: 3, waiting: 7 })
    callMany(world, 10, 'screen')
    expect(world.limiter.state()).toMatchObject({ inFlight: 5, waiting: 15 })
    callMany(world, 3, 'asked')
    expect(world.limiter.state()).toMatchObject({ inFlight: 6, maxInFlight: 7, waiting: 17 })
    expect(world.started).toEqual([
      ...['background 0', 'background 1', 'background 2', 'screen 0', 'screen 1', 'asked 0'],
    ])
    background[0]?.finish()
    await settle()
    expect(world.started.at(-1)).toBe('asked 1')
  })

  it('of the background do not take the room of what the user asks for, where screens have theirs', () => {
    const world = limiterWorld(careful)
    callMany(world, 5, 'screen')
    world.call('history', { urgency: 'background' })
    world.call('click', { urgency: 'asked' })
    expect(world.started.slice(5)).toEqual(['click'])
  })

  it('of the background stay few however long they have waited', async () => {
    const world = limiterWorld(careful)
    callMany(world, 10, 'background')
    await world.time.pass(60_000)
    world.call('chart')
    expect(world.started).toEqual(['background 0', 'background 1', 'background 2', 'chart'])
  })

  it('give their place back when they fail, even before they began', async () => {
    const world = limiterWorld(coalesce)
    const { signal } = new AbortController()
    const turn = { endpoint: 'health', urgency: 'screen', lane: 'chart', signal } as const
    const broken = world.limiter.run(turn, () => {
      throw new AppError('internal', { what: 'no promise' })
    })
    expect(await failureOf(broken)).toMatchObject({ code: 'internal' })
    const failing = world.call('failing')
    const waiting = world.call('waiting')
    failing.fail(new AppError('timeout'))
    expect(await failureOf(failing.outcome)).toMatchObject({ code: 'timeout' })
    waiting.finish()
    expect(await waiting.outcome).toBe('waiting')
    expect(world.limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 })
  })
})

describe('what has the first place', () => {
  it('goes before everything that waits, whoever came first', async () => {
    const world = limiterWorld(coalesce)
    const first = world.call('first')
    world.call('click', { urgency: 'asked' })
    world.call('cancel', { urgency: 'first' })
    first.finish()
    await settle()
    expect(world.started).toEqual(['first', 'cancel'])
  })

  it('has a place of its own where everything else hangs', () => {
    const world = limiterWorld(careful)
    callMany(world, 20, 'asked')
    expect(world.limiter.state().inFlight).toBe(6)
    world.call('cancel', { urgency: 'first' })
    world.call('another cancel', { urgency: 'first' })
    expect(world.started.slice(6)).toEqual(['cancel'])
  })

  it('goes during a pause that was asked for at another call, which the others still wait for', async () => {
    const world = limiterWorld(careful)
    world.limiter.noteSlowDown(5_000)
    world.call('chart')
    const cancel = world.call('cancel', { urgency: 'first' })
    expect(world.started).toEqual(['cancel'])
    cancel.finish()
    await world.time.pass(4_000)
    expect(world.started).toEqual(['cancel'])
    await world.time.pass(3_000)
    expect(world.started).toEqual(['cancel', 'chart'])
  })

  it('is not refused in a long pause, unless the service asked for it at such a call', async () => {
    const world = limiterWorld(careful)
    world.limiter.noteSlowDown(120_000)
    expect((await failureOf(world.call('chart').outcome)).code).toBe('rateLimited')
    world.call('cancel', { urgency: 'first' })
    expect(world.started).toEqual(['cancel'])
    world.limiter.noteSlowDown(120_000, 'first')
    expect((await failureOf(world.call('cancel', { urgency: 'first' }).outcome)).code).toBe('rateLimited')
  })

  it('takes from the rate of the others what it sends', async () => {
    const limits = { ...careful, maxInFlight: { first: 99, asked: 99, screen: 99, background: 99 } }
    const world = limiterWorld(limits)
    for (let count = 0; count < limits.burst; count += 1) {
      world.call(`cancel ${String(count)}`, { urgency: 'first' })
    }
    expect(world.started).toHaveLength(limits.burst)
    world.call('chart')
    expect(world.started).toHaveLength(limits.burst)
    await world.time.pass(1_000)
    expect(world.started.at(-1)).toBe('chart')
  })
})

describe('a call that is given up while it waits', () => {
  it('ends at once with the reason, and leaves no trace', async () => {
    const world = limiterWorld(coalesce)
    const first = world.call('first')
    const giveUp = new AbortController()
    const waiting = world.call('waiting', { signal: giveUp.signal })
    giveUp.abort(new AppError('cancelled', { reason: 'closed' }))
    expect(await failureOf(waiting.outcome)).toMatchObject({ code: 'cancelled', data: { reason: 'closed' } })
    expect(world.limiter.state().waiting).toBe(0)
    first.finish()
    await settle()
    expect(world.started).toEqual(['first'])
    expect(world.limiter.state()).toMatchObject({ inFlight: 0, sentLastMinute: 1 })
  })

  it('is cancelled where the signal has no reason of ours', async () => {
    const world = limiterWorld(coalesce)
    expect(await failureOf(world.call('never', { signal: AbortSignal.abort() }).outcome)).toMatchObject({
      code: 'cancelled',
    })
    expect(world.started).toEqual([])
  })

  it('takes nothing from the rate, and leaves no alarm behind', async () => {
    const world = limiterWorld({
      ...careful,
      maxInFlight: { first: 99, asked: 99, screen: 99, background: 99 },
    })
    callMany(world, 20, 'screen')
    const giveUp = new AbortController()
    for (let index = 0; index < 10; index += 1) world.call('given up', { signal: giveUp.signal })
    expect(world.time.countAlarms()).toBe(1)
    giveUp.abort()
    expect(world.time.countAlarms()).toBe(0)
    await world.time.pass(100)
    world.call('next')
    expect(world.started.at(-1)).toBe('next')
    expect(world.started).toHaveLength(21)
  })

  it('does not go out for another that is given up with it', async () => {
    let nowMs = 0
    const limiter = createRateLimiter({
      limits: careful,
      monotonicMs: () => nowMs,
      after: () => () => undefined,
    })
    const giveUp = new AbortController()
    let sent = 0
    const send = () =>
      limiter.run({ endpoint: 'health', urgency: 'asked', lane: 'chart', signal: giveUp.signal }, () => {
        sent += 1
        return Promise.resolve()
      })
    for (let index = 0; index < 20; index += 1) await send()
    const waiting = Promise.allSettled([send(), send(), send()])
    // They may go by now, but their alarm has not come yet.
    nowMs += 1_000
    giveUp.abort()
    await waiting
    expect(sent).toBe(20)
  })

  it('is not ended by the limiter once it is under way: its work heeds the signal', async () => {
    const world = limiterWorld(coalesce)
    const giveUp = new AbortController()
    const call = world.call('under way', { signal: giveUp.signal })
    giveUp.abort()
    await settle()
    expect(world.limiter.state().inFlight).toBe(1)
    call.finish()
    expect(await call.outcome).toBe('under way')
  })
})

describe('calls a second', () => {
  it('are a burst, and then the rate', async () => {
    const world = limiterWorld({
      ...careful,
      maxInFlight: { first: 99, asked: 99, screen: 99, background: 99 },
    })
    callMany(world, 50, 'screen')
    expect(world.started).toHaveLength(20)
    await world.time.pass(1_000)
    expect(world.started).toHaveLength(30)
    await world.time.pass(2_000)
    expect(world.started).toHaveLength(50)
    expect(world.time.countAlarms()).toBe(0)
  })

  it('are counted for a minute', async () => {
    const world = limiterWorld(careful)
    for (const call of callMany(world, 5, 'asked')) call.finish()
    await world.time.pass(30_000)
    world.call('later')
    expect(world.limiter.state().sentLastMinute).toBe(6)
    await world.time.pass(30_000)
    expect(world.limiter.state().sentLastMinute).toBe(1)
  })

  it('are many more on this computer, as many at once as anywhere', () => {
    const desk = createRateLimiters()
    const { maxPerSecond, maxInFlight } = desk('https://exchange.example').state()
    for (const baseUrl of ['http://practice.localhost', 'http://127.0.0.1:8080', 'http://[::1]:8080/gate']) {
      expect(desk(baseUrl).state()).toMatchObject({ maxInFlight })
      expect(desk(baseUrl).state().maxPerSecond).toBeGreaterThan(10 * maxPerSecond)
    }
    expect(desk('https://localhost.example').state()).toMatchObject({ maxPerSecond })
  })

  it('are shared by all who talk to one service, and by nobody else', () => {
    const desk = createRateLimiters()
    desk('https://exchange.example').noteSlowDown(3_000)
    expect(desk('https://EXCHANGE.example:443/').state().slowDowns).toBe(1)
    expect(desk('https://other.example').state().slowDowns).toBe(0)
  })
})

describe('a service that asks to slow down', () => {
  it('is asked once more where the user wants to know now, and no faster than it has made us', async () => {
    const world = limiterWorld(careful)
    world.limiter.noteSlowDown(3_600_000)
    expect(world.limiter.state().pausedMs).toBe(3_600_000)
    world.limiter.endPause()
    for (let count = 0; count < 5; count += 1) world.call('now')
    await world.time.pass(0)
    expect(world.started).toHaveLength(1)
    await world.time.pass(200)
    expect(world.started).toHaveLength(2)
    expect(world.limiter.state()).toMatchObject({ pausedMs: 0, slowDowns: 1, perSecond: 5 })
  })

  it('for a short time is left alone for so long', async () => {
    const world = limiterWorld(careful)
    world.limiter.noteSlowDown(3_000)
    const call = world.call('chart', { urgency: 'asked' })
    expect(world.limiter.state()).toMatchObject({ pausedMs: 3_000, slowDowns: 1, waiting: 1 })
    await world.time.pass(3_000)
    expect(world.started).toEqual([])
    await world.time.pass(1_000)
    call.finish()
    expect(await call.outcome).toBe('chart')
    expect(world.limiter.state()).toMatchObject({ pausedMs: 0, waiting: 0 })
  })

  it('for a long time is not asked: new calls and those that wait are told for how long', async () => {
    const world = limiterWorld(careful)
    const before = callMany(world, 6, 'asked')
    const waiting = world.call('waiting')
    world.limiter.noteSlowDown(60_000)
    expect(await failureOf(waiting.outcome)).toMatchObject({
      code: 'rateLimited',
      data: { endpoint: 'health', retryAfterMs: 60_000 },
    })
    await world.time.pass(49_999)
    expect(await failureOf(world.call('too early').outcome)).toMatchObject({ data: { retryAfterMs: 10_001 } })
    expect(world.time.countAlarms()).toBe(0)
    await world.time.pass(1)
    for (const call of before) call.finish()
    const soon = world.call('soon enough')
    await world.time.pass(11_000)
    soon.finish()
    expect(await soon.outcome).toBe('soon enough')
    expect(world.started).toHaveLength(7)
  })

  it('meets no storm when the pause ends: half the rate, and nothing saved up', async () => {
    const world = limiterWorld({
      ...careful,
      maxInFlight: { first: 99, asked: 99, screen: 99, background: 99 },
    })
    world.limiter.noteSlowDown(5_000)
    callMany(world, 30, 'screen')
    await world.time.pass(5_000)
    const sent: number[] = []
    for (let second = 0; second < 6; second += 1) {
      const before = world.started.length
      await world.time.pass(1_000)
      sent.push(world.started.length - before)
    }
    expect(sent).toEqual([5, 5, 5, 5, 5, 5])
  })

  it('gets its old rate again step by step, while answers come', async () => {
    const world = limiterWorld(careful)
    world.limiter.noteSlowDown(1_000)
    const rates: number[] = []
    for (let second = 0; second < 16; second += 1) {
      await world.time.pass(1_000)
      world.call('answered').finish()
      await settle()
      rates.push(world.limiter.state().perSecond)
    }
    expect(rates[0]).toBe(5)
    expect(rates.at(-1)).toBe(10)
    for (const [index, rate] of rates.entries()) {
      expect([0, 1]).toContain(rate - (rates[index - 1] ?? rate))
    }
  })

  it('does not get it while calls only fail', async () => {
    const world = limiterWorld(careful)
    world.limiter.noteSlowDown(1_000)
    for (let second = 0; second < 10; second += 1) {
      await world.time.pass(1_000)
      world.call('refused').fail(new AppError('network'))
      await settle()
    }
    expect(world.limiter.state().perSecond).toBe(5)
  })
})

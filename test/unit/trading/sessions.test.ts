// A session lasts no longer than it was granted for, by either clock, and not without a person in front of it.
import { describe, expect, it } from 'vitest'
import type { Log } from '../../../src-main/diagnostics/log.ts'
import { createSessions } from '../../../src-main/trading/session/sessions.ts'
import {
  defaultSessionLimits,
  type SessionLimits,
} from '../../../src-preload/domain/accounts/session-limits.ts'

const limits = defaultSessionLimits('ethusdc') as SessionLimits
const log: Log = { info: () => undefined, fault: () => undefined }
const MINUTE_MS = 60_000

function start() {
  let wallMs = 1_000_000
  let monotonicMs = 500
  let idleSeconds = 0
  let look = (): void => undefined
  const ended: string[] = []
  const sessions = createSessions({
    clock: { now: () => wallMs },
    monotonicMs: () => monotonicMs,
    idleSeconds: () => idleSeconds,
    every: (_ms, work) => {
      look = work
      return () => (look = () => undefined)
    },
    createId: () => `00000000-0000-4000-8000-${String(ended.length).padStart(12, '0')}`,
    log,
  })
  sessions.events.on('ended', (reason) => ended.push(reason))
  const grant = (accountId = 'a') =>
    sessions.start({ accountId, network: 'practice', host: 'exchange', limits, largestLoss: '11' })
  return {
    sessions,
    grant,
    ended,
    /** Both clocks go on, with a look each second at most. */
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        wallMs += Math.min(left, 1_000)
        monotonicMs += Math.min(left, 1_000)
        look()
      }
    },
    moveWall: (ms: number) => (wallMs += ms),
    moveMonotonic: (ms: number) => (monotonicMs += ms),
    idle: (seconds: number) => (idleSeconds = seconds),
    look: () => look(),
  }
}

describe('a session', () => {
  it('runs until its time is over, and not a moment longer', () => {
    const world = start()
    world.grant()
    world.pass(15 * MINUTE_MS - 1)
    expect(world.sessions.of('a')).not.toBeNull()
    world.pass(1)
    expect(world.sessions.of('a')).toBeNull()
    expect(world.ended).toEqual(['timeOver'])
    expect(world.sessions.lastEnd()).toEqual({ reason: 'timeOver', atMs: 1_000_000 + 15 * MINUTE_MS })
  })

  it('is not made longer by a clock that is set back', () => {
    const world = start()
    world.grant()
    world.moveWall(-10 * MINUTE_MS)
    world.look()
    world.moveMonotonic(15 * MINUTE_MS)
    expect(world.sessions.of('a')).toBeNull()
  })

  it('is over by the wall clock where the other one stood still, before anybody has looked', () => {
    const world = start()
    const { limits: granted } = world.grant()
    const running = world.sessions.of('a')
    world.moveWall(granted.minutes * MINUTE_MS)
    expect(running?.isOver()).toBe(true)
    expect(world.ended).toEqual(['timeOver'])
  })

  it('ends after five minutes without input, with a locked screen, and after an unannounced sleep', () => {
    const world = start()
    world.grant()
    world.idle(299)
    world.look()
    expect(world.ended).toEqual([])
    world.idle(300)
    world.look()
    world.grant()
    expect(world.sessions.current()).toBeNull()
    world.idle(0)
    world.grant()
    world.idle(Infinity)
    world.look()
    world.idle(0)
    world.grant()
    world.moveWall(30_000)
    world.look()
    expect(world.ended).toEqual(['idle', 'idle', 'screenLocked', 'suspended'])
  })

  it('is for one account', () => {
    const world = start()
    world.grant('a')
    expect(world.sessions.of('b')).toBeNull()
    expect(world.sessions.of('a')).not.toBeNull()
  })

  it('gives its place to another one that a person grants, with nothing of it used up', () => {
    const world = start()
    world.grant()
    const first = world.sessions.of('a')
    expect(first?.ledger.reserve({ ticketId: 't', market: 'ethusdc', value: '200' })).toBeNull()
    expect(world.sessions.current()?.left).toEqual({ sum: '800', signatures: 19 })
    world.grant()
    expect(first?.isOver()).toBe(true)
    expect(world.ended).toEqual(['replaced'])
    expect(world.sessions.current()?.left).toEqual({ sum: '1000', signatures: 20 })
  })
})

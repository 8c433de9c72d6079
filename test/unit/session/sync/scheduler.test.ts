import { describe, expect, it, onTestFinished } from 'vitest'
import { createSyncGates } from '../../../../src-main/session/sync/sync-gates.ts'
import { type Scheduler, startScheduler } from '../../../../src-main/session/sync/scheduler.ts'
import type { HistoryStream, StepResult } from '../../../../src-main/session/sync/history-stream.ts'
import type { SyncStream } from '../../../../src-preload/contract/app/sync.ts'
import { AppError, isAppError } from '../../../../src-preload/domain/errors.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { movableClock } from '../../../fixtures/test-client.ts'

/** A history of so many pages, read in no time. */
class Pages implements HistoryStream {
  done = 0
  steps = 0
  /** What the next steps fail with. */
  fault: AppError | null = null
  /** Steps do not end until this does. */
  gate: Promise<void> = Promise.resolve()
  readonly name: SyncStream
  total: number
  private readonly order: string[]

  constructor(name: SyncStream, total: number, order: string[]) {
    this.name = name
    this.total = total
    this.order = order
  }

  async step(signal: AbortSignal): Promise<StepResult> {
    this.steps += 1
    this.order.push(this.name)
    await Promise.race([
      this.gate,
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      }),
    ])
    signal.throwIfAborted()
    if (this.fault !== null) throw this.fault
    if (this.done < this.total) this.done += 1
    return this.done < this.total ? 'more' : 'complete'
  }

  progress() {
    const { done, total } = this
    return Promise.resolve({ done, total, backToMs: null, isComplete: done === total })
  }
}

function start(totals: Partial<Record<SyncStream, number>>, isPaused = false) {
  const clock = movableClock(0)
  const order: string[] = []
  const line = { isOffline: false, isSignedOut: false }
  const syncGates = createSyncGates({
    clock,
    isOffline: () => line.isOffline,
    isSignedOut: () => line.isSignedOut,
  })
  const streams = Object.entries(totals).map(([name, total]) => new Pages(name as SyncStream, total, order))
  const scheduler: Scheduler = startScheduler(
    {
      streams,
      syncGates,
      clock,
      random: () => 0,
      isPowerSaving: () => false,
      report: (_stream, error) =>
        isAppError(error) ? { code: error.code, data: { ...error.data }, ref: null } : null,
      onRecovery: () => undefined,
      onChange: () => undefined,
    },
    isPaused,
  )
  onTestFinished(() => scheduler.stop())
  const [first, second] = streams
  if (first === undefined) throw new Error('no stream')
  return { clock, order, line, syncGates, streams, first, second, scheduler }
}

const statuses = async ({ scheduler }: { scheduler: Scheduler }): Promise<string[]> =>
  (await scheduler.states()).map(({ status }) => status)

describe('the histories', () => {
  it('are read orders first, the others side by side after them', async () => {
    const world = start({ orders: 4, fills: 3, candles: 3 })
    await eventually(async () => expect(await statuses(world)).toEqual(['complete', 'complete', 'complete']))
    expect(world.order.slice(0, 4)).toEqual(['orders', 'orders', 'orders', 'orders'])
    expect(new Set(world.order.slice(4, 6))).toEqual(new Set(['fills', 'candles']))
  })

  it('rest one by one when they fail, and the others go on', async () => {
    const world = start({ orders: 2, fills: 2 })
    world.first.fault = new AppError('contractViolation', { endpoint: 'orders.list' })
    await eventually(async () => expect(await statuses(world)).toEqual(['failed', 'complete']))
    expect((await world.scheduler.states())[0]?.lastError).toMatchObject({ code: 'contractViolation' })
    expect(world.first.steps).toBe(1)
    world.first.fault = null
    world.scheduler.wake()
    await eventually(async () => expect(await statuses(world)).toEqual(['complete', 'complete']))
    expect((await world.scheduler.states())[0]?.lastError).toBeNull()
  })

  it('do not rest until a clock that was set back has caught up', async () => {
    const world = start({ orders: 2 })
    world.clock.moveTo(86_400_000)
    world.first.fault = new AppError('contractViolation', { endpoint: 'orders.list' })
    await eventually(async () => expect(await statuses(world)).toEqual(['failed']))
    world.scheduler.wake()
    await eventually(() => expect(world.first.steps).toBe(2))
    await eventually(async () => expect(await statuses(world)).toEqual(['failed']))
    world.first.fault = null
    world.clock.moveTo(0)
    world.scheduler.wake('orders')
    await eventually(async () => expect(await statuses(world)).toEqual(['complete']))
  })

  it('are not held up by a full disk until a clock that was set back has caught up', () => {
    const clock = movableClock(86_400_000)
    const syncGates = createSyncGates({ clock, isOffline: () => false, isSignedOut: () => false })
    syncGates.note(new AppError('databaseUnavailable', { reason: 'SQLITE_FULL' }))
    expect(syncGates.blocks()).toBe(true)
    clock.moveTo(0)
    expect(syncGates.blocks()).toBe(false)
    expect(syncGates.current()).toBe('diskFull')
    syncGates.clear(0)
    expect(syncGates.current()).toBeNull()
  })

  it('stop where the user pauses them, giving up what is under way, and go on from there', async () => {
    const world = start({ orders: 3 })
    world.first.gate = new Promise(() => undefined)
    await eventually(() => expect(world.first.steps).toBeGreaterThan(0))
    world.scheduler.setPaused(true)
    await eventually(async () => expect(await statuses(world)).toEqual(['waiting']))
    const { steps } = world.first
    world.scheduler.wake()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(world.first.steps).toBe(steps)
    world.first.gate = Promise.resolve()
    world.scheduler.setPaused(false)
    await eventually(async () => expect(await statuses(world)).toEqual(['complete']))
  })

  it('begin paused where they were paused at the last end', async () => {
    const world = start({ orders: 1 }, true)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(world.first.steps).toBe(0)
    world.scheduler.setPaused(false)
    await eventually(async () => expect(await statuses(world)).toEqual(['complete']))
  })

  it('all wait while the disk is full, say so, and go on after a while, or when they are asked to', async () => {
    const world = start({ orders: 2, fills: 2 })
    const full = new AppError('databaseUnavailable', { reason: 'SQLITE_FULL' })
    world.first.fault = full
    await eventually(() => expect(world.syncGates.current()).toBe('diskFull'))
    const { steps } = world.first
    world.scheduler.wake()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(world.first.steps).toBe(steps)
    expect(await statuses(world)).toEqual(['waiting', 'waiting'])
    // Tried again and still full: it is said all the while.
    world.clock.moveTo(60_000)
    world.scheduler.wake()
    await eventually(() => expect(world.first.steps).toBe(steps + 1))
    expect(world.syncGates.current()).toBe('diskFull')
    world.first.fault = null
    world.scheduler.setPaused(true)
    world.scheduler.setPaused(false)
    await eventually(async () => expect(await statuses(world)).toEqual(['complete', 'complete']))
    expect(world.first.done).toBe(2)
  })

  it.each([
    ['rateLimited', new AppError('rateLimited', { retryAfterMs: 30_000 })],
    ['storeFailed', new AppError('databaseUnavailable', { reason: 'SQLITE_IOERR_READ' })],
    ['storeFailed', new AppError('internal', { what: 'store worker' })],
    ['diskFull', new AppError('databaseUnavailable', { reason: 'SQLITE_IOERR_WRITE' })],
  ] as const)('are all held by %s', async (hold, fault) => {
    const world = start({ orders: 3, fills: 1 })
    world.first.fault = fault
    await eventually(() => expect(world.syncGates.current()).toBe(hold))
    expect(world.second?.steps).toBe(0)
    world.first.fault = null
    world.clock.moveTo(60_000)
    world.scheduler.wake()
    await eventually(async () => expect(await statuses(world)).toEqual(['complete', 'complete']))
    expect(world.syncGates.current()).toBeNull()
  })

  it.each(['isOffline', 'isSignedOut'] as const)(
    'wait while the account %s, and go on when it is not',
    async (what) => {
      const world = start({ orders: 5 }, true)
      world.line[what] = true
      world.scheduler.setPaused(false)
      await new Promise((resolve) => setTimeout(resolve, 30))
      expect(world.first.steps).toBe(0)
      expect(world.syncGates.current()).toBe(what === 'isOffline' ? 'offline' : 'signedOut')
      world.line[what] = false
      world.scheduler.wake()
      await eventually(async () => expect(await statuses(world)).toEqual(['complete']))
    },
  )

  it('look again when they are told that there is more', async () => {
    const world = start({ orders: 1, fills: 1 })
    await eventually(async () => expect(await statuses(world)).toEqual(['complete', 'complete']))
    if (world.second !== undefined) world.second.total = 4
    world.scheduler.wake('fills')
    await eventually(() => expect(world.second?.done).toBe(4))
  })
})

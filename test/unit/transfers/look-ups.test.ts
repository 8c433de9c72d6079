// Proof of when an open transfer is looked up by itself.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextLookUpMs, startLookUps } from '../../../src-main/transfers/look-ups.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { afterWrites } from '../store/sample-transfers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const openTransfer = (): StoredTransfer => ({
  ...afterWrites(0, 4).transfer,
  state: 'processing',
  updatedAtMs: Date.now(),
})

/** Look-ups that never find anything out, over one transfer, or whatever else is due. */
function makeLookUps(changes: Partial<Parameters<typeof startLookUps>[0]> = {}) {
  let transfer = openTransfer()
  const startedMs = Date.now()
  const askedMs: number[] = []
  const faults: unknown[] = []
  const lookUps = startLookUps({
    listDue: () => Promise.resolve([transfer]),
    lookUp: () => {
      askedMs.push(Date.now() - startedMs)
      const count = transfer.lookUps.count + 1
      transfer = { ...transfer, lookUps: { ...transfer.lookUps, count, lastAtMs: Date.now() } }
      return Promise.resolve()
    },
    nowMs: () => Date.now(),
    onFault: (error) => faults.push(error),
    ...changes,
  })
  return { lookUps, askedMs, faults }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('asks at once after a start, then after pauses that double, up to ten minutes', async () => {
  const { lookUps, askedMs } = makeLookUps()
  await pass(4_000_000)
  const pauses = askedMs.slice(1).map((ms, at) => ms - (askedMs[at] ?? 0))
  expect(askedMs[0]).toBe(0)
  expect(pauses.slice(0, 9)).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 600].map((seconds) => seconds * 1000))
  expect(pauses.slice(9).every((ms) => ms === 600_000)).toBe(true)
  lookUps.stop()
})

test('rests without a timer while nothing is open, and wakes up when told of a step', async () => {
  let due: StoredTransfer[] = []
  const asked: string[] = []
  const { lookUps } = makeLookUps({
    listDue: () => Promise.resolve(due),
    lookUp: (id) => {
      asked.push(id)
      due = []
      return Promise.resolve()
    },
  })
  await pass(0)
  expect(vi.getTimerCount()).toBe(0)
  due = [openTransfer()]
  lookUps.note()
  await pass(1_999)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('leaves nothing running once it is stopped, not even what it was about to ask', async () => {
  const answer = Promise.withResolvers<undefined>()
  let asked = 0
  const { lookUps } = makeLookUps({
    listDue: () => Promise.resolve([openTransfer(), openTransfer()]),
    lookUp: () => {
      asked += 1
      return answer.promise
    },
  })
  await pass(0)
  lookUps.stop()
  answer.resolve(undefined)
  lookUps.trigger()
  lookUps.note()
  await pass(3_600_000)
  expect(asked).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('asks once more, and not beside itself, when it is told to while it asks', async () => {
  const answers: (() => void)[] = []
  const { lookUps } = makeLookUps({
    lookUp: () =>
      new Promise<void>((resolve) => {
        answers.push(resolve)
      }),
  })
  await pass(0)
  lookUps.trigger()
  lookUps.trigger()
  await pass(0)
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await pass(0)
  expect(answers).toHaveLength(2)
  answers[1]?.()
  await pass(0)
  expect(answers).toHaveLength(2)
  lookUps.stop()
})

test('finds out by itself that the service may be asked again', async () => {
  let isBlocked = true
  const transfer = openTransfer()
  const { lookUps, askedMs } = makeLookUps({
    listDue: () => Promise.resolve(isBlocked ? null : [transfer]),
  })
  await pass(60_000)
  expect(askedMs).toEqual([])
  expect(vi.getTimerCount()).toBe(1)
  isBlocked = false
  await pass(12_000)
  expect(askedMs.length).toBeGreaterThan(0)
  lookUps.stop()
})

test('does not ask without end where a look-up fails at once and leaves no trace', async () => {
  let asked = 0
  const fault = new AppError('databaseUnavailable')
  const { lookUps, faults } = makeLookUps({
    listDue: () => Promise.resolve([{ ...openTransfer(), updatedAtMs: 0 }]),
    lookUp: () => {
      asked += 1
      return Promise.reject(fault)
    },
  })
  await pass(10_000)
  expect(asked).toBeLessThanOrEqual(21)
  expect(new Set(faults)).toEqual(new Set([fault]))
  lookUps.stop()
})

test('goes on after the journal could not be read', async () => {
  let isBroken = true
  const transfer = openTransfer()
  const { lookUps, askedMs, faults } = makeLookUps({
    listDue: () =>
      isBroken ? Promise.reject(new AppError('databaseUnavailable')) : Promise.resolve([transfer]),
  })
  await pass(0)
  expect(faults).toHaveLength(1)
  isBroken = false
  await pass(603_000)
  expect(askedMs.length).toBeGreaterThan(0)
  lookUps.stop()
})

test('goes on asking where the clock was set back', async () => {
  const { lookUps, askedMs } = makeLookUps()
  await pass(0)
  vi.setSystemTime(0)
  await pass(4_000)
  expect(askedMs).toHaveLength(2)
  await pass(8_000)
  expect(askedMs).toHaveLength(3)
  lookUps.stop()
})

test('nothing is planned for a transfer whose outcome is known', () => {
  const transfer = openTransfer()
  expect(nextLookUpMs({ ...transfer, state: 'succeeded' }, 0)).toBeNull()
  expect(nextLookUpMs({ ...transfer, state: 'signed' }, 0)).toBeNull()
  expect(nextLookUpMs(transfer, 0)).toBe(transfer.updatedAtMs + 2_000)
})

test('a refused signature is looked up for a day: it may settle late', () => {
  const transfer = openTransfer()
  const failure = (step: 'initiate' | 'process') => ({
    step,
    error: { code: 'rejectedByExchange' as const, data: {}, ref: null },
    isRefusal: true,
    atMs: 1_000,
  })
  const refused = { ...transfer, state: 'refused' as const, failure: failure('process') }
  expect(nextLookUpMs(refused, 1_000)).not.toBeNull()
  expect(nextLookUpMs(refused, 1_000 + 86_400_000)).toBeNull()
  expect(nextLookUpMs({ ...refused, failure: failure('initiate') }, 1_000)).toBeNull()
})

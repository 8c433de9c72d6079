// When the places of stops are read: at most so often for one account, and at once for another.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StopPlace } from '../../../../../src-preload/contract/orders/stop-places.ts'
import { stopPlaces } from '../../../../../src-renderer/features/orders/stop-places.svelte.ts'
import { installFakeMain } from '../fake-main.ts'

const sync = { cached: 1, open: 1, isComplete: true, asOfMs: 0, refusedRows: 0, lastError: null }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('an account that comes into use has its places at once, also while those of another are read, and again after a while', async () => {
  const late = Promise.withResolvers<{ places: StopPlace[] }>()
  const main = installFakeMain({
    'orders:listStopPlaces': () =>
      main.calls.length === 1 ? late.promise : { places: [{ id: 2, place: 'untriggered' }] },
  })
  const leave = stopPlaces.start('alice')
  leave()
  const stop = stopPlaces.start('bob')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...stopPlaces.byId.keys()]).toEqual([2])
  late.resolve({ places: [{ id: 1, place: 'inBook' }] })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...stopPlaces.byId.keys()]).toEqual([2])
  main.emit('orders:changed', { ids: [2], sync })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(main.calls).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(main.calls).toHaveLength(3)
  stop()
})

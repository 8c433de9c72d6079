// A store without room holds the sync back by its own word, whatever it was that ran out.
import { expect, test } from 'vitest'
import { createSyncGates } from '../../../../src-main/session/sync/sync-gates.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'

function make() {
  let nowMs = 1_000
  const clock = { now: () => nowMs }
  const gates = createSyncGates({ clock, isOffline: () => false, isSignedOut: () => false })
  return { gates, pass: (ms: number) => (nowMs += ms) }
}

test.each([
  ['SQLITE_FULL', 'diskFull'],
  ['DISK_LOW', 'diskLow'],
  ['QUOTA_ORDERS', 'quotaReached'],
  ['QUOTA_TRANSFERS', 'quotaReached'],
  ['EACCES', 'storeFailed'],
] as const)('%s is told as %s, and nothing is tried for a while', (reason, hold) => {
  const { gates, pass } = make()
  expect(gates.note(new AppError('databaseUnavailable', { file: 'x', reason }))).toBe(true)
  expect([gates.current(), gates.blocks()]).toEqual([hold, true])
  pass(14_000)
  expect(gates.blocks()).toBe(true)
  pass(60_000)
  // It is told until something was written, and tried again.
  expect([gates.current(), gates.blocks()]).toEqual([hold, false])
  gates.clear(80_000)
  expect(gates.current()).toBeNull()
})

// No order of events leads to an installation that nobody asked for.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Release, UpdateStep } from '../../../src-preload/contract/app/updates.ts'
import { next, type UpdateEvent } from '../../../src-main/updates/machine.ts'

const release: Release = {
  version: '1.2.0',
  channel: 'stable',
  dateMs: 0,
  notes: '',
  bytes: 1000,
  isInPlace: true,
}
const error = { code: 'updateRefused', data: {}, ref: null } as const

const event: fc.Arbitrary<UpdateEvent> = fc.oneof(
  fc.constantFrom<UpdateEvent[]>(
    { kind: 'check' },
    { kind: 'found', release: null },
    { kind: 'found', release },
    { kind: 'found', release: { ...release, isInPlace: false, bytes: null } },
    { kind: 'download' },
    { kind: 'downloaded' },
    { kind: 'cancel' },
    { kind: 'install' },
    { kind: 'forget' },
  ),
  fc.nat(2000).map((doneBytes): UpdateEvent => ({ kind: 'progress', doneBytes })),
  fc.boolean().map((keepsRelease): UpdateEvent => ({ kind: 'failed', error, keepsRelease })),
)

describe('the steps of an update', () => {
  it('lead to an installation only by looking, a press, all of the file, and another press', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let step: UpdateStep = { status: 'idle' }
        for (const one of events) {
          const before: UpdateStep = step
          step = next(step, one) ?? step
          if (step === before) continue
          if (step.status === 'installing') expect([before.status, one.kind]).toEqual(['ready', 'install'])
          if (step.status === 'ready')
            expect([before.status, one.kind]).toEqual(['downloading', 'downloaded'])
          if (step.status === 'downloading' && one.kind !== 'progress') {
            expect(one.kind).toBe('download')
            expect(['available', 'failed']).toContain(before.status)
            expect(step.release.isInPlace).toBe(true)
          }
          if (step.status === 'available' && one.kind !== 'cancel') expect(before.status).toBe('checking')
          if (step.status === 'downloading') expect(step.doneBytes).toBeLessThanOrEqual(1000)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('do not exist where updates are off', () => {
    fc.assert(
      fc.property(event, (one) => {
        expect(next({ status: 'off', reason: 'noKey' }, one)).toBeNull()
      }),
    )
  })
})

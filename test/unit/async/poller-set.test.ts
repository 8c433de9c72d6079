// Work that is wanted is done, no more of it at once than there are places.
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPollerSet } from '../../../src-main/async/poller-set.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** Work by name that notes what is under way, and ends when it is told to or given up. */
function makeWork() {
  const underWay = new Map<string, () => void>()
  const begun: string[] = []
  let most = 0
  const work = (name: string) => async (signal: AbortSignal) => {
    begun.push(name)
    await new Promise<void>((resolve) => {
      underWay.set(name, resolve)
      most = Math.max(most, underWay.size)
      signal.addEventListener('abort', () => {
        resolve()
      })
    })
    underWay.delete(name)
  }
  const wanted = (names: readonly string[]) => new Map(names.map((name) => [name, work(name)]))
  const finish = (name: string): void => underWay.get(name)?.()
  return { underWay, begun, most: () => most, wanted, finish }
}

function makeSet(everyMs = 60_000) {
  const set = createPollerSet({
    maxConcurrent: 2,
    everyMs,
    isPaused: () => false,
    onError: () => undefined,
    random: () => 0,
  })
  onTestFinished(() => set.stop())
  return set
}

describe('work that is wanted', () => {
  it('is begun in its order as places become free', async () => {
    const { begun, wanted, finish } = makeWork()
    const set = makeSet()
    set.keep(wanted(['a', 'b', 'c', 'd']))
    await eventually(() => expect(begun).toEqual(['a', 'b']))
    finish('b')
    await eventually(() => expect(begun).toEqual(['a', 'b', 'c']))
    finish('a')
    await eventually(() => expect(begun).toEqual(['a', 'b', 'c', 'd']))
  })

  it('leaves its place to the others when it is not wanted any more', async () => {
    const { begun, wanted, underWay } = makeWork()
    const set = makeSet()
    set.keep(wanted(['a', 'b', 'c', 'd']))
    set.keep(wanted(['c', 'd']))
    await eventually(() => expect([...underWay.keys()].sort()).toEqual(['c', 'd']))
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    expect([set.has('a'), set.has('c')]).toEqual([false, true])
  })

  it('is not begun any more where it waited when all was stopped', async () => {
    const { begun, wanted, underWay } = makeWork()
    const set = makeSet()
    set.keep(wanted(['a', 'b', 'c']))
    await set.stop()
    set.keep(wanted(['d']))
    expect(begun).toEqual(['a', 'b'])
    expect(underWay.size).toBe(0)
  })

  it('is all done at last, whatever fails, ends or is given up in what order', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const step = fc.oneof(
      fc.record({ keep: fc.subarray(names) }),
      fc.record({ finish: fc.constantFrom(...names) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { begun, wanted, underWay, finish, most } = makeWork()
        const set = createPollerSet({
          maxConcurrent: 2,
          everyMs: 60_000,
          isPaused: () => false,
          onError: () => undefined,
          random: () => 0,
        })
        for (const one of steps) {
          if ('keep' in one) set.keep(wanted(one.keep))
          else finish(one.finish)
          if (begun.length % 2 === 0) await Promise.resolve()
        }
        set.keep(new Map())
        set.keep(wanted(['last', 'of all']))
        await eventually(() => expect([...underWay.keys()].sort()).toEqual(['last', 'of all']))
        expect(most()).toBeLessThanOrEqual(2)
        await set.stop()
      }),
      { numRuns: 30 },
    )
  })
})

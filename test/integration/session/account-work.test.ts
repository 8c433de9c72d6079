// Owns: when the work of an account runs, and until when what was asked for may be kept. Must not: test what the work does.
import { describe, expect, it } from 'vitest'
import { createAccountWork } from '../../../src-main/session/account-work.ts'
import type { Link } from '../../../src-main/session/link.ts'
import type { Workspace } from '../../../src-main/session/workspace.ts'
import { makeLog } from '../world.ts'

/** Which account a link is of is all that is looked at here. */
const linkOf = (id: string): Link => ({ account: { id } }) as unknown as Link

function make(beginsAfter?: Promise<unknown>) {
  const running: string[] = []
  const { log, faults } = makeLog()
  const work = createAccountWork({
    start({ account: { id } }) {
      running.push(id)
      const stop = (): Promise<void> => {
        running.splice(running.indexOf(id), 1)
        return Promise.resolve()
      }
      return { stop } as unknown as Workspace
    },
    beginsAfter,
    onChange: () => undefined,
    log,
  })
  return { work, running, faults }
}

describe('what is asked for may be kept', () => {
  it('until the account is left', () => {
    const { work } = make()
    expect(work.getCacheSignal().aborted).toBe(true)
    work.use(linkOf('a'))
    const ofA = work.getCacheSignal()
    expect(ofA.aborted).toBe(false)
    work.use(linkOf('b'))
    expect(ofA.aborted).toBe(true)
    expect(work.getCacheSignal().aborted).toBe(false)
    work.use(null)
    expect(work.getCacheSignal().aborted).toBe(true)
  })

  it('until the cache is changed, and again what is asked for after that', async () => {
    const { work } = make()
    work.use(linkOf('a'))
    const before = work.getCacheSignal()
    await work.holdDuring(() => {
      expect(before.aborted).toBe(true)
      expect(work.getCacheSignal().aborted).toBe(true)
      return Promise.resolve()
    })
    expect(work.getCacheSignal().aborted).toBe(false)
    expect(before.aborted).toBe(true)
  })

  it('before the work of the account begins too, and on when it begins', async () => {
    const calm = Promise.withResolvers<undefined>()
    const { work, running } = make(calm.promise)
    work.use(linkOf('a'))
    const early = work.getCacheSignal()
    expect(early.aborted).toBe(false)
    expect(running).toEqual([])
    calm.resolve(undefined)
    await calm.promise
    expect(running).toEqual(['a'])
    expect(early.aborted).toBe(false)
  })
})

describe('the work of an account', () => {
  it('is that of the one in use when its time comes, once', async () => {
    const calm = Promise.withResolvers<undefined>()
    const { work, running } = make(calm.promise)
    work.use(linkOf('a'))
    await work.holdDuring(() => Promise.resolve())
    expect(running).toEqual([])
    work.use(linkOf('b'))
    calm.resolve(undefined)
    await calm.promise
    expect(running).toEqual(['b'])
    expect(work.getWorkspace()).not.toBeNull()
  })

  it('does not begin while the cache is changed, but right after', async () => {
    const calm = Promise.withResolvers<undefined>()
    const { work, running } = make(calm.promise)
    work.use(linkOf('a'))
    const early = work.getCacheSignal()
    await work.holdDuring(async () => {
      calm.resolve(undefined)
      await calm.promise
      expect(running).toEqual([])
      expect(early.aborted).toBe(true)
    })
    expect(running).toEqual(['a'])
  })

  it('begins anew after a change, also one that fails, and not for an account that is left meanwhile', async () => {
    const { work, running, faults } = make()
    work.use(linkOf('a'))
    await expect(work.holdDuring(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(running).toEqual(['a'])
    await work.holdDuring(() => {
      work.use(null)
      return Promise.resolve()
    })
    expect(running).toEqual([])
    expect(faults).toEqual([])
  })
})

// When the work of an account runs, until when what was asked for may be kept, and who hears of a session.
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { AccountSession, AccountSessionEvents } from '../../../src-main/session/account-session.ts'
import { createCurrentAccount } from '../../../src-main/session/current-account.ts'
import type { Workspace } from '../../../src-main/session/workspace.ts'
import { makeLog } from '../world.ts'

const closed: string[] = []

/** Of which account a session is, and what it reports, is all that is looked at here. */
function sessionOf(id: string) {
  const events = new EventEmitter<AccountSessionEvents>()
  const session = { account: { id }, events, close: () => closed.push(id) } as unknown as AccountSession
  return Object.assign(session, { emit: events.emit.bind(events) })
}

function make(hasBegun = true) {
  const running: string[] = []
  const { log, faults } = makeLog()
  const current = createCurrentAccount(log)
  const begin = (): void => {
    current.beginWork(({ account: { id } }) => {
      running.push(id)
      const stop = (): Promise<void> => {
        running.splice(running.indexOf(id), 1)
        return Promise.resolve()
      }
      return { stop, trigger: () => running.push(`${id} again`) } as unknown as Workspace
    })
  }
  if (hasBegun) begin()
  return { current, running, faults, begin }
}

describe('what is asked for may be kept', () => {
  it('until the account is left', () => {
    const { current } = make()
    expect(current.cacheSignal().aborted).toBe(true)
    current.use(sessionOf('a'))
    const ofA = current.cacheSignal()
    expect(ofA.aborted).toBe(false)
    current.use(sessionOf('b'))
    expect(ofA.aborted).toBe(true)
    expect(current.cacheSignal().aborted).toBe(false)
    current.use(null)
    expect(current.cacheSignal().aborted).toBe(true)
  })

  it('until the cache is changed, and again what is asked for after that', async () => {
    const { current } = make()
    current.use(sessionOf('a'))
    const before = current.cacheSignal()
    await current.pauseDuring(() => {
      expect(before.aborted).toBe(true)
      expect(current.cacheSignal().aborted).toBe(true)
      return Promise.resolve()
    })
    expect(current.cacheSignal().aborted).toBe(false)
    expect(before.aborted).toBe(true)
  })

  it('before the work of the account begins too, and on when it begins', () => {
    const { current, running, begin } = make(false)
    current.use(sessionOf('a'))
    const early = current.cacheSignal()
    expect(early.aborted).toBe(false)
    expect(running).toEqual([])
    begin()
    expect(running).toEqual(['a'])
    expect(early.aborted).toBe(false)
  })
})

describe('the work of an account', () => {
  it('is that of the one in use when its time comes, once', async () => {
    const { current, running, begin } = make(false)
    current.use(sessionOf('a'))
    await current.pauseDuring(() => Promise.resolve())
    expect(running).toEqual([])
    current.use(sessionOf('b'))
    begin()
    expect(running).toEqual(['b'])
    expect(current.work()).not.toBeNull()
  })

  it('does not begin while the cache is changed, but right after', async () => {
    const { current, running, begin } = make(false)
    current.use(sessionOf('a'))
    const early = current.cacheSignal()
    await current.pauseDuring(() => {
      begin()
      expect(running).toEqual([])
      expect(early.aborted).toBe(true)
      return Promise.resolve()
    })
    expect(running).toEqual(['a'])
  })

  it('begins anew after a change, also one that fails, and not for an account that is left meanwhile', async () => {
    const { current, running, faults } = make()
    current.use(sessionOf('a'))
    await expect(current.pauseDuring(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(running).toEqual(['a'])
    await current.pauseDuring(() => {
      current.use(null)
      return Promise.resolve()
    })
    expect(running).toEqual([])
    expect(faults).toEqual([])
  })
})

describe('a session', () => {
  it('is closed when the account is left, and nobody hears what it still reports', () => {
    const { current, running } = make()
    const heard: string[] = []
    current.events.on('signIn', (state) => heard.push(state))
    current.events.on('returned', ({ account: { id } }) => heard.push(`${id} returned`))
    const [a, b] = [sessionOf('a'), sessionOf('b')]
    current.use(a)
    a.emit('signIn', 'signedIn')
    closed.length = 0
    current.use(b)
    expect(closed).toEqual(['a'])
    a.emit('signIn', 'signedOut')
    a.emit('returned')
    b.emit('returned')
    expect(heard).toEqual(['signedIn', 'b returned'])
    expect(running).toEqual(['b', 'b again'])
  })
})

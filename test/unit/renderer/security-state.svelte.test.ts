// @vitest-environment page
// What the page knows of the lock, and what the other states forget when nothing may be seen any more.
import { describe, expect, it } from 'vitest'
import type { AccountsState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { SecurityState } from '../../../src-preload/contract/accounts/security.ts'
import { AppError, type ErrorData } from '../../../src-preload/domain/errors.ts'
import { accounts } from '../../../src-renderer/shell/state/accounts.svelte.ts'
import { connection } from '../../../src-renderer/shell/state/connection.svelte.ts'
import { orderSync } from '../../../src-renderer/shell/state/order-sync.svelte.ts'
import { security } from '../../../src-renderer/shell/state/security.svelte.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { installFakeMain } from './features/fake-main.ts'

const open: SecurityState = {
  password: 'unlocked',
  fault: null,
  retryAfterMs: 0,
  leftInKeychain: false,
  lockAfterMinutes: 15,
  readableWhenLocked: false,
  signInAtStart: true,
  forgetTokensWhenLocked: false,
  behindLock: null,
}
const noAccounts: AccountsState = {
  accounts: [],
  activeId: null,
  session: 'signedOut',
  protection: { kind: 'untouched', reason: null },
  signatureRequest: null,
  isAllShown: false,
}
const online = {
  status: 'online',
  sinceMs: 1,
  latencyMs: 1,
  lastAnswerMs: 1,
  error: null,
  baseUrl: null,
} as const
const synced = { cached: 1, open: 0, isComplete: true, asOfMs: 1, refusedRows: 0, lastError: null }

/** An answer that is given when it is asked for. */
function later<T>(value: T): { readonly answer: () => Promise<T>; readonly give: () => void } {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { answer: () => promise, give: () => resolve(value) }
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

describe('the lock', () => {
  it('hides everything while locked, or while the vault cannot be used, unless figures stay readable', async () => {
    const main = installFakeMain({ 'security:getState': () => open })
    const stop = security.start()
    await eventually(() => expect(security.state.status).toBe('ready'))
    const seen = (['none', 'unlocked', 'locked', 'damaged'] as const).flatMap((password) =>
      [false, true].map((readableWhenLocked) => {
        main.emit('security:changed', { ...open, password, readableWhenLocked })
        return [password, readableWhenLocked, security.isLocked, security.isHidden]
      }),
    )
    stop()
    expect(seen).toEqual([
      ['none', false, false, false],
      ['none', true, false, false],
      ['unlocked', false, false, false],
      ['unlocked', true, false, false],
      ['locked', false, true, true],
      ['locked', true, true, false],
      ['damaged', false, true, true],
      ['damaged', true, true, false],
    ])
  })

  it('is not opened by an answer that a later word of main has overtaken', async () => {
    const slow = later(open)
    const main = installFakeMain({ 'security:getState': slow.answer })
    const stop = security.start()
    main.emit('security:changed', { ...open, password: 'locked' })
    slow.give()
    await settled()
    expect(security.isHidden).toBe(true)
    stop()
  })

  it('that failed says why until it works', async () => {
    const main = installFakeMain({ 'security:getState': () => open })
    const stop = security.start()
    await security.lock()
    expect(security.lockError?.code).toBe('internal')
    main.emit('security:changed', { ...open, password: 'locked' })
    expect(security.lockError).toBeNull()
    stop()
  })
})

describe('what was on screen', () => {
  it('is forgotten when following ends, and an answer that comes later brings nothing back', async () => {
    const parts = [later(noAccounts), later(online), later(synced)] as const
    const main = installFakeMain({
      'accounts:getState': parts[0].answer,
      'connection:getState': parts[1].answer,
      'orders:getSyncState': parts[2].answer,
    })
    const startAll = (): (() => void)[] => [accounts.start(), connection.start(), orderSync.start()]
    const stateOfAll = (): unknown[] => [accounts.state.status, connection.state.status, orderSync.state]
    const before = startAll()
    before.forEach((stop) => stop())
    parts.forEach(({ give }) => give())
    await settled()
    expect(stateOfAll()).toEqual(['loading', 'loading', null])

    const stops = startAll()
    await eventually(() => expect(stateOfAll()).toEqual(['ready', 'ready', synced]))
    stops.forEach((stop) => stop())
    expect(stateOfAll()).toEqual(['loading', 'loading', null])
    main.emit('accounts:changed', noAccounts)
    main.emit('orders:changed', { ids: [], sync: synced })
    await settled()
    expect(stateOfAll()).toEqual(['loading', 'loading', null])
  })
})

describe('what needs the password', () => {
  const tasks = {
    'security:setPassword': () => security.setPassword(),
    'security:changePassword': () => security.changePassword(),
    'security:removePassword': () => security.removePassword(),
    'security:unlock': () => security.unlock(),
  } as const

  it.each(Object.keys(tasks) as (keyof typeof tasks)[])(
    'is asked of main with nothing typed: %s',
    async (name) => {
      const inputs: unknown[] = []
      let data: ErrorData | null = null
      installFakeMain({
        [name]: (input: unknown) => {
          inputs.push(input)
          if (data !== null) throw new AppError('userDeclined', data)
          return {}
        },
      })
      expect(await tasks[name]()).toEqual({ ok: true, value: {} })
      data = { reason: 'busy' }
      expect(await tasks[name]()).toMatchObject({ ok: false, error: { code: 'userDeclined', data } })
      expect(inputs).toEqual([{}, {}])
    },
  )
})

// Owns: which accounts there are, which is active, and how its session stands. Must not: ever hold a key.
import type { Account, AccountsState } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, on, toReport } from '../api.ts'
import type { Loadable } from '../loadable.ts'
import { failed, loading, ready } from '../loadable.ts'

let state = $state.raw<Loadable<AccountsState>>(loading)
/** A failure of an action on the active account, shown in place until the next action. */
let actionError = $state.raw<ErrorReport | null>(null)

async function act(action: Promise<unknown>): Promise<boolean> {
  actionError = null
  try {
    await action
    return true
  } catch (error) {
    actionError = toReport(error)
    return false
  }
}

export const accounts = {
  get state(): Loadable<AccountsState> {
    return state
  },
  get active(): Account | null {
    if (state.status !== 'ready') return null
    const { accounts: all, activeId } = state.value
    return all.find((one) => one.id === activeId) ?? null
  },
  get actionError(): ErrorReport | null {
    return actionError
  },
  dismissError(): void {
    actionError = null
  },
  async load(): Promise<void> {
    try {
      state = ready(await call('accounts:getState', {}))
    } catch (error) {
      state = failed(state, toReport(error))
    }
  },
  /** Follows main until the returned function is called. */
  start(): () => void {
    const stop = on('accounts:changed', (next) => {
      state = ready(next)
    })
    void this.load()
    return stop
  },
  activate: (id: string): Promise<boolean> => act(call('accounts:activate', { id })),
  remove: (id: string): Promise<boolean> => act(call('accounts:remove', { id })),
  signIn: (): Promise<boolean> => act(call('accounts:signIn', {})),
}

// Whose rows Orders and Portfolio show: those of the account in use, or of all accounts on its network.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { accounts } from './accounts.svelte.ts'

/** A row of a list that may be of several accounts; without an ID it is of the account in use. */
export interface OwnedRow {
  readonly accountId?: string | undefined
}

const isOnNetworkOf = (one: Account, other: Account): boolean =>
  one.network.kind === other.network.kind && one.network.baseUrl === other.network.baseUrl

export const shownAccounts = {
  get isAll(): boolean {
    const { state } = accounts
    return state.status === 'ready' && state.value.isAllShown
  },
  /** The part of a question to main that says whose rows are meant. */
  get asked(): { readonly accounts?: 'all' } {
    return this.isAll ? { accounts: 'all' } : {}
  },
  /** The accounts on the network in use. */
  get onNetwork(): readonly Account[] {
    const { state } = accounts
    const { active } = accounts
    if (state.status !== 'ready' || active === null) return []
    return state.value.accounts.filter((one) => isOnNetworkOf(one, active))
  },
  /** Before main has told how old anything is. */
  get notLoaded(): readonly { readonly accountId: string; readonly asOfMs: null }[] {
    return this.onNetwork.map(({ id }) => ({ accountId: id, asOfMs: null }))
  },
  /** The account's name; empty for one that is no longer here. */
  labelOf(accountId: string): string {
    const { state } = accounts
    if (state.status !== 'ready') return ''
    return state.value.accounts.find(({ id }) => id === accountId)?.label ?? ''
  },
  /** False for a row of another account: nothing may be done about it, since main acts for the account in use. */
  isInUse({ accountId }: OwnedRow): boolean {
    return accountId === undefined || accountId === accounts.active?.id
  },
}

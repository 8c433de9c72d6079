// State of the accounts, the active account and its session. Never holds a key.
import type {
  Account,
  AccountsState,
  RemovedAccount,
} from '../../../src-preload/contract/accounts/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { isDeclined } from '../../text/errors/security-faults.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'

/** The last removal, with the account's name. */
export interface Removal {
  readonly label: string
  readonly removed: RemovedAccount
}

class Accounts extends Fetched<AccountsState> {
  /** Last failed action on the active account, shown until the next action. */
  actionError = $state.raw<ErrorReport | null>(null)
  /** The removal that has not been dismissed; null without one. */
  removal = $state.raw<Removal | null>(null)
  /** Number of forms that show the login text themselves. */
  #signatureHolders = $state(0)
  /** Counts stops: responses from before a stop are dropped. */
  #ended = 0

  get active(): Account | null {
    const state = this.value
    return state?.accounts.find((one) => one.id === state.activeId) ?? null
  }

  dismissError(): void {
    this.actionError = null
  }

  dismissRemoval(): void {
    this.removal = null
  }

  /** Login text for an external wallet to sign; null when none is pending. */
  get signatureRequest(): AccountsState['signatureRequest'] {
    return this.value?.signatureRequest ?? null
  }

  /** True while a form shows the login text itself. */
  get isSignatureHeld(): boolean {
    return this.#signatureHolders > 0
  }

  /** Called by a form that will show the login text; the returned function releases it. */
  holdSignature(): () => void {
    this.#signatureHolders += 1
    let isHeld = true
    return () => {
      if (isHeld) this.#signatureHolders -= 1
      isHeld = false
    }
  }

  override async load(): Promise<void> {
    await super.load(() => call('accounts:getState', {}))
  }

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const stop = on('accounts:changed', (next) => this.set(next))
    void this.load()
    return () => {
      stop()
      this.#ended += 1
      this.drop()
      this.actionError = null
      this.removal = null
    }
  }

  // Called from the frame: errors are stored as `actionError`.
  activate = (id: string): Promise<boolean> => this.#act(call('accounts:activate', { id }))
  /** Shows all accounts of the network in Orders and Portfolio, or only the one in use. */
  showAll = (isAll: boolean): Promise<boolean> => this.#act(call('accounts:showAll', { isAll }))
  /** Makes a practice account, or finds the one that is there, and activates it. */
  practise = (): Promise<boolean> => this.#act(call('accounts:connectPractice', { user: 0 }))
  signIn = (): Promise<boolean> => this.#act(call('accounts:signIn', {}))
  signOut = (): Promise<boolean> => this.#act(call('accounts:signOut', {}))

  // Called from forms, which show errors in place: these reject with an ApiError.
  rename = async (id: string, label: string): Promise<void> => {
    await call('accounts:rename', { id, label })
  }
  setServiceKey = async (input: ChannelInput<'accounts:setServiceKey'>): Promise<void> => {
    await call('accounts:setServiceKey', input)
  }
  forgetServiceKey = async (input: ChannelInput<'accounts:forgetServiceKey'>): Promise<void> => {
    await call('accounts:forgetServiceKey', input)
  }
  /** Returns the name of the written file. */
  exportKeystore = async (id: string): Promise<string> => {
    const { fileName } = await call('accounts:exportKeystore', { id })
    return fileName
  }
  createWallet = (input: ChannelInput<'accounts:createWallet'>): Promise<Account> =>
    call('accounts:createWallet', input)
  giveSignature = async (signature: string): Promise<void> => {
    await call('accounts:giveSignature', { signature })
  }
  cancelConnect = async (): Promise<void> => {
    await call('accounts:cancelConnect', {})
  }
  /**
   * Removes an account; the result is stored as `removal`.
   * @param typed - the account's name as typed by the user
   */
  remove = async (account: Account, typed: string, leaveSecrets: boolean): Promise<void> => {
    this.removal = null
    const removed = await call('accounts:remove', { id: account.id, label: typed, leaveSecrets })
    this.removal = { label: account.label, removed }
  }

  async #act(action: Promise<unknown>): Promise<boolean> {
    const at = this.#ended
    this.actionError = null
    try {
      await action
      return true
    } catch (error) {
      const report = toReport(error)
      // Who said no in the secure window knows it.
      if (at === this.#ended && !isDeclined(report)) this.actionError = report
      return false
    }
  }
}

export const accounts = new Accounts()

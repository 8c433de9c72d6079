// State of connecting an account. Keys are entered in main's own window, never here.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../shell/page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { isDeclined } from '../../text/errors/security-faults.ts'
import { accounts } from '../../shell/state/accounts.svelte.ts'
import { checkAccountForm, type WalletFaults, type WalletNetwork } from '../../shell/page/wallet-form.ts'

export type PracticeUser = 0 | 1

/** How an account was added. */
export type Way = 'practice' | 'imported' | 'created'

/** The running operation; one at a time. */
type Work =
  | { readonly kind: 'practice'; readonly user: PracticeUser }
  | { readonly kind: 'wallet' }
  | { readonly kind: 'create' }

/** Fields of this form; wallet fields are in main's own window. */
const ownFields = ['label', 'baseUrl'] as const
type OwnField = (typeof ownFields)[number]

const isOwnField = (field: unknown): field is OwnField => ownFields.some((known) => known === field)

/** Form for one visit of the onboarding view. `again` is an account whose key is entered again. */
export class Onboarding {
  label = $state('')
  network = $state<WalletNetwork>('mainnet')
  baseUrl = $state('')

  /** The account whose key is entered again: its name, network and address are fixed. */
  readonly again: Account | null

  work = $state.raw<Work | null>(null)
  fieldErrors = $state.raw<WalletFaults>({})
  error = $state.raw<{ readonly from: Work['kind']; readonly report: ErrorReport } | null>(null)
  /** True after the window with the new wallet's words was closed, which is not an error. */
  isCreationDeclined = $state(false)
  /** True after main's own window was closed, which is not an error. */
  isConnectionDeclined = $state(false)

  constructor(again: Account | null) {
    this.again = again
    if (again === null || again.network.kind === 'practice') return
    this.label = again.label
    this.network = again.network.kind
    this.baseUrl = again.network.baseUrl ?? ''
  }

  /** The first invalid field in screen order, for focus. */
  get firstWrongField(): OwnField | null {
    return ownFields.find((field) => this.fieldErrors[field] !== undefined) ?? null
  }

  /**
   * True when main may first ask, in its own window, whether to connect to the address. Only main knows whether it will:
   * the address may already be allowed.
   */
  get mayAskAboutAddress(): boolean {
    if (this.again !== null || this.network !== 'custom') return false
    const url = URL.parse(this.baseUrl.trim())
    return url !== null
  }

  /** Typing in a field clears its error; the next attempt validates again. */
  clearFieldError(field: OwnField): void {
    if (this.fieldErrors[field] !== undefined) this.fieldErrors = { ...this.fieldErrors, [field]: undefined }
  }

  /** Clears all errors before another method starts. */
  clearFaults(): void {
    this.fieldErrors = {}
    this.error = null
    this.isCreationDeclined = false
    this.isConnectionDeclined = false
  }

  /** Connects a practice wallet; null on failure (see `error`) or while another operation runs. */
  connectPractice(user: PracticeUser): Promise<Account | null> {
    return this.#run({ kind: 'practice', user }, () => call('accounts:connectPractice', { user }))
  }

  /** Has main ask for the wallet in its own window and connect it; null on failure: see `fieldErrors` and `error`. */
  async connectWallet(): Promise<Account | null> {
    const fields = this.#readFields()
    if (fields === null) return null
    // This form shows the login text for an external signature, instead of a dialog.
    const release = accounts.holdSignature()
    try {
      return await this.#run({ kind: 'wallet' }, () =>
        call('accounts:connectWallet', { ...fields, accountId: this.again?.id ?? null }),
      )
    } finally {
      release()
    }
  }

  /** Has main create a wallet; null on failure or when the user left: see `isCreationDeclined` and the errors. */
  async createWallet(): Promise<Account | null> {
    const fields = this.#readFields()
    return fields && this.#run({ kind: 'create' }, () => accounts.createWallet(fields))
  }

  /** Cancels the running operation; it ends with the error `cancelled`, and main stores nothing. */
  cancel(): void {
    const { work } = this
    if (work === null) return
    accounts.cancelConnect().catch((cause: unknown) => {
      this.error = { from: work.kind, report: toReport(cause) }
    })
  }

  /** The account as entered; null while another operation runs, or with a fault at its field. */
  #readFields() {
    if (this.work !== null) return null
    const { label, network, baseUrl } = this
    this.clearFaults()
    this.fieldErrors = checkAccountForm({ label, network, baseUrl })
    if (this.firstWrongField !== null) return null
    return { label: label.trim(), network, baseUrl: network === 'custom' ? baseUrl.trim() : null }
  }

  async #run<T>(work: Work, start: () => Promise<T>): Promise<T | null> {
    if (this.work !== null) return null
    this.work = work
    this.error = null
    try {
      return await start()
    } catch (cause) {
      this.#take(work, toReport(cause))
      return null
    } finally {
      this.work = null
    }
  }

  #take(work: Work, report: ErrorReport): void {
    const field = report.data['field']
    if (work.kind !== 'practice' && report.code === 'validation' && isOwnField(field)) {
      const reason = String(report.data['reason'] ?? '')
      this.fieldErrors = { [field]: describeField(field, reason, report.data) }
    } else if (work.kind === 'create' && isDeclined(report)) {
      this.isCreationDeclined = true
    } else if (work.kind === 'wallet' && isDeclined(report)) {
      this.isConnectionDeclined = true
    } else {
      this.error = { from: work.kind, report }
    }
  }
}

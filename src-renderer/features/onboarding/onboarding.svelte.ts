// Owns: the state of connecting an account: what is under way, what is wrong with the form, what failed.
// Must not: see a key; it is typed in main's own window.
import type { Account } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../shell/page/api.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import { isDeclined } from '../../text/errors/security-faults.ts'
import { accounts } from '../../shell/state/accounts.svelte.ts'
import { checkAccountForm, type WalletFaults, type WalletNetwork } from '../../shell/page/wallet-form.ts'

export type PracticeUser = 0 | 1

/** How an account came to be here. */
export type Way = 'practice' | 'imported' | 'created'

/** What is under way: one thing at a time. */
type Work =
  | { readonly kind: 'practice'; readonly user: PracticeUser }
  | { readonly kind: 'wallet' }
  | { readonly kind: 'create' }

/** The fields of this form; those of a wallet are in main's own window. */
const ownFields = ['label', 'baseUrl'] as const
type OwnField = (typeof ownFields)[number]

const isOwnField = (field: unknown): field is OwnField => ownFields.some((known) => known === field)

/** A form for one visit of the onboarding view. `again` fills in an account whose key is asked for again. */
export class Onboarding {
  label = $state('')
  network = $state<WalletNetwork>('mainnet')
  baseUrl = $state('')

  /** The account whose key is entered again: its name, network and address are fixed then. */
  readonly again: Account | null

  work = $state.raw<Work | null>(null)
  fieldErrors = $state.raw<WalletFaults>({})
  error = $state.raw<{ readonly from: Work['kind']; readonly report: ErrorReport } | null>(null)
  /** True after the window with the words of a new wallet was closed, which is no fault. */
  isCreationDeclined = $state(false)
  /** True after main's own window was closed, which is no fault. */
  isConnectionDeclined = $state(false)

  constructor(again: Account | null) {
    this.again = again
    if (again === null || again.network.kind === 'practice') return
    this.label = again.label
    this.network = again.network.kind
    this.baseUrl = again.network.baseUrl ?? ''
  }

  /** The first wrong field in the order of the screen, for the focus. */
  get firstWrongField(): OwnField | null {
    return ownFields.find((field) => this.fieldErrors[field] !== undefined) ?? null
  }

  /**
   * True where main may ask first, in a window of its own, whether the address may be spoken to. Only main knows whether it
   * does: the address may be one that it has spoken to.
   */
  get mayAskAboutAddress(): boolean {
    if (this.again !== null || this.network !== 'custom') return false
    const url = URL.parse(this.baseUrl.trim())
    return url !== null
  }

  /** Typing in a field takes its sentence away; the next attempt checks again. */
  clearFieldError(field: OwnField): void {
    if (this.fieldErrors[field] !== undefined) this.fieldErrors = { ...this.fieldErrors, [field]: undefined }
  }

  /** Takes every sentence away: another way begins afresh. */
  clearFaults(): void {
    this.fieldErrors = {}
    this.error = null
    this.isCreationDeclined = false
    this.isConnectionDeclined = false
  }

  /** Connects a practice wallet; null when it failed (see `error`) or other work is under way. */
  connectPractice(user: PracticeUser): Promise<Account | null> {
    return this.#run({ kind: 'practice', user }, () => call('accounts:connectPractice', { user }))
  }

  /** Has main ask for the wallet in its own window and connect it; null when that failed: see `fieldErrors` and `error`. */
  async connectWallet(): Promise<Account | null> {
    if (this.work !== null) return null
    const { label, network, baseUrl } = this
    this.clearFaults()
    this.fieldErrors = checkAccountForm({ label, network, baseUrl })
    if (this.firstWrongField !== null) return null
    // The login text that an L2 key alone cannot sign is shown by this form, not by a dialog over it.
    const release = accounts.holdSignature()
    try {
      return await this.#run({ kind: 'wallet' }, () =>
        call('accounts:connectWallet', {
          label: label.trim(),
          network,
          baseUrl: network === 'custom' ? baseUrl.trim() : null,
          accountId: this.again?.id ?? null,
        }),
      )
    } finally {
      release()
    }
  }

  /** Has main make a wallet; null when that failed or the user left it: see `isCreationDeclined` and the errors. */
  async createWallet(): Promise<Account | null> {
    if (this.work !== null) return null
    const { label, network, baseUrl } = this
    this.clearFaults()
    this.fieldErrors = checkAccountForm({ label, network, baseUrl })
    if (this.firstWrongField !== null) return null
    return this.#run({ kind: 'create' }, () =>
      accounts.createWallet({
        label: label.trim(),
        network,
        baseUrl: network === 'custom' ? baseUrl.trim() : null,
      }),
    )
  }

  /** Gives up what is under way; it ends with the error `cancelled`, and main keeps nothing of it. */
  cancel(): void {
    const { work } = this
    if (work === null) return
    accounts.cancelConnect().catch((cause: unknown) => {
      this.error = { from: work.kind, report: toReport(cause) }
    })
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

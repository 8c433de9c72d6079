// Owns: the state of connecting an account: what is typed, what is under way, what failed.
// Must not: keep the private key a moment longer than the form needs it.
import type { Account } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../lib/api.ts'
import { describeField } from '../../lib/describe-error.ts'
import type { WalletField, WalletNetwork } from '../../lib/wallet-form.ts'
import { checkWalletForm, walletFields } from '../../lib/wallet-form.ts'

export type PracticeUser = 0 | 1

/** What is under way: one thing at a time. */
type Work = { readonly kind: 'practice'; readonly user: PracticeUser } | { readonly kind: 'wallet' }

function isWalletField(field: unknown): field is WalletField {
  return walletFields.some((known) => known === field)
}

/** A form for one visit of the onboarding view. `again` fills in an account whose key is asked for again. */
export class Onboarding {
  label = $state('')
  ethereumPrivateKey = $state('')
  network = $state<WalletNetwork>('mainnet')
  baseUrl = $state('')

  /** The account whose key is entered again: its name, network and address are fixed then. */
  readonly again: Account | null

  work = $state.raw<Work | null>(null)
  fieldErrors = $state.raw<Partial<Record<WalletField, string>>>({})
  error = $state.raw<{ readonly from: Work['kind']; readonly report: ErrorReport } | null>(null)

  constructor(again: Account | null) {
    this.again = again
    if (again === null || again.network.kind === 'practice') return
    this.label = again.label
    this.network = again.network.kind
    this.baseUrl = again.network.baseUrl ?? ''
  }

  /** The first wrong field in the order of the screen, for the focus. */
  get firstWrongField(): WalletField | null {
    return walletFields.find((field) => this.fieldErrors[field] !== undefined) ?? null
  }

  /** Typing in a field takes its sentence away; the next attempt checks again. */
  clearFieldError(field: WalletField): void {
    if (this.fieldErrors[field] === undefined) return
    this.fieldErrors = { ...this.fieldErrors, [field]: undefined }
  }

  /** Connects a practice wallet; null when it failed (see `error`) or other work is under way. */
  connectPractice(user: PracticeUser): Promise<Account | null> {
    return this.#run({ kind: 'practice', user }, () => call('accounts:connectPractice', { user }))
  }

  /** Checks the form and connects the wallet; null when that failed: see `fieldErrors` and `error`. */
  async connectWallet(): Promise<Account | null> {
    if (this.work !== null) return null
    const { label, ethereumPrivateKey, network, baseUrl } = this
    this.error = null
    this.fieldErrors = checkWalletForm({ label, ethereumPrivateKey, network, baseUrl })
    if (this.firstWrongField !== null) return null
    const account = await this.#run({ kind: 'wallet' }, () =>
      call('accounts:connectWallet', {
        label: label.trim(),
        ethereumPrivateKey: ethereumPrivateKey.trim(),
        network,
        baseUrl: network === 'custom' ? baseUrl.trim() : null,
        accountId: this.again?.id ?? null,
      }),
    )
    if (account !== null) this.forgetKey()
    return account
  }

  /** Gives up what is under way; it ends with the error `cancelled`, and main keeps nothing of it. */
  cancel(): void {
    const { work } = this
    if (work === null) return
    call('accounts:cancelConnect', {}).catch((cause: unknown) => {
      this.error = { from: work.kind, report: toReport(cause) }
    })
  }

  /** Drops the key: after success and when the view is left. */
  forgetKey(): void {
    this.ethereumPrivateKey = ''
  }

  async #run(work: Work, start: () => Promise<Account>): Promise<Account | null> {
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
    if (work.kind === 'wallet' && report.code === 'validation' && isWalletField(field)) {
      this.fieldErrors = { [field]: describeField(field, String(report.data['reason'] ?? '')) }
    } else {
      this.error = { from: work.kind, report }
    }
  }
}

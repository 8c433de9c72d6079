// Owns: the state of connecting an account: what is under way, what is wrong with the form, what failed.
// Must not: keep the secrets of a wallet a moment longer than the form needs them.
import type { Account, WalletInput } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { highestPhraseIndex } from '../../../src-preload/shared/wallet-input.ts'
import { call, toReport } from '../../lib/api.ts'
import { describeField } from '../../lib/describe-field.ts'
import { isDeclined } from '../../lib/security-faults.ts'
import { accounts } from '../../lib/state/accounts.svelte.ts'
import type {
  WalletEntry,
  WalletFaults,
  WalletField,
  WalletKind,
  WalletNetwork,
} from '../../lib/wallet-form.ts'
import { checkAccountForm, checkPhrase, checkWalletForm, walletFields } from '../../lib/wallet-form.ts'
import { type ReadableFile, WalletEntryState } from './wallet-entry.svelte.ts'

export type PracticeUser = 0 | 1

/** How an account came to be here. */
export type Way = 'practice' | 'imported' | 'created'

/** What is under way: one thing at a time. */
type Work =
  | { readonly kind: 'practice'; readonly user: PracticeUser }
  | { readonly kind: 'wallet' }
  | { readonly kind: 'addresses' }
  | { readonly kind: 'create' }

function isWalletField(field: unknown): field is WalletField {
  return walletFields.some((known) => known === field)
}

/** What main is given of a form that was checked; null while something of it is missing. */
function toInput(entry: WalletEntry): WalletInput | null {
  switch (entry.kind) {
    case 'privateKey':
      return { kind: entry.kind, ethereumPrivateKey: entry.ethereumPrivateKey.trim() }
    case 'seedPhrase':
      if (entry.index === null) return null
      return {
        kind: entry.kind,
        phrase: entry.phrase.trim(),
        passphrase: entry.passphrase,
        index: entry.index,
      }
    case 'keystore':
      if (entry.file === null) return null
      return { kind: entry.kind, file: entry.file, password: entry.password }
    case 'starkKey':
      return {
        kind: entry.kind,
        ethereumAddress: entry.ethereumAddress.trim(),
        starkPrivateKey: entry.starkPrivateKey.trim(),
      }
  }
}

/** A form for one visit of the onboarding view. `again` fills in an account whose key is asked for again. */
export class Onboarding {
  label = $state('')
  network = $state<WalletNetwork>('mainnet')
  baseUrl = $state('')
  readonly wallet = new WalletEntryState()

  /** The account whose key is entered again: its name, network and address are fixed then. */
  readonly again: Account | null

  work = $state.raw<Work | null>(null)
  fieldErrors = $state.raw<WalletFaults>({})
  error = $state.raw<{ readonly from: Work['kind']; readonly report: ErrorReport } | null>(null)
  /** True after the window with the words of a new wallet was closed, which is no fault. */
  isCreationDeclined = $state(false)
  /** True after the person said no in the window that asks about a new address, which is no fault. */
  isConnectionDeclined = $state(false)

  constructor(again: Account | null) {
    this.again = again
    if (again === null || again.network.kind === 'practice') return
    this.label = again.label
    this.network = again.network.kind
    this.baseUrl = again.network.baseUrl ?? ''
    if (again.keyKind === 'stark') {
      this.wallet.kind = 'starkKey'
      this.wallet.ethereumAddress = again.ethereumAddress
    }
  }

  /** The first wrong field in the order of the screen, for the focus. */
  get firstWrongField(): WalletField | null {
    return walletFields.find((field) => this.fieldErrors[field] !== undefined) ?? null
  }

  /** True while the next step is to list the addresses of a phrase, before one can be connected. */
  get needsAddresses(): boolean {
    return this.wallet.kind === 'seedPhrase' && this.wallet.addresses.length === 0
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

  get canListMore(): boolean {
    return this.wallet.addresses.length <= highestPhraseIndex
  }

  /** Typing in a field takes its sentence away; the next attempt checks again. */
  clearFieldError(...fields: readonly WalletField[]): void {
    if (fields.every((field) => this.fieldErrors[field] === undefined)) return
    this.fieldErrors = {
      ...this.fieldErrors,
      ...Object.fromEntries(fields.map((field) => [field, undefined])),
    }
  }

  /** Chooses how the wallet is given. What was typed for another way stays until the form closes. */
  chooseKind(kind: WalletKind): void {
    this.wallet.kind = kind
    this.clearFaults()
  }

  /** Takes every sentence away: another way begins afresh. */
  clearFaults(): void {
    this.fieldErrors = {}
    this.error = null
    this.isCreationDeclined = false
    this.isConnectionDeclined = false
  }

  /** Reads the keystore file that was chosen. */
  async chooseFile(file: ReadableFile): Promise<void> {
    this.clearFieldError('keystore', 'password')
    const fault = await this.wallet.readFile(file)
    if (fault !== null) {
      this.fieldErrors = { ...this.fieldErrors, keystore: describeField('keystore', fault) }
    }
  }

  /** Connects a practice wallet; null when it failed (see `error`) or other work is under way. */
  connectPractice(user: PracticeUser): Promise<Account | null> {
    return this.#run({ kind: 'practice', user }, () => call('accounts:connectPractice', { user }))
  }

  /** Lists the next addresses of the phrase; false when that failed: see `fieldErrors` and `error`. */
  async listAddresses(): Promise<boolean> {
    if (this.work !== null) return false
    const { phrase, passphrase, addresses } = this.wallet
    const start = addresses.length
    this.fieldErrors = checkPhrase(phrase, passphrase)
    if (this.firstWrongField !== null) return false
    const answer = await this.#run({ kind: 'addresses' }, () =>
      call('accounts:listPhraseAddresses', { phrase: phrase.trim(), passphrase, start }),
    )
    if (answer === null) return false
    this.wallet.addAddresses({ phrase, passphrase }, start, answer.addresses)
    this.#chooseAddress()
    return true
  }

  /** Checks the form and connects the wallet; null when that failed: see `fieldErrors` and `error`. */
  async connectWallet(): Promise<Account | null> {
    if (this.work !== null) return null
    const { label, network, baseUrl } = this
    const entry = this.wallet.value
    this.error = null
    this.isConnectionDeclined = false
    this.fieldErrors = checkWalletForm({ label, network, baseUrl, wallet: entry })
    const wallet = toInput(entry)
    if (this.firstWrongField !== null || wallet === null) return null
    // The login text that an L2 key alone cannot sign is shown by this form, not by a dialog over it.
    const release = wallet.kind === 'starkKey' ? accounts.holdSignature() : null
    const account = await this.#run({ kind: 'wallet' }, () =>
      call('accounts:connectWallet', {
        label: label.trim(),
        wallet,
        network,
        baseUrl: network === 'custom' ? baseUrl.trim() : null,
        accountId: this.again?.id ?? null,
      }),
    )
    release?.()
    if (account !== null) this.forgetSecrets()
    return account
  }

  /** Has main make a wallet; null when that failed or the user left it: see `isCreationDeclined` and the errors. */
  async createWallet(): Promise<Account | null> {
    if (this.work !== null) return null
    const { label, network, baseUrl } = this
    this.error = null
    this.isCreationDeclined = false
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
    if (work === null || work.kind === 'addresses') return
    accounts.cancelConnect().catch((cause: unknown) => {
      this.error = { from: work.kind, report: toReport(cause) }
    })
  }

  /** Drops keys, phrase, passphrase, file and password: after success and when the view is left. */
  forgetSecrets(): void {
    this.wallet.forget()
  }

  /** The first address is the one that most people mean; for an account that is here already, its own and no other. */
  #chooseAddress(): void {
    const { wallet, again } = this
    if (wallet.index !== null || wallet.addresses.length === 0) return
    const index = again === null ? 0 : wallet.addresses.indexOf(again.ethereumAddress)
    wallet.index = index === -1 ? null : index
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
    if (work.kind !== 'practice' && report.code === 'validation' && isWalletField(field)) {
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

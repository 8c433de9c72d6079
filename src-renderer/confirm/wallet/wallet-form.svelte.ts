// State of the wallet form: errors, addresses and answer. Secrets are dropped when the window closes; main decides what it
// accepts.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { WalletRequest } from '../../../src-preload/contract/accounts/confirm.ts'
import type { StarkdeskConfirmApi } from '../../../src-preload/contract/contract.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import { maxPhraseIndex } from '../../../src-preload/domain/accounts/wallet-input.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import {
  checkPhrase,
  checkWallet,
  type WalletEntry,
  type WalletFaults,
  type WalletField,
  type WalletKind,
} from '../../shell/page/wallet-form.ts'
import { ipcFailure } from '../confirmation.svelte.ts'
import { type ReadableFile, WalletEntryState } from './wallet-entry.svelte.ts'

/** Fields of each method, in screen order. */
const fieldsOf: Readonly<Record<WalletKind, readonly WalletField[]>> = {
  privateKey: ['ethereumPrivateKey'],
  seedPhrase: ['seedPhrase', 'passphrase', 'address'],
  keystore: ['keystore', 'password'],
  starkKey: ['ethereumAddress', 'starkPrivateKey'],
}

/** Converts validated input for main; null while incomplete. */
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

export class WalletForm {
  readonly wallet = new WalletEntryState()
  /** The account whose key is entered again; null for a new one. */
  readonly again: WalletRequest['again']
  fieldErrors = $state.raw<WalletFaults>({})
  /** Why listing addresses failed, when no field is the cause. */
  error = $state.raw<ErrorReport | null>(null)
  isListing = $state(false)

  constructor(again: WalletRequest['again']) {
    this.again = again
    if (again?.keyKind !== 'stark') return
    this.wallet.kind = 'starkKey'
    this.wallet.ethereumAddress = again.ethereumAddress
  }

  /** True while the next step is to list the phrase's addresses, before connecting. */
  get needsAddresses(): boolean {
    return this.wallet.kind === 'seedPhrase' && this.wallet.addresses.length === 0
  }

  get canListMore(): boolean {
    return this.wallet.addresses.length <= maxPhraseIndex
  }

  /** Typing in a field clears its error; the next attempt validates again. */
  clearFieldError(...fields: readonly WalletField[]): void {
    if (fields.every((field) => this.fieldErrors[field] === undefined)) return
    this.fieldErrors = {
      ...this.fieldErrors,
      ...Object.fromEntries(fields.map((field) => [field, undefined])),
    }
  }

  /** Selects the input method. Input of other methods stays until the window closes. */
  chooseKind(kind: WalletKind): void {
    this.wallet.kind = kind
    this.fieldErrors = {}
    this.error = null
  }

  /** Reads the chosen keystore file. */
  async chooseFile(file: ReadableFile): Promise<void> {
    this.clearFieldError('keystore', 'password')
    const fault = await this.wallet.readFile(file)
    if (fault !== null) {
      this.fieldErrors = { ...this.fieldErrors, keystore: describeField('keystore', fault) }
    }
  }

  /** Lists the next addresses of the phrase; false on failure: see `fieldErrors` and `error`. */
  async listAddresses(api: Pick<StarkdeskConfirmApi, 'confirm:listAddresses'>): Promise<boolean> {
    if (this.isListing) return false
    const { phrase, passphrase, addresses } = this.wallet
    const start = addresses.length
    this.error = null
    this.fieldErrors = checkPhrase(phrase, passphrase)
    if (this.#isWrong) return false
    this.isListing = true
    try {
      const told = await api['confirm:listAddresses']({ phrase: phrase.trim(), passphrase, start })
      if (!told.ok) {
        if (!this.placeFault(told.error)) this.error = told.error
        return false
      }
      this.wallet.addAddresses({ phrase, passphrase }, start, told.value.addresses)
      this.#chooseAddress()
      return true
    } catch {
      this.error = ipcFailure
      return false
    } finally {
      this.isListing = false
    }
  }

  /** The answer once every field is valid; null otherwise: see `fieldErrors`. */
  read(): WalletInput | null {
    const entry = this.wallet.value
    this.error = null
    this.fieldErrors = checkWallet(entry)
    return this.#isWrong ? null : toInput(entry)
  }

  /** Assigns a main error to its field; false when no visible field matches. */
  placeFault(report: ErrorReport): boolean {
    const field = this.#shownFields.find((shown) => shown === report.data['field'])
    if (report.code !== 'validation' || field === undefined) return false
    this.fieldErrors = { [field]: describeField(field, String(report.data['reason'] ?? ''), report.data) }
    return true
  }

  /** Drops keys, phrase, passphrase, file and password. */
  forget(): void {
    this.wallet.forget()
  }

  get #shownFields(): readonly WalletField[] {
    const all = fieldsOf[this.wallet.kind]
    // An existing account's address is in the heading, not in a field.
    return this.again === null ? all : all.filter((field) => field !== 'ethereumAddress')
  }

  /** Cleared errors leave their key behind, so only set errors count. */
  get #isWrong(): boolean {
    return Object.keys(this.fieldErrors).length > 0
  }

  /** Selects the first address, which most users want; for an existing account only its own. */
  #chooseAddress(): void {
    const { wallet, again } = this
    if (wallet.index !== null || wallet.addresses.length === 0) return
    const index = again === null ? 0 : wallet.addresses.indexOf(again.ethereumAddress)
    wallet.index = index === -1 ? null : index
  }
}

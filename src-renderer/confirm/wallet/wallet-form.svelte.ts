// Owns: the form in which a wallet is given: what is wrong with it, its addresses, and what is answered.
// Must not: keep a secret after the window is done, or decide what main takes.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { WalletRequest } from '../../../src-preload/contract/confirm.ts'
import type { StarkdeskConfirmApi } from '../../../src-preload/contract/contract.ts'
import type { WalletInput } from '../../../src-preload/contract/wallet-input.ts'
import { highestPhraseIndex } from '../../../src-preload/domain/wallet-input.ts'
import { describeField } from '../../text/errors/describe-field.ts'
import {
  checkPhrase,
  checkWallet,
  type WalletEntry,
  type WalletFaults,
  type WalletField,
  type WalletKind,
} from '../../shell/page/wallet-form.ts'
import { lostBorder } from '../confirmation.svelte.ts'
import { type ReadableFile, WalletEntryState } from './wallet-entry.svelte.ts'

/** The fields of each way, in the order of the screen. */
const fieldsOf: Readonly<Record<WalletKind, readonly WalletField[]>> = {
  privateKey: ['ethereumPrivateKey'],
  seedPhrase: ['seedPhrase', 'passphrase', 'address'],
  keystore: ['keystore', 'password'],
  starkKey: ['ethereumAddress', 'starkPrivateKey'],
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

export class WalletForm {
  readonly wallet = new WalletEntryState()
  /** The account whose key is entered again; null for one that is added. */
  readonly again: WalletRequest['again']
  fieldErrors = $state.raw<WalletFaults>({})
  /** Why no addresses came, where it is about no field. */
  error = $state.raw<ErrorReport | null>(null)
  isListing = $state(false)

  constructor(again: WalletRequest['again']) {
    this.again = again
    if (again?.keyKind !== 'stark') return
    this.wallet.kind = 'starkKey'
    this.wallet.ethereumAddress = again.ethereumAddress
  }

  /** True while the next step is to list the addresses of a phrase, before one can be connected. */
  get needsAddresses(): boolean {
    return this.wallet.kind === 'seedPhrase' && this.wallet.addresses.length === 0
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

  /** Chooses how the wallet is given. What was typed for another way stays until the window closes. */
  chooseKind(kind: WalletKind): void {
    this.wallet.kind = kind
    this.fieldErrors = {}
    this.error = null
  }

  /** Reads the keystore file that was chosen. */
  async chooseFile(file: ReadableFile): Promise<void> {
    this.clearFieldError('keystore', 'password')
    const fault = await this.wallet.readFile(file)
    if (fault !== null) {
      this.fieldErrors = { ...this.fieldErrors, keystore: describeField('keystore', fault) }
    }
  }

  /** Lists the next addresses of the phrase; false when that failed: see `fieldErrors` and `error`. */
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
      this.error = lostBorder
      return false
    } finally {
      this.isListing = false
    }
  }

  /** What is answered, once every field can be used; null when one cannot: see `fieldErrors`. */
  read(): WalletInput | null {
    const entry = this.wallet.value
    this.error = null
    this.fieldErrors = checkWallet(entry)
    return this.#isWrong ? null : toInput(entry)
  }

  /** Puts an error of main at the field that it is about; false when it is about none that is on the screen. */
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
    // The address of an account that is here already stands at the head, not in a field.
    return this.again === null ? all : all.filter((field) => field !== 'ethereumAddress')
  }

  /** Of what was just checked: a sentence that was taken away leaves its name behind. */
  get #isWrong(): boolean {
    return Object.keys(this.fieldErrors).length > 0
  }

  /** The first address is the one that most people mean; for an account that is here already, its own and no other. */
  #chooseAddress(): void {
    const { wallet, again } = this
    if (wallet.index !== null || wallet.addresses.length === 0) return
    const index = again === null ? 0 : wallet.addresses.indexOf(again.ethereumAddress)
    wallet.index = index === -1 ? null : index
  }
}

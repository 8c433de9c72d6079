// Validates an account and its wallet before anything leaves the page. Main validates again with the same rules; here
// errors appear at the field immediately.
import {
  maxKeystorePasswordLength,
  maxPassphraseLength,
  maxPhraseLength,
  readBaseUrl,
  readEthereumAddress,
  readLabel,
  readPrivateKey,
  type Read,
} from '../../../src-preload/domain/accounts/wallet-input.ts'
import { describeField } from '../../text/errors/describe-field.ts'

export type WalletNetwork = 'mainnet' | 'testnet' | 'custom'

/** Typed or chosen wallet input, by method. */
export type WalletEntry =
  | { readonly kind: 'privateKey'; readonly ethereumPrivateKey: string }
  /** `passphrase` exactly as typed, usually empty; `index` is null until an address is chosen. */
  | {
      readonly kind: 'seedPhrase'
      readonly phrase: string
      readonly passphrase: string
      readonly index: number | null
    }
  /** `file` is the file's text, null until one is chosen. */
  | { readonly kind: 'keystore'; readonly file: string | null; readonly password: string }
  /** The L2 key alone, with its wallet's address. */
  | { readonly kind: 'starkKey'; readonly ethereumAddress: string; readonly starkPrivateKey: string }
export type WalletKind = WalletEntry['kind']

/** Typed account input, for an imported or a new wallet. */
export interface AccountForm {
  readonly label: string
  readonly network: WalletNetwork
  /** Used for `custom` only. */
  readonly baseUrl: string
}

/** Every field of an account and its wallet, in either window. */
export type WalletField =
  | 'label'
  | 'baseUrl'
  | 'ethereumPrivateKey'
  | 'seedPhrase'
  | 'passphrase'
  | 'address'
  | 'keystore'
  | 'password'
  | 'ethereumAddress'
  | 'starkPrivateKey'
export type WalletFaults = Partial<Record<WalletField, string | undefined>>

/** Checks what the page can check of a phrase and its passphrase; main reads the words. */
export function checkPhrase(phrase: string, passphrase: string): WalletFaults {
  const found: WalletFaults = {}
  const words = phrase.trim()
  if (words === '') found.seedPhrase = describeField('seedPhrase', 'empty')
  if (words.length > maxPhraseLength) found.seedPhrase = describeField('seedPhrase', 'tooLong')
  if (passphrase.length > maxPassphraseLength) found.passphrase = describeField('passphrase', 'tooLong')
  return found
}

/** Errors of the wallet's fields. */
export function checkWallet(wallet: WalletEntry): WalletFaults {
  switch (wallet.kind) {
    case 'privateKey': {
      const reading = readPrivateKey(wallet.ethereumPrivateKey)
      if (reading.ok) return {}
      return { ethereumPrivateKey: describeField('ethereumPrivateKey', reading.fault) }
    }
    case 'seedPhrase': {
      const found = checkPhrase(wallet.phrase, wallet.passphrase)
      if (Object.keys(found).length === 0 && wallet.index === null) {
        found.address = describeField('address', 'missing')
      }
      return found
    }
    case 'keystore': {
      const found: WalletFaults = {}
      if (wallet.file === null) found.keystore = describeField('keystore', 'missing')
      // A file's password may be empty.
      if (wallet.password.length > maxKeystorePasswordLength) {
        found.password = describeField('password', 'tooLong')
      }
      return found
    }
    case 'starkKey': {
      const found: WalletFaults = {}
      const address = readEthereumAddress(wallet.ethereumAddress)
      if (!address.ok) found.ethereumAddress = describeField('ethereumAddress', address.fault)
      if (wallet.starkPrivateKey.trim() === '') {
        found.starkPrivateKey = describeField('starkPrivateKey', 'empty')
      }
      return found
    }
  }
}

/** Errors of the account's fields. */
export function checkAccountForm(form: AccountForm): WalletFaults {
  const found: WalletFaults = {}
  const readings: Record<'label' | 'baseUrl', Read<string, string> | null> = {
    label: readLabel(form.label),
    baseUrl: form.network === 'custom' ? readBaseUrl(form.baseUrl, (text) => URL.parse(text)) : null,
  }
  for (const field of ['label', 'baseUrl'] as const) {
    const reading = readings[field]
    if (reading !== null && !reading.ok) found[field] = describeField(field, reading.fault)
  }
  return found
}

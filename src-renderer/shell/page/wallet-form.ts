// Owns: checking what is given of an account and its wallet before anything leaves the page. Must not: keep a secret, or have rules of its own.
// Main checks again by the same rules; here they put the sentence beside the field at once.
import {
  longestKeystorePassword,
  longestPassphrase,
  longestPhrase,
  readBaseUrl,
  readEthereumAddress,
  readLabel,
  readPrivateKey,
  type Read,
} from '../../../src-preload/domain/wallet-input.ts'
import { describeField } from '../../text/errors/describe-field.ts'

export type WalletNetwork = 'mainnet' | 'testnet' | 'custom'

/** What is typed or chosen of the wallet itself, by the way that was chosen. */
export type WalletEntry =
  | { readonly kind: 'privateKey'; readonly ethereumPrivateKey: string }
  /** `passphrase` exactly as typed, empty for most people; `index` is null until an address was chosen. */
  | {
      readonly kind: 'seedPhrase'
      readonly phrase: string
      readonly passphrase: string
      readonly index: number | null
    }
  /** `file` is the text of the file, null until one was chosen. */
  | { readonly kind: 'keystore'; readonly file: string | null; readonly password: string }
  /** The L2 key alone, with the address of the wallet that it belongs to. */
  | { readonly kind: 'starkKey'; readonly ethereumAddress: string; readonly starkPrivateKey: string }
export type WalletKind = WalletEntry['kind']

/** What is typed of the account, whether its wallet is given or made. */
export interface AccountForm {
  readonly label: string
  readonly network: WalletNetwork
  /** Used for `custom` only. */
  readonly baseUrl: string
}

/** Every field of an account and its wallet, in whichever window it stands. */
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

/** What the page can see of a phrase and its passphrase; main reads the words. */
export function checkPhrase(phrase: string, passphrase: string): WalletFaults {
  const found: WalletFaults = {}
  const words = phrase.trim()
  if (words === '') found.seedPhrase = describeField('seedPhrase', 'empty')
  if (words.length > longestPhrase) found.seedPhrase = describeField('seedPhrase', 'tooLong')
  if (passphrase.length > longestPassphrase) found.passphrase = describeField('passphrase', 'tooLong')
  return found
}

/** The sentence for each wrong field of the wallet. */
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
      // An empty password is one that a file can have.
      if (wallet.password.length > longestKeystorePassword) {
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

/** The sentence for each wrong field of the account itself. */
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

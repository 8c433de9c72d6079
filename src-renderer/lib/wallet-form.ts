// Owns: checking the connect-wallet form before anything leaves the page. Must not: keep the key, or have rules of its own.
// Main checks again by the same rules; here they put the sentence beside the field at once.
import { readBaseUrl, readLabel, readPrivateKey, type Read } from '../../src-preload/shared/wallet-input.ts'
import { describeField } from './describe-error.ts'

export type WalletNetwork = 'mainnet' | 'testnet' | 'custom'

export interface WalletForm {
  readonly label: string
  readonly ethereumPrivateKey: string
  readonly network: WalletNetwork
  /** Used for `custom` only. */
  readonly baseUrl: string
}

export type WalletField = 'label' | 'ethereumPrivateKey' | 'baseUrl'

/** The fields in the order of the screen, so that focus goes to the first wrong one. */
export const walletFields: readonly WalletField[] = ['label', 'baseUrl', 'ethereumPrivateKey']

/** The sentence for each wrong field; an empty object when the form can be sent. */
export function checkWalletForm(form: WalletForm): Partial<Record<WalletField, string>> {
  const found: Partial<Record<WalletField, string>> = {}
  const readings: Record<WalletField, Read<string, string> | null> = {
    label: readLabel(form.label),
    baseUrl: form.network === 'custom' ? readBaseUrl(form.baseUrl, (text) => URL.parse(text)) : null,
    ethereumPrivateKey: readPrivateKey(form.ethereumPrivateKey),
  }
  for (const field of walletFields) {
    const reading = readings[field]
    if (reading !== null && !reading.ok) found[field] = describeField(field, reading.fault)
  }
  return found
}

// Owns: the rules of the connect-wallet form, checked before anything leaves the page. Must not: keep the key.
// Main checks again; these rules exist so that the sentence stands beside the field at once.
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

/** Order of the secp256k1 group (SEC 2, section 2.4.1): private keys are 1 to n - 1. */
const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The rules that a field can break; the same names as main gives in `validation` errors. */
export type LabelFault = 'empty' | 'tooLong'
export type KeyFault =
  'empty' | 'notHex' | 'wrongLength' | 'outOfRange' | 'looksLikeAddress' | 'looksLikePhrase'
export type UrlFault =
  'empty' | 'notUrl' | 'notHttp' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'hasFragment'

function checkLabel(label: string): LabelFault | null {
  const trimmed = label.trim()
  if (trimmed === '') return 'empty'
  return trimmed.length > 60 ? 'tooLong' : null
}

/** The rule that keeps a text from being an Ethereum private key, or null. Spaces around it are forgiven. */
export function checkPrivateKey(text: string): KeyFault | null {
  const trimmed = text.trim()
  const digits = trimmed.replace(/^0x/i, '')
  if (digits === '') return 'empty'
  if (/^[a-z]+(\s+[a-z]+){11,23}$/i.test(trimmed)) return 'looksLikePhrase'
  if (!/^[0-9a-f]+$/i.test(digits)) return 'notHex'
  if (digits.length === 40) return 'looksLikeAddress'
  if (digits.length !== 64) return 'wrongLength'
  const key = BigInt(`0x${digits}`)
  return key === 0n || key >= secp256k1Order ? 'outOfRange' : null
}

/** True for names and addresses that never leave this computer. */
function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
}

/** The rule that keeps a text from being a base URL, or null: https, or http on this computer only. */
export function checkBaseUrl(text: string): UrlFault | null {
  const trimmed = text.trim()
  if (trimmed === '') return 'empty'
  const url = URL.parse(trimmed)
  if (url === null) return 'notUrl'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notHttp'
  if (url.username !== '' || url.password !== '') return 'hasCredentials'
  if (trimmed.includes('?')) return 'hasQuery'
  if (trimmed.includes('#')) return 'hasFragment'
  return url.protocol === 'http:' && !isLoopback(url.hostname) ? 'notHttps' : null
}

/** The sentence for each wrong field; an empty object when the form can be sent. */
export function checkWalletForm(form: WalletForm): Partial<Record<WalletField, string>> {
  const found: Partial<Record<WalletField, string>> = {}
  const reasons: Record<WalletField, LabelFault | KeyFault | UrlFault | null> = {
    label: checkLabel(form.label),
    baseUrl: form.network === 'custom' ? checkBaseUrl(form.baseUrl) : null,
    ethereumPrivateKey: checkPrivateKey(form.ethereumPrivateKey),
  }
  for (const field of walletFields) {
    const reason = reasons[field]
    if (reason !== null) found[field] = describeField(field, reason)
  }
  return found
}

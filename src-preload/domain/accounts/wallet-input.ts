// Validates what the user types to connect a wallet: account name, private key, address, base URL. Pure; keeps and repeats no
// input.

/** Maximum length of an account name, in UTF-16 units, without surrounding spaces. */
export const maxLabelLength = 60

/** Maximum length of a seed phrase input, in UTF-16 units: 24 words have at most 215, plus extra white space. */
export const maxPhraseLength = 400
/** Number of addresses of a phrase that are listed at a time. */
export const phraseAddressesPerPage = 5
/** The highest address index of a phrase that can be chosen. */
export const maxPhraseIndex = 99
/** Maximum size of a keystore file, in bytes of UTF-8 and in UTF-16 units; real files have about 500. */
export const maxKeystoreLength = 64 * 1024
/** Maximum password length of a keystore file, in UTF-16 units. */
export const maxKeystorePasswordLength = 1024

/** Maximum length of a seed phrase's passphrase, in UTF-16 units. */
export const maxPassphraseLength = 256
/**
 * Maximum length of an organization or API key, in UTF-16 units; their format is not documented (interface, "Internal
 * transfers").
 */
export const maxServiceKeyLength = 512

/** Order of secp256k1 (SEC 2, section 2.4.1). A private key is 1 .. order - 1. */
const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Why a text is not a valid account name. */
export type LabelFault = 'empty' | 'tooLong'

/** Why a text is not an Ethereum private key. */
export type PrivateKeyFault =
  'empty' | 'notHex' | 'wrongLength' | 'outOfRange' | 'looksLikeAddress' | 'looksLikePhrase'

/** Why a text is not an Ethereum address. `wrongChecksum` comes from main, which has the hash that the checksum needs. */
export type EthereumAddressFault = 'empty' | 'notAddress' | 'wrongChecksum'

/** Why a text is not a base URL. */
export type BaseUrlFault =
  'empty' | 'notUrl' | 'notHttp' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'hasFragment'

/** The parsed value, or the first rule that it breaks. */
export type Read<Value, Fault> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Fault }

const right = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })
const wrong = <Fault>(fault: Fault): { ok: false; fault: Fault } => ({ ok: false, fault })

/** Reads an account name; surrounding spaces are removed. */
export function readLabel(text: string): Read<string, LabelFault> {
  const label = text.trim()
  if (label === '') return wrong('empty')
  return label.length > maxLabelLength ? wrong('tooLong') : right(label)
}

/**
 * Reads a private key: 64 hex digits of either case, with or without `0x`, surrounding white space allowed. The value is `0x`
 * and 64 lowercase digits, a number in 1 .. n - 1 of secp256k1.
 */
export function readPrivateKey(input: string): Read<string, PrivateKeyFault> {
  const text = input.trim()
  if (text === '') return wrong('empty')
  if (/^\p{L}+(?:\s+\p{L}+){11,23}$/u.test(text)) return wrong('looksLikePhrase')
  const digits = text.replace(/^0x/i, '').toLowerCase()
  if (!/^[0-9a-f]*$/.test(digits)) return wrong('notHex')
  if (digits.length === 40) return wrong('looksLikeAddress')
  if (digits.length !== 64) return wrong('wrongLength')
  const key = BigInt(`0x${digits}`)
  return key === 0n || key >= secp256k1Order ? wrong('outOfRange') : right(`0x${digits}`)
}

/**
 * Reads the form of an Ethereum address: `0x` and 40 hex digits of either case, surrounding white space allowed. The value
 * keeps the case of the digits, which holds the checksum (EIP-55); the checksum is not verified here.
 */
export function readEthereumAddress(
  input: string,
): Read<string, Exclude<EthereumAddressFault, 'wrongChecksum'>> {
  const text = input.trim()
  if (text === '') return wrong('empty')
  return /^0x[0-9a-f]{40}$/i.test(text) ? right(`0x${text.slice(2)}`) : wrong('notAddress')
}

/** True for host names and addresses that never leave this computer (RFC 6761 localhost, 127.0.0.0/8, ::1). */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/**
 * The parts of a URL that are read. `URL` belongs to Node and to the page, not to the language, so each side passes its own.
 */
export interface UrlParts {
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly origin: string
  readonly pathname: string
}

/**
 * Reads a base URL. The value is normalized: lowercase host, no default port, no trailing slash. A path is kept, for services
 * behind a gateway. https is required, except on loopback.
 * @param parse - the caller's URL.parse
 */
export function readBaseUrl(
  text: string,
  parse: (text: string) => UrlParts | null,
): Read<string, BaseUrlFault> {
  const trimmed = text.trim()
  if (trimmed === '') return wrong('empty')
  const url = parse(trimmed)
  if (url === null) return wrong('notUrl')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return wrong('notHttp')
  if (url.username !== '' || url.password !== '') return wrong('hasCredentials')
  // A bare "?" or "#" leaves search and hash empty but still breaks every path that is appended.
  if (trimmed.includes('?')) return wrong('hasQuery')
  if (trimmed.includes('#')) return wrong('hasFragment')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return wrong('notHttps')
  return right(`${url.origin}${url.pathname.replace(/\/+$/, '')}`)
}

// Decides whether a text that the service wants signed is a login text, and of that service.
import { AppError } from '../../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../../src-preload/domain/accounts/wallet-input.ts'
import { knownNetworks } from '../base-url.ts'

/**
 * A whole login text, in the one form seen in every era (service facts, A6): a name, an origin without a path, and a code,
 * always 22 letters and digits so far. White space may follow, as in the documentation's example. Nothing else is allowed:
 * otherwise a text for another site with a login code inside would be signed as well.
 */
const loginText =
  /^You[’']re now signing into [\p{L}\p{N} ._&-]{1,40}, make sure the origin is (?:https?:\/\/)?[0-9A-Za-z.:[\]-]{1,100}\/? \(Login-code:[0-9A-Za-z]{16,64}\)\s*$/u
const maxTextLength = 500

/** Domains of the public service, past and present; its login texts contain a host on one of them (facts, A1 and A6). */
const publicDomains = ['tanx.fi', 'tanx.finance', 'brine.fi', 'brine.finance'] as const

/**
 * Matches a public domain in the place of a host name. Wider than necessary ("tanx.fi.example" counts too), never narrower.
 */
const namesPublicDomain = new RegExp(
  `(?<![a-z0-9-])(?:${publicDomains.map((domain) => domain.replace('.', '\\.')).join('|')})(?![a-z0-9-])`,
  'i',
)

export type LoginTextFault =
  /** Not in the form of a login text: its signature could mean something else. */
  | 'notLoginText'
  /** A login text of the public service, from another service's address. */
  | 'otherService'

/**
 * True only for text in the form of the service's nonce. Excludes everything that could mean more when signed: hex (a
 * transaction or a hash), JSON (typed data), a sign-in to another site, and the texts that the L2 key is derived from, whose
 * signature would give that key away.
 */
export function isLoginText(text: string): boolean {
  return text.length <= maxTextLength && loginText.test(text)
}

/** Only current hosts: a new owner of an old one could pass current texts on. */
const publicHosts: readonly string[] = Object.values(knownNetworks).map((url) => new URL(url).hostname)

function mayNamePublicService(baseUrl: string): boolean {
  const hostname = URL.parse(baseUrl)?.hostname.replace(/\.$/, '') ?? ''
  return isLoopbackHost(hostname) || publicHosts.includes(hostname)
}

/**
 * Why a text that the service at `baseUrl` gave must not be signed, or null.
 *
 * Any other service could fetch a login text of the public one for the user's wallet and pass it on: the signature would open
 * the public service to its operator. So a text that names the public service is signed only for the public service and for
 * this computer: whatever listens on loopback was started by its user, be it a gateway to the public service or a recording
 * of it, and a program that runs as the user has easier ways. The public service may name any host: its certificate
 * identifies it, and no mainnet text is known to compare with (facts, A6).
 */
export function findLoginTextFault(text: string, baseUrl: string): LoginTextFault | null {
  if (!isLoginText(text)) return 'notLoginText'
  return namesPublicDomain.test(text) && !mayNamePublicService(baseUrl) ? 'otherService' : null
}

/** Errors: contractViolation { endpoint: 'auth.nonce', field: 'payload', reason: LoginTextFault }. */
export function checkLoginText(text: string, baseUrl: string): void {
  const reason = findLoginTextFault(text, baseUrl)
  if (reason === null) return
  throw new AppError('contractViolation', { endpoint: 'auth.nonce', field: 'payload', reason })
}

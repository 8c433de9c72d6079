// Owns: the pages outside that the app may open in the user's browser, and the one function that opens them.
// Must not: open what the page says; the page only names a link.
import type { Shell } from 'electron'
import type { LinkName } from '../../src-preload/contract/app.ts'
import { AppError } from '../../src-preload/domain/errors.ts'

/** Where each link leads, spelled as `URL.href` spells it. */
const addresses: Readonly<Record<LinkName, string>> = {
  serviceMainnet: 'https://trade.tanx.fi/',
  serviceTestnet: 'https://testnet.tanx.fi/',
  serviceDocs: 'https://docs.tanx.fi/',
}

/** Compared whole: a subdomain, another port or a look-alike is another host. */
const hosts: ReadonlySet<string> = new Set(['trade.tanx.fi', 'testnet.tanx.fi', 'docs.tanx.fi'])

type Opener = Pick<Shell, 'openExternal'>

/**
 * Hands an address to the system's browser: https, one of our hosts, no user info or port, and nothing that reads
 * differently to a person than to a browser. The system starts any program for any scheme, so nothing else gets there.
 * Errors: validation { field: 'link', reason: 'notAllowed' }; notFound { what: 'browser' } when the system has none.
 */
export async function openAddress(address: string, shell: Opener): Promise<void> {
  const url = URL.parse(address)
  // `host` has the port. Whoever spells an address as the parser does hides nothing from it.
  const isAllowed =
    url?.protocol === 'https:' &&
    hosts.has(url.host) &&
    url.username === '' &&
    url.password === '' &&
    url.href === address
  if (!isAllowed) throw new AppError('validation', { field: 'link', reason: 'notAllowed' })
  try {
    await shell.openExternal(url.href) // eng-disable OPEN_EXTERNAL_JS_CHECK: the address has just been checked
  } catch (error) {
    throw new AppError('notFound', { what: 'browser' }, error)
  }
}

/** Opens the page that a link names; errors as of {@link openAddress}. */
export async function openLink(name: LinkName, shell: Opener): Promise<void> {
  await openAddress(addresses[name], shell)
}

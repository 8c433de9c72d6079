// Opens a fixed set of external pages in the user's browser. The page passes the name of a link, never an address.
import type { Shell } from 'electron'
import type { LinkName } from '../../src-preload/contract/app/app.ts'
import { linkHosts } from '../../src-preload/domain/link-hosts.ts'
import { AppError } from '../../src-preload/domain/errors.ts'

/** Compared exactly: a subdomain, another port or a look-alike is a different host. */
const hosts: ReadonlySet<string> = new Set(Object.values(linkHosts))

type Opener = Pick<Shell, 'openExternal'>

/**
 * Opens an address in the system's browser. Accepts only https on one of our hosts, without user info or port, in its
 * normalized spelling: the system would start a program for any other scheme.
 * Errors: validation { field: 'link', reason: 'notAllowed' }; notFound { what: 'browser' } when the system has none.
 */
export async function openAddress(address: string, shell: Opener): Promise<void> {
  const url = URL.parse(address)
  // `host` includes the port. An address equal to its parsed form hides nothing.
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

/** Opens the page of a named link. Errors: see {@link openAddress}. */
export async function openLink(name: LinkName, shell: Opener): Promise<void> {
  // Normalized like `URL.href`.
  await openAddress(`https://${linkHosts[name]}/`, shell)
}

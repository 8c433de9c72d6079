// Parses `starkdesk://` links, which anyone can create, against a closed grammar of places. Pure.
// A link never fills in a recipient, an amount or a text.
import { type Destination, settingsParts } from '../../src-preload/contract/app/places.ts'
import { type ViewName, viewNames } from '../../src-preload/domain/views.ts'

export const linkScheme = 'starkdesk'

/** Why a link is refused: its shape, never its content. */
export type LinkFault = 'scheme' | 'tooLong' | 'characters' | 'credentials' | 'query' | 'fragment' | 'unknown'

export type LinkReading =
  { readonly ok: true; readonly destination: Destination } | { readonly ok: false; readonly fault: LinkFault }

/** The longest place is a market with a 32-letter name. */
const maxCharacters = 64

/** Order IDs are whole numbers; fifteen digits fit a double exactly. */
const orderIdForm = /^(?:0|[1-9]\d{0,14})$/
const marketForm = /^[a-z0-9]{2,32}$/

/** Views that a link can open without a part. The other views are not addressable. */
const linkedViews: readonly ViewName[] = ['trade', 'markets', 'orders', 'portfolio', 'transfers', 'settings']

function placeOf(name: string, part: string | null): Destination | null {
  if (part === null) {
    const view = viewNames.find((one) => one === name && linkedViews.includes(one))
    return view === undefined ? null : { kind: 'view', view }
  }
  switch (name) {
    case 'markets':
      return marketForm.test(part) ? { kind: 'market', market: part } : null
    case 'orders':
      return orderIdForm.test(part) ? { kind: 'order', orderId: Number(part) } : null
    case 'settings': {
      const found = settingsParts.find((one) => one === part)
      return found === undefined ? null : { kind: 'settings', part: found }
    }
    default:
      // Transfers have no parts: a link opens the list, never a form.
      return null
  }
}

const refuse = (fault: LinkFault): LinkReading => ({ ok: false, fault })

/**
 * Parses a link. Compared as text instead of parsed as a URL, because a URL parser repairs and decodes its input.
 *
 *     starkdesk://markets            starkdesk://orders             starkdesk://portfolio
 *     starkdesk://markets/<market>   starkdesk://orders/<number>    starkdesk://transfers
 *     starkdesk://settings           starkdesk://settings/<part>    starkdesk://trade
 *
 * Each with an optional trailing slash. `markets` opens the charts of the Trade view.
 */
export function readLink(text: string): LinkReading {
  const start = `${linkScheme}://`
  if (!text.startsWith(start)) return refuse('scheme')
  if (text.length > maxCharacters) return refuse('tooLong')
  const rest = text.slice(start.length)
  if (rest.includes('?')) return refuse('query')
  if (rest.includes('#')) return refuse('fragment')
  if (/[@:]/.test(rest)) return refuse('credentials')
  // No escapes, dots or upper case: every accepted link has exactly one spelling.
  if (!/^[a-z0-9/]*$/.test(rest)) return refuse('characters')
  const [name = '', part = null, ...more] = rest.replace(/\/$/, '').split('/')
  const destination = more.length > 0 ? null : placeOf(name, part)
  return destination === null ? refuse('unknown') : { ok: true, destination }
}

/** Arguments of a command line that use our scheme. The first argument, the program itself, is skipped. */
export function linksOf(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`))
}

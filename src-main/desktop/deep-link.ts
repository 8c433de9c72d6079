// Owns: reading `starkdesk://` links, which anybody can make: a closed grammar of places, and nothing else. Pure.
// Must not: act, or hand on anything of a link that is not a place. No link fills in a recipient, an amount or a text.
import {
  type Destination,
  placeViews,
  type PlaceView,
  settingsParts,
} from '../../src-preload/contract/places.ts'

export const linkScheme = 'starkdesk'

/** Why a link is refused: its shape, never its content. */
export type LinkFault = 'scheme' | 'tooLong' | 'characters' | 'credentials' | 'query' | 'fragment' | 'unknown'

export type LinkReading =
  { readonly ok: true; readonly destination: Destination } | { readonly ok: false; readonly fault: LinkFault }

/** The longest place is a market of 32 letters. */
const mostCharacters = 64

/** Ids of orders are whole numbers; fifteen digits fit a double. */
const orderIdForm = /^(?:0|[1-9]\d{0,14})$/
const marketForm = /^[a-z0-9]{2,32}$/

/** Views that a link can name without a part. The rest is a way through the app, and no place of its own. */
const linkedViews: readonly PlaceView[] = ['markets', 'orders', 'portfolio', 'transfers', 'settings']

function placeOf(name: string, part: string | null): Destination | null {
  if (part === null) {
    const view = placeViews.find((one) => one === name && linkedViews.includes(one))
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
      // Transfers have no parts: a link leads to the list, never into a form.
      return null
  }
}

const refuse = (fault: LinkFault): LinkReading => ({ ok: false, fault })

/**
 * Reads a link. It is compared as text and not parsed as a URL: what a parser would repair or decode is not ours.
 *
 *     starkdesk://markets            starkdesk://orders             starkdesk://portfolio
 *     starkdesk://markets/<market>   starkdesk://orders/<number>    starkdesk://transfers
 *     starkdesk://settings           starkdesk://settings/<part>    each with one slash at its end, as some systems add
 */
export function readLink(text: string): LinkReading {
  const start = `${linkScheme}://`
  if (!text.startsWith(start)) return refuse('scheme')
  if (text.length > mostCharacters) return refuse('tooLong')
  const rest = text.slice(start.length)
  if (rest.includes('?')) return refuse('query')
  if (rest.includes('#')) return refuse('fragment')
  if (/[@:]/.test(rest)) return refuse('credentials')
  // No escapes, no dots, no upper case: whatever would have two readings has none.
  if (!/^[a-z0-9/]*$/.test(rest)) return refuse('characters')
  const [name = '', part = null, ...more] = rest.replace(/\/$/, '').split('/')
  const destination = more.length > 0 ? null : placeOf(name, part)
  return destination === null ? refuse('unknown') : { ok: true, destination }
}

/** Every argument that claims to be one of our links, in a start's command line. The program itself comes first and is none. */
export function linksOf(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`))
}

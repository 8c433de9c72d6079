// Owns: which view is on screen, and which part of it was asked for, kept in the address's hash so that a reload comes back.
// Must not: know what the views show.

export const viewNames = [
  'markets',
  'orders',
  'portfolio',
  'transfers',
  'connection',
  'settings',
  'data',
] as const
export type ViewName = (typeof viewNames)[number]

/** A view and, where one was asked for, a part of it by name. */
export interface Place {
  readonly view: ViewName
  readonly part: string | null
}

function isViewName(text: string): text is ViewName {
  return (viewNames as readonly string[]).includes(text)
}

function readHash(): Place {
  const [name = '', part] = window.location.hash.replace(/^#\//, '').split('/')
  return isViewName(name) ? { view: name, part: part ?? null } : { view: 'markets', part: null }
}

/** A new object at every going, so that a part that is asked for again is shown again. */
let place = $state.raw<Place>({ view: 'markets', part: null })

export const router = {
  get view(): ViewName {
    return place.view
  },
  get place(): Place {
    return place
  },
  /** Shows a view, and brings a part of it into sight. */
  go(view: ViewName, part: string | null = null): void {
    place = { view, part }
    window.location.hash = part === null ? `/${view}` : `/${view}/${part}`
  },
  /** Follows the hash (back, forward, links) until the returned function is called. */
  start(): () => void {
    const follow = (): void => {
      const next = readHash()
      if (next.view !== place.view || next.part !== place.part) place = next
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  },
}

/** The address of a view, for links. */
export function hrefOf(name: ViewName): string {
  return `#/${name}`
}

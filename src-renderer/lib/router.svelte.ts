// Owns: which view is on screen, kept in the address's hash so that a reload comes back to it.
// Must not: know what the views show.

export const viewNames = ['markets', 'orders', 'portfolio'] as const
export type ViewName = (typeof viewNames)[number]

function isViewName(text: string): text is ViewName {
  return (viewNames as readonly string[]).includes(text)
}

function readHash(): ViewName {
  const name = window.location.hash.replace(/^#\//, '')
  return isViewName(name) ? name : 'markets'
}

let view = $state<ViewName>('markets')

export const router = {
  get view(): ViewName {
    return view
  },
  /** Shows a view. */
  go(name: ViewName): void {
    view = name
    window.location.hash = `/${name}`
  },
  /** Follows the hash (back, forward, links) until the returned function is called. */
  start(): () => void {
    const follow = (): void => {
      view = readHash()
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

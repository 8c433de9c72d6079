// Current view and part, stored in the URL hash so that a reload restores them.
import { type ViewName, viewNames } from '../../../src-preload/domain/views.ts'

/** A view and optionally a part of it by name. */
export interface Place {
  readonly view: ViewName
  readonly part: string | null
}

/** A new object on every navigation, so that the same part is shown again. */
function isViewName(text: string): text is ViewName {
  return (viewNames as readonly string[]).includes(text)
}

function readHash(): Place {
  const [name = '', part] = window.location.hash.replace(/^#\//, '').split('/')
  return isViewName(name) ? { view: name, part: part ?? null } : { view: 'trade', part: null }
}

/** A new object at every going, so that a part that is asked for again is shown again. */
let place = $state.raw<Place>({ view: 'trade', part: null })

export const router = {
  get view(): ViewName {
    return place.view
  },
  get place(): Place {
    return place
  },
  /** Shows a view and scrolls a part of it into view. */
  go(view: ViewName, part: string | null = null): void {
    place = { view, part }
    window.location.hash = part === null ? `/${view}` : `/${view}/${part}`
  },
  /** Names the shown view by another name, without a step of its own in the history. */
  rename(view: ViewName): void {
    place = { ...place, view }
    window.history.replaceState(null, '', place.part === null ? `#/${view}` : `#/${view}/${place.part}`)
  },
  /** Follows hash changes (back, forward, links) until the returned function is called. */
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

/** URL of a view, for links. */
export function hrefOf(name: ViewName): string {
  return `#/${name}`
}

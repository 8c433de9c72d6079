// Owns: what was open when the app ended unexpectedly, and telling main what is open now. Must not: open anything.
import type { Place } from '../../../src-preload/contract/places.ts'
import { call } from '../page/api.ts'

/** Null: the run before ended in good order, or it was answered. */
let offer = $state.raw<{ readonly place: Place | null } | null>(null)
/** The view on the screen; null before the first. */
let view: Place['view'] | null = null
/** What is shown inside of the views. */
let inside: Pick<Place, 'market' | 'orderId'> = { market: null, orderId: null }
/** What main was told last, as text. */
let told = ''

async function tell(): Promise<void> {
  if (view === null) return
  const place = { view, ...inside }
  const text = JSON.stringify(place)
  if (text === told) return
  told = text
  try {
    await call('app:setPlace', { place })
  } catch {
    // Locked meanwhile: the next change is told again.
    told = ''
  }
}

export const leftOpen = {
  get offer(): { readonly place: Place | null } | null {
    return offer
  },
  async load(): Promise<void> {
    try {
      offer = (await call('app:getLeftOpen', {})).leftOpen
    } catch {
      // Nothing is offered; main has logged why.
    }
  },
  /** It was reopened, or is not wanted. */
  async drop(): Promise<void> {
    offer = null
    try {
      await call('app:dropLeftOpen', {})
    } catch {
      // Main has logged why; at worst the next start offers it again.
    }
  },
  /** A view is on the screen. */
  noteView(name: Place['view']): void {
    view = name
    void tell()
  },
  /** Another market or order is shown inside of a view. */
  noteInside(change: Partial<typeof inside>): void {
    inside = { ...inside, ...change }
    void tell()
  },
}

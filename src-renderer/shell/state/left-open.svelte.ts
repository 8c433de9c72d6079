// What was open at an unexpected shutdown, and reporting to main what is open now.
import type { Place } from '../../../src-preload/contract/app/places.ts'
import { call } from '../page/api.ts'

/** Null: the last run ended normally, or the offer was answered. */
let offer = $state.raw<{ readonly place: Place | null } | null>(null)
/** Current view; null before the first. */
let view: Place['view'] | null = null
/** Selection inside the views. */
let inside: Pick<Place, 'market' | 'orderId'> = { market: null, orderId: null }
/** Last state sent to main, as text. */
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
    // Locked meanwhile: the next change is sent again.
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
      // Nothing is offered; main has logged the error.
    }
  },
  /** Dismisses the offer after it was accepted or declined. */
  async drop(): Promise<void> {
    offer = null
    try {
      await call('app:dropLeftOpen', {})
    } catch {
      // Main has logged the error; at worst the next start repeats the offer.
    }
  },
  /** Records the current view. */
  noteView(name: Place['view']): void {
    view = name
    void tell()
  },
  /** Records the market or order shown inside a view. */
  noteInside(change: Partial<typeof inside>): void {
    inside = { ...inside, ...change }
    void tell()
  },
}

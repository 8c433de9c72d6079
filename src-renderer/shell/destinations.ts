// Opens the destinations that main names.
import type { Destination, Place } from '../../src-preload/contract/app/places.ts'
import { isBehindDialog } from './frame-keys.ts'
import type { FrameState } from './frame-state.svelte.ts'
import { palette } from './palette/palette.svelte.ts'

/** Opens a destination. An open overlay stays, and then the view behind it too. */
export function showDestination(destination: Destination, frame: FrameState): void {
  switch (destination.kind) {
    case 'view':
      frame.show(destination.view)
      return
    case 'market':
      frame.show('markets', destination.market)
      return
    case 'order':
      frame.show('orders', String(destination.orderId))
      return
    case 'settings':
      frame.show('settings', destination.part)
      return
    case 'notice':
      void frame.openNotice(destination.notice)
      return
    case 'palette':
      if (!isBehindDialog()) palette.isOpen = true
      return
    case 'keys':
      if (!isBehindDialog()) palette.isSheetOpen = true
  }
}

/** Reopens what was open, as far as it still exists. */
export function showPlace({ view, market, orderId }: Place, frame: FrameState): void {
  if (view === 'markets' || view === 'trade') frame.show(view, market)
  else frame.show(view, view === 'orders' && orderId !== null ? String(orderId) : null)
}

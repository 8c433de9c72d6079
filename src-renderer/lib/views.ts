// Owns: names and keys of the views. Must not: import any.
import type { ViewName } from './router.svelte.ts'

export const viewTitles: Record<ViewName, string> = {
  markets: 'Markets',
  orders: 'Orders',
  portfolio: 'Portfolio',
}

/** In the order of the rail; Ctrl or Cmd with the key shows the view. */
export const viewKeys: readonly { readonly view: ViewName; readonly key: string }[] = [
  { view: 'markets', key: '1' },
  { view: 'orders', key: '2' },
  { view: 'portfolio', key: '3' },
]

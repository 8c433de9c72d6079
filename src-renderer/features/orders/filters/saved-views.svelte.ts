// Named filters saved by the user.
import type { SavedView } from '../../../../src-preload/contract/orders/orders.ts'
import { call } from '../../../shell/page/api.ts'
import { findFault, findNamed, NamedList } from '../../../shell/state/named-list.svelte.ts'

export const maxViews = 50

/** Error of a view's name; null when valid. */
export function findNameFault(name: string, others: readonly SavedView[]): string | null {
  return findFault(name) ?? (findNamed(others, name) === null ? null : 'Another view has this name.')
}

export class SavedViews extends NamedList<SavedView> {
  constructor() {
    super({
      read: async () => (await call('orders:listViews', {})).views,
      write: (views) => call('orders:setViews', { views }),
    })
  }
}

export const savedViews = new SavedViews()

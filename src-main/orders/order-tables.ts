// Stores table settings of orders and fills, and saved views. Invalid settings fall back to defaults.
import {
  type TableChoices,
  type TableName,
  savedView,
  tableChoices,
} from '../../src-preload/contract/orders/orders.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { parseJson } from '../store/parse-json.ts'
import type { Store } from '../store/api/store-api.ts'

/** Settings: one JSON text per table, and one for all views. */
const tableKeys: Readonly<Record<TableName, string>> = {
  orders: 'table/orders',
  ordersOpen: 'table/ordersOpen',
  fills: 'table/fills',
  openOrders: 'table/openOrders',
  recentFills: 'table/recentFills',
  orderHistory: 'table/orderHistory',
}
const VIEWS = 'orderViews'
const MAX_VIEWS = 50

const noChoices: TableChoices = { columns: [], sort: null }

export function createOrderTables(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  return {
    /** The user's settings; empty if not set or unreadable. */
    async getTable({ table }: ChannelInput<'orders:getTable'>): Promise<TableChoices> {
      const kept = tableChoices.safeParse(parseJson(await store.getSetting(tableKeys[table])))
      return kept.success ? kept.data : noChoices
    },

    async setTable({ table, choices }: ChannelInput<'orders:setTable'>): Promise<void> {
      await store.setSetting(tableKeys[table], JSON.stringify(choices))
    },

    /** Each view is parsed separately, so a damaged or newer one does not affect the others. */
    async listViews(): Promise<ChannelOutput<'orders:listViews'>> {
      const kept = parseJson(await store.getSetting(VIEWS))
      if (!Array.isArray(kept)) return { views: [] }
      const views = kept.flatMap((each) => {
        const view = savedView.safeParse(each)
        return view.success ? [view.data] : []
      })
      return { views: views.slice(0, MAX_VIEWS) }
    },

    async setViews({ views }: ChannelInput<'orders:setViews'>): Promise<void> {
      await store.setSetting(VIEWS, JSON.stringify(views))
    },
  }
}

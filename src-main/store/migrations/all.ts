// Owns: the list of migrations in their order. Must not: lose, reorder or renumber one that shipped.
import type { Migration } from '../migrate.ts'
import { firstTables } from './0001-first-tables.ts'
import { refusedOrders } from './0002-refused-orders.ts'
import { keyKind } from './0003-key-kind.ts'
import { transfers } from './0004-transfers.ts'
import { history } from './0005-history.ts'
import { charts } from './0006-charts.ts'
import { alerts } from './0007-alerts.ts'
import { orderSorts } from './0008-order-sorts.ts'
import { orderSearch } from './0009-order-search.ts'
import { figures } from './0010-figures.ts'
import { orderLists } from './0011-order-lists.ts'

export const migrations: readonly Migration[] = [
  firstTables,
  refusedOrders,
  keyKind,
  transfers,
  history,
  charts,
  alerts,
  orderSorts,
  orderSearch,
  figures,
  orderLists,
]

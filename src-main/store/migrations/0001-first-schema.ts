// The first schema of the data file. Never edit a shipped migration; add a new one.
import type { Migration } from '../worker/migrate.ts'
import { accountsSchema } from './0001-first-schema/accounts.ts'
import { alertsSchema } from './0001-first-schema/alerts.ts'
import { marketsSchema } from './0001-first-schema/markets.ts'
import { ordersSchema } from './0001-first-schema/orders.ts'
import { portfolioSchema } from './0001-first-schema/portfolio.ts'

export const firstSchema: Migration = {
  version: 1,
  name: 'first-schema',
  up(db) {
    db.exec(accountsSchema + ordersSchema + marketsSchema + portfolioSchema + alertsSchema)
  },
}

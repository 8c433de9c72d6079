// Owns: putting the services together over an opened store. Must not: know Electron; index.ts passes in what is its own.
import { randomUUID } from 'node:crypto'
import type { ConnectionState } from '../../src-preload/contract/connection.ts'
import type { Clock } from '../clock.ts'
import type { Fetch } from '../exchange/http.ts'
import type { Emit } from '../ipc/events.ts'
import type { TradingServices } from '../ipc/handlers/trading.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store-api.ts'
import { createAccounts } from './accounts.ts'
import { noConnection } from './connection.ts'
import { createLink, type Link } from './link.ts'
import { createMarkets } from './markets.ts'
import { createOrders } from './orders.ts'
import { createPortfolio } from './portfolio.ts'
import { createPracticeFetch, type PracticeHost } from './practice-host.ts'
import { startWorkspace, type Workspace } from './workspace.ts'

export interface ComposeOptions {
  readonly store: Store
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly fetch: Fetch
  readonly userAgent: string
  readonly emit: Emit
  readonly log: Log
  readonly practice: PracticeHost
  readonly practiceSeed: number
  /** Uniform in [0, 1); spreads out what is tried again. */
  readonly random: () => number
}

export interface Services extends TradingServices {
  /** Ends all background work; the store stays open. */
  close(): Promise<void>
}

/** Builds the services and takes up the account of last time. */
export async function composeServices(options: ComposeOptions): Promise<Services> {
  const { store, secrets, clock, emit, log, practice, random } = options
  let current: { link: Link; workspace: Workspace } | null = null
  const practiceFetch = createPracticeFetch(practice, options.fetch)
  const getLink = (): Link | null => current?.link ?? null

  const markets = createMarkets({ store, clock, getLink, getFeed: () => current?.workspace.feed ?? null })
  const orders = createOrders({
    store,
    getLink,
    getFault: () => current?.workspace.ordersError() ?? null,
  })
  const portfolio = createPortfolio({
    store,
    clock,
    getLink,
    getFault: () => current?.workspace.pnlError() ?? null,
  })
  const getConnection = (): ConnectionState => current?.link.connection.getState() ?? noConnection

  const accounts = createAccounts({
    store,
    secrets,
    clock,
    emit,
    log,
    practiceSeed: options.practiceSeed,
    createId: randomUUID,
    openLink: (own) => {
      const link: Link = createLink({
        ...own,
        fetch: own.account.networkKind === 'practice' ? practiceFetch : options.fetch,
        clock,
        secrets,
        userAgent: options.userAgent,
        log,
        onConnection: (state) => {
          if (current?.link === link) emit('connection:changed', state)
        },
        onReturn: () => {
          if (current?.link !== link) return
          accounts.greet(link)
          current.workspace.trigger()
        },
      })
      return link
    },
    onLink: (link) => {
      current?.workspace.stop()
      current = null
      if (link !== null) {
        const workspace = startWorkspace({ link, store, clock, emit, log, markets, portfolio, random })
        current = { link, workspace }
      }
      emit('connection:changed', getConnection())
      if (link !== null) accounts.greet(link)
    },
  })

  await accounts.resume()
  return {
    accounts,
    markets,
    orders,
    portfolio,
    connection: {
      getState: getConnection,
      retry: () => current?.link.connection.retry(),
    },
    async close() {
      current?.workspace.stop()
      current = null
      accounts.close()
      await practice.stop()
    },
  }
}

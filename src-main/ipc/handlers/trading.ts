// Owns: the handlers of everything that needs the opened store: accounts, markets, orders, portfolio, connection.
// Must not: hold rules; each line hands a call to its service.
import type { GuardedAccounts } from '../../accounts/guarded.ts'
import type { ConnectionScreen } from '../../session/connection-screen.ts'
import type { Markets } from '../../markets/markets.ts'
import type { Orders } from '../../orders/orders.ts'
import type { Portfolio } from '../../portfolio/portfolio.ts'
import type { DomainHandlers } from '../register.ts'

/** The services once the store is open. */
export interface TradingServices {
  readonly accounts: GuardedAccounts
  readonly markets: Markets
  readonly orders: Orders
  readonly portfolio: Portfolio
  readonly connection: ConnectionScreen
}

/** The two that need a window of their own are elsewhere. */
type TradingHandlers = Omit<
  DomainHandlers<'accounts' | 'markets' | 'orders' | 'portfolio' | 'connection'>,
  'accounts:createWallet' | 'accounts:exportKeystore'
>

/**
 * @param ready - resolves with the services, or rejects with the reason why the store did not open: then every call
 *   answers with that reason
 */
export function createTradingHandlers(ready: Promise<TradingServices>): TradingHandlers {
  return {
    'accounts:getState': async () => (await ready).accounts.getState(),
    'accounts:connectPractice': async (input) => (await ready).accounts.connectPractice(input),
    'accounts:connectWallet': async (input) => (await ready).accounts.connectWallet(input),
    'accounts:cancelConnect': async () => (await ready).accounts.cancelConnect(),
    'accounts:giveSignature': async (input) => (await ready).accounts.giveSignature(input),
    'accounts:activate': async (input) => (await ready).accounts.activate(input),
    'accounts:rename': async (input) => (await ready).accounts.rename(input),
    'accounts:remove': async (input) => (await ready).accounts.remove(input),
    'accounts:setServiceKey': async (input) => (await ready).accounts.setServiceKey(input),
    'accounts:forgetServiceKey': async (input) => (await ready).accounts.forgetServiceKey(input),
    'accounts:signIn': async () => (await ready).accounts.signIn(),
    'accounts:signOut': async () => (await ready).accounts.signOut(),
    'markets:list': async () => (await ready).markets.list(),
    'markets:getCandles': async (input) => (await ready).markets.getCandles(input),
    'markets:getCandleRange': async (input) => (await ready).markets.getCandleRange(input),
    'markets:listTrades': async (input) => (await ready).markets.listTrades(input),
    'markets:watch': async (input) => (await ready).markets.watch(input),
    'markets:add': async (input) => (await ready).markets.add(input),
    'markets:remove': async (input) => (await ready).markets.remove(input),
    'markets:reorder': async (input) => (await ready).markets.reorder(input),
    'orders:list': async (input) => (await ready).orders.list(input),
    'orders:get': async (input) => (await ready).orders.get(input),
    'orders:getTotals': async (input) => (await ready).orders.getTotals(input),
    'orders:listFacets': async () => (await ready).orders.listFacets(),
    'orders:listFills': async (input) => (await ready).orders.listFills(input),
    'orders:getFillTotals': async (input) => (await ready).orders.getFillTotals(input),
    'orders:getTable': async (input) => (await ready).orders.getTable(input),
    'orders:setTable': async (input) => (await ready).orders.setTable(input),
    'orders:listViews': async () => (await ready).orders.listViews(),
    'orders:setViews': async (input) => (await ready).orders.setViews(input),
    'orders:getSyncState': async () => (await ready).orders.getSyncState(),
    'portfolio:getPnl': async () => (await ready).portfolio.getPnl(),
    'portfolio:getResults': async () => (await ready).portfolio.getResults(),
    'portfolio:getBooks': async () => (await ready).portfolio.getBooks(),
    'portfolio:listMovements': async () => (await ready).portfolio.listMovements(),
    'portfolio:addMovement': async (input) => (await ready).portfolio.addMovement(input),
    'portfolio:removeMovement': async (input) => (await ready).portfolio.removeMovement(input),
    'portfolio:listHistory': async (input) => (await ready).portfolio.listHistory(input),
    'portfolio:getHistoryCurrency': async () => (await ready).portfolio.getHistoryCurrency(),
    'portfolio:setHistoryCurrency': async (input) => (await ready).portfolio.setHistoryCurrency(input),
    'portfolio:getReport': async (input) => (await ready).portfolio.getReport(input),
    'connection:getState': async () => (await ready).connection.getState(),
    'connection:retry': async () => (await ready).connection.retry(),
    'connection:getActivity': async () => (await ready).connection.getActivity(),
    'connection:test': async () => (await ready).connection.test(),
    'connection:cancelTest': async () => (await ready).connection.cancelTest(),
    'connection:getReport': async () => (await ready).connection.getReport(),
  }
}

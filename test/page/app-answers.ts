// What main answers to a page that has accounts, or none, for tests of the whole page.
import { defaultTradeView } from '../../src-main/markets/charts/trade-view.ts'
import { defaultDisplay } from '../../src-preload/domain/display.ts'
import { usualColumns } from '../../src-preload/domain/markets/watch-list.ts'
import type { AccountsState } from '../../src-preload/contract/accounts/accounts.ts'
import type { MarketSummary } from '../../src-preload/contract/markets/markets.ts'
import type { Versions } from '../../src-preload/contract/app/diagnostics.ts'
import type { SecurityState } from '../../src-preload/contract/accounts/security.ts'
import { makeAccount, makeAccountsState } from '../unit/renderer/make-account.ts'
import { makeDataState, syncedState } from '../unit/renderer/features/data/make-data.ts'
import { makeOrder } from '../unit/renderer/features/make-order.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { makeCurve, makeEquityPoint } from '../unit/renderer/features/portfolio/make-equity.ts'
import { makeLots, makeOpening } from '../unit/renderer/features/portfolio/make-lots.ts'
import { makePerformance } from '../unit/renderer/features/portfolio/make-performance.ts'
import { makeReport } from '../unit/renderer/features/portfolio/make-pnl.ts'

export const account = makeAccount(1, { label: 'Savings of Mia' })

export const accountsState = makeAccountsState([account], { protection: { kind: 'vault', reason: null } })

export const noAccounts: AccountsState = {
  ...accountsState,
  accounts: [],
  activeId: null,
  session: 'signedOut',
}

export const unprotected: SecurityState = {
  password: 'none',
  fault: null,
  retryAfterMs: 0,
  leftInKeychain: false,
  lockAfterMinutes: 15,
  readableWhenLocked: false,
  signInAtStart: true,
  forgetTokensWhenLocked: false,
  behindLock: null,
}

export const versions: Versions = {
  app: '0.1.0',
  commit: null,
  electron: '40.0.0',
  chromium: '144.0.1',
  node: '24.1.0',
  v8: '14.4',
  sqlite: '3.51.0',
  system: 'Linux 6.1.0',
  architecture: 'x64',
}

/** A market of the watch list. */
export const makeMarketLine = (market: string): MarketSummary => ({
  market,
  last: 1,
  reference: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
  source: 'candles',
  turnover: null,
  sparkline: [],
  priceDecimals: null,
  asOfMs: 1,
  lastError: null,
})

/** Answers of a main that has read one order; `more` comes over them. */
export function answersFor(security: SecurityState, accounts: AccountsState, more: Answers = {}): Answers {
  return {
    'app:getInfo': () => ({
      version: '0.1.0',
      platform: 'linux',
      theme: 'dark',
      display: defaultDisplay,
      locale: 'en-US',
      staysInTray: false,
      zoomPercent: 100,
      dataFolder: '/home/mia/.config/Starkdesk',
      startupError: null,
    }),
    'language:getState': () => ({ current: 'en', choice: null, known: ['en'] }),
    'trading:getCancelAll': () => ({
      ...{ phase: 'idle', accountId: null, startedAtMs: null, canceled: 0, left: [], leftCount: 0 },
      ...{ isResumed: false, waiting: [], mayStillAppear: [], note: null, failure: null },
    }),
    'trading:getSession': () => ({ session: null, lastEnd: null, signingLocked: false }),
    'charts:getTradeView': () => ({ ...defaultTradeView, layout: 'charts' }),
    'charts:setTradeView': () => ({}),
    'charts:getIndicatorLibrary': () => ({ favorites: [], templates: [] }),
    'charts:setIndicatorLibrary': () => ({}),
    'trading:getTour': () => ({ isDone: true }),
    'app:setTheme': () => ({}),
    'app:setDisplay': () => ({}),
    'app:takeDestination': () => ({ destination: null }),
    'app:setPlace': () => ({}),
    'app:getLeftOpen': () => ({ leftOpen: null }),
    'app:dropLeftOpen': () => ({}),
    'app:confirmKept': () => ({}),
    'app:confirmShown': () => ({}),
    'security:getState': () => security,
    'accounts:getState': () => accounts,
    'connection:getState': () => ({
      status: 'online',
      sinceMs: 1,
      latencyMs: 41,
      lastAnswerMs: 1,
      error: null,
      baseUrl: 'https://exchange.example',
    }),
    'orders:listStopPlaces': () => ({ places: [] }),
    'orders:getSyncState': () => ({
      cached: 1,
      open: 0,
      isComplete: true,
      asOfMs: Date.now(),
      refusedRows: 0,
      lastError: null,
    }),
    'book:watch': () => ({}),
    'book:getChoices': () => ({ tab: 'trades', sums: 'base', steps: [] }),
    'book:setChoices': () => ({}),
    'orders:list': () => ({ rows: [makeOrder(1)], total: 1, version: 1 }),
    'orders:listFacets': () => ({ markets: ['ethusdc'], cancelReasons: [] }),
    'orders:getTotals': () => ({
      orders: 1,
      markets: [],
      fees: [],
      quoteFees: [],
      unquotedFees: 0,
      ordersWithoutFees: 0,
    }),
    'orders:listFills': () => ({ rows: [], total: 0, version: 1, ordersWanting: 0 }),
    'orders:getFillTotals': () => ({ fills: 0, markets: [], fees: [], quoteFees: [], unquotedFees: 0 }),
    'orders:getTable': () => ({ columns: [], sort: null }),
    'orders:setTable': () => ({}),
    'orders:listViews': () => ({ views: [] }),
    'orders:setViews': () => ({}),
    'portfolio:getResults': () => ({ results: [], totals: [], asOfMs: null }),
    'portfolio:getBalances': () => ({
      ...{ balances: [], basis: 'unknown', valueCurrency: 'usdc', value: { state: 'known', amount: '0' } },
      ...{ leftOut: [], asOfMs: null, lastError: null },
    }),
    'portfolio:getBooks': () => ({
      ...{ pnlCurrency: 'usdc', books: [], feeBasis: 'asTheExchangeCounts', fees: [], isPartial: false },
      ...{ feeSum: '0', volumeSum: '0', day: null, net: null, readingMs: null, fills: 0, knownFromMs: null },
    }),
    'portfolio:listMovements': () => ({ movements: [] }),
    'portfolio:getEquity': () => makeCurve(),
    'portfolio:getEquityPoint': () => makeEquityPoint(),
    'portfolio:getReport': () => makeReport(),
    'portfolio:getPerformance': (range) => makePerformance(range),
    'portfolio:listLots': () => makeLots(),
    'portfolio:getOpening': () => makeOpening(),
    'portfolio:splitOpening': () => ({}),
    'portfolio:resetOpening': () => ({}),
    'portfolio:getCostMethod': () => ({ method: 'fifo' }),
    'portfolio:setCostMethod': () => ({}),
    'portfolio:getRowChoices': () => ({ sort: null, hidesSmall: false }),
    'portfolio:setRowChoices': () => ({}),
    'markets:list': () => ({ markets: [] }),
    'markets:listAll': () => ({ markets: [], asOfMs: null, lastError: null }),
    'markets:getListSettings': () => ({
      columns: [...usualColumns],
      sort: null,
      favorites: [],
      groups: [],
    }),
    'markets:setListSettings': () => ({}),
    'alerts:list': () => ({ alerts: [] }),
    'alerts:listNotices': () => ({ notices: [], unread: 0, hasMore: false }),
    'alerts:getOptions': () => ({
      isMuted: false,
      hasSound: true,
      quietHours: null,
      ofPrices: true,
      ofFills: true,
      ofCancels: true,
      ofPartFills: true,
      ofUnknowns: true,
      ofDifferences: true,
      ofSessionEnds: true,
      ofReceived: true,
    }),
    'sync:getState': () => syncedState,
    'sync:getFreshness': () => ({ things: [], overall: null }),
    'sync:setView': () => ({}),
    'data:getState': () => makeDataState(),
    'data:measure': () => ({}),
    'updates:getState': () => ({
      current: '0.1.0',
      channel: 'stable',
      checksDaily: true,
      checkedAtMs: null,
      step: { status: 'off', reason: 'notPackaged' },
    }),
    'diagnostics:getVersions': () => versions,
    'diagnostics:listLicenses': () => ({ licenses: null }),
    ...more,
  }
}

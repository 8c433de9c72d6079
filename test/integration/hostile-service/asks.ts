// One call of every endpoint, as the app makes it, over a real connection.
import { systemClock } from '../../../src-main/async/clock.ts'
import type { ReadAnswer } from '../../../src-main/exchange/answers/answer-reader.ts'
import { type Call, callOnce, type CallContext } from '../../../src-main/exchange/call.ts'
import { createAuthCalls } from '../../../src-main/exchange/endpoints/auth.ts'
import { createServiceCalls } from '../../../src-main/exchange/service-calls.ts'
import { asMoneyFetch, defaultHttpLimits } from '../../../src-main/exchange/http.ts'
import { createLiveness } from '../../../src-main/exchange/liveness.ts'
import { createRateLimiter } from '../../../src-main/exchange/rate-limit/rate-limiter.ts'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'

const maxInFlight = { first: 6, asked: 5, screen: 4, background: 2 } as const

/** Calls that go out at once, with a token where the interface asks for one, and are not repeated. */
export function createRawCall(baseUrl: string, readAnswer: ReadAnswer): Call {
  const signal = new AbortController().signal
  const context: CallContext = {
    baseUrl,
    fetch: globalThis.fetch,
    moneyFetch: asMoneyFetch(globalThis.fetch),
    userAgent: 'Starkdesk/0.1.0 (test)',
    clock: systemClock,
    limits: defaultHttpLimits,
    liveness: createLiveness({ connectMs: 60_000, probe: () => Promise.resolve() }),
    monotonicMs: () => performance.now(),
    onCall: undefined,
    onFault: undefined,
    readAnswer,
    limiter: createRateLimiter({
      limits: { maxInFlight, maxPerSecond: 100_000, burst: 100_000, minPerSecond: 1 },
    }),
  }
  return (endpoint, input, options = {}) =>
    callOnce(context, endpoint, input, {
      ...options,
      signal,
      ...(endpoint.isPrivate ? { accessToken: 'access-token-of-the-test' } : {}),
    })
}

const someKeys = { organizationKey: 'organization-1', apiKey: 'api-key-1' } as const
const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
/** The one of the recorded answer. */
const checkedAddress = '0x9358A525CC25aa571af0BCB5B98fBEAb045a5e36'
export const askedReference = '6462569061361987'
export const askedOrder = 81991
/** Of the recorded cancels. */
const askedCancel = 82010

/** Rows that are asked for, of each list. */
export const askedRows = {
  'market.trades': 1_000,
  'market.candles': 10_000,
  'orders.list': 1_000,
  'trades.list': 1_000,
  'transfers.list': 500,
} as const

const askedMarket = { market: 'ethusdc' } as const
const signed = { msgHash: '0x1', nonce: 7, signature: { r: '0x1', s: '0x2' } } as const

export const asks: Readonly<Record<EndpointName, (call: Call) => Promise<unknown>>> = {
  health: (call) => createServiceCalls(call).health(),
  'auth.nonce': (call) => createAuthCalls(call).requestNonce(address),
  'auth.login': (call) => createAuthCalls(call).logIn(address, `0x${'1'.repeat(130)}`),
  'auth.refresh': (call) => createAuthCalls(call).refresh('refresh-token-of-the-test'),
  'user.profile': (call) => createServiceCalls(call).getProfile(),
  'user.pnl': (call) => createServiceCalls(call).getPnl(),
  'user.balances': (call) => createServiceCalls(call).listBalances({}),
  'market.trades': (call) =>
    createServiceCalls(call).listMarketTrades({ ...askedMarket, limit: askedRows['market.trades'] }),
  'market.candles': (call) =>
    createServiceCalls(call).listCandles({ ...askedMarket, period: 1, limit: askedRows['market.candles'] }),
  'market.tickers': (call) => createServiceCalls(call).listTickers({}),
  'market.orderBook': (call) =>
    createServiceCalls(call).getOrderBook({ ...askedMarket, asksLimit: 200, bidsLimit: 200 }),
  'coins.list': (call) => createServiceCalls(call).listCoins(),
  'orders.list': (call) => createServiceCalls(call).listOrders({ limit: askedRows['orders.list'] }),
  'orders.get': (call) => createServiceCalls(call).getOrder(askedOrder),
  'orders.nonce': (call) =>
    createServiceCalls(call).prepareOrder({ ...askedMarket, type: 'market', side: 'buy', volume: '1' }),
  'orders.create': (call) => createServiceCalls(call).createOrder(signed),
  'orders.cancel': (call) => createServiceCalls(call).cancelOrder(askedCancel),
  'orders.bulkCancel': (call) => createServiceCalls(call).cancelOrders(askedMarket),
  'trades.list': (call) => createServiceCalls(call).listOwnTrades({ limit: askedRows['trades.list'] }),
  'transfers.checkUser': (call) =>
    createServiceCalls(call).checkUserExists({ ...someKeys, destinationAddress: checkedAddress }),
  'transfers.initiate': (call) =>
    createServiceCalls(call).initiateTransfer({
      ...someKeys,
      reference: askedReference,
      currency: 'usdc',
      amount: '1',
      destinationAddress: address,
    }),
  'transfers.process': (call) => createServiceCalls(call).processTransfer({ ...someKeys, ...signed }),
  'transfers.get': (call) => createServiceCalls(call).getTransfer(askedReference),
  'transfers.list': (call) => createServiceCalls(call).listTransfers({ limit: askedRows['transfers.list'] }),
}

/** The endpoint that a request is for. */
export function endpointAt(path: string): EndpointName {
  if (path.startsWith('/sapi/v1/orders/') && /\d/.test(path.slice(16))) return 'orders.get'
  if (/^\/sapi\/v1\/internal_transfers\/v2\/?(?:\?|$)/.test(path)) return 'transfers.list'
  const [, name = 'transfers.get'] = routes.find(([start]) => path.startsWith(start)) ?? []
  return name
}

const routes = [
  ['/sapi/v1/health', 'health'],
  ['/sapi/v2/auth/nonce', 'auth.nonce'],
  ['/sapi/v2/auth/login', 'auth.login'],
  ['/sapi/v1/auth/token/refresh', 'auth.refresh'],
  ['/sapi/v1/user/profile', 'user.profile'],
  ['/sapi/v1/user/pnl', 'user.pnl'],
  ['/sapi/v1/user/balance', 'user.balances'],
  ['/sapi/v1/user/bulkcancel', 'orders.bulkCancel'],
  ['/main/stat/v2/coins', 'coins.list'],
  ['/sapi/v1/market/tickers', 'market.tickers'],
  ['/sapi/v1/market/orderbook', 'market.orderBook'],
  ['/sapi/v1/market/trades', 'market.trades'],
  ['/sapi/v1/market/kline', 'market.candles'],
  ['/sapi/v1/orders/nonce', 'orders.nonce'],
  ['/sapi/v1/orders/create', 'orders.create'],
  ['/sapi/v1/orders/cancel', 'orders.cancel'],
  ['/sapi/v1/orders', 'orders.list'],
  ['/sapi/v1/trades', 'trades.list'],
  ['/sapi/v1/internal_transfers/v2/check_user_exists', 'transfers.checkUser'],
  ['/sapi/v1/internal_transfers/v2/initiate', 'transfers.initiate'],
  ['/sapi/v1/internal_transfers/v2/process', 'transfers.process'],
] as const

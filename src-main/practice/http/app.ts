// Routes requests to endpoints and wraps every response in the envelope.
import { Hono, type Context } from 'hono'
import { Refusal } from '../refusal.ts'
import type { Service } from '../service.ts'
import type { PracticeUser } from '../users.ts'
import { getOrder, getOrders, getPnl, getProfile } from './account-routes.ts'
import { authenticate, postLogin, postNonce, postRefresh } from './auth-routes.ts'
import { faultEnvelope, refuse } from './envelope.ts'
import {
  getCandles,
  getHealth,
  getMarketTrades,
  getOrderBook,
  getTickers,
  postCoins,
} from './market-routes.ts'
import {
  getBalance,
  getTrades,
  getTransfers,
  postBulkCancel,
  postOrderCancel,
  postOrderCreate,
  postOrderNonce,
} from './trading-routes.ts'
import { getTransfer, postCheckUser, postInitiate, postProcess } from './transfer-routes.ts'

/** A request and its status, without query, body or headers, which may hold secrets. */
export interface RequestReport {
  readonly method: string
  readonly path: string
  readonly status: number
}

export interface AppHooks {
  readonly onRequest?: ((report: RequestReport) => void) | undefined
  /** An internal fault; the client only sees `Internal Server Error`. */
  readonly onFault?: ((error: unknown) => void) | undefined
}

type Answer = (c: Context) => Response | Promise<Response>
type PrivateAnswer = (c: Context, service: Service, user: PracticeUser) => Response | Promise<Response>

/** The practice exchange as a web application. */
export function createApp(service: Service, hooks: AppHooks): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    const { clock, faults } = service
    c.header('Date', new Date(clock.now() + faults.options.dateOffSeconds * 1000).toUTCString())
    const isBare = faults.happens('tooManyBare')
    if (isBare || faults.happens('tooMany')) {
      if (!isBare) c.header('Retry-After', '1')
      c.res = refuse(c, new Refusal(429, 'Too many requests.'))
    } else await next()
    hooks.onRequest?.({ method: c.req.method, path: c.req.path, status: c.res.status })
  })
  app.notFound((c) => refuse(c, new Refusal(404, 'Not found.')))
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error)
    hooks.onFault?.(error)
    return c.json(faultEnvelope, 500)
  })

  const refuseMethod =
    (allowed: string): Answer =>
    (c) => {
      c.header('Allow', allowed)
      return refuse(c, new Refusal(405, `Method "${c.req.method}" not allowed.`))
    }
  /** Reads work with and without the trailing slash (facts, A11). */
  const read = (path: string, answer: Answer): void => {
    for (const form of [path, `${path}/`]) {
      app.get(form, answer)
      app.all(form, refuseMethod('GET, HEAD'))
    }
  }
  /** Writes need the trailing slash: such servers cannot redirect a POST (facts, A11). */
  const write = (path: string, answer: Answer): void => {
    app.post(path, answer)
    app.all(path, refuseMethod('POST'))
  }
  const guard =
    (answer: PrivateAnswer): Answer =>
    async (c) =>
      answer(c, service, await authenticate(c, service))

  read('/sapi/v1/health', getHealth)
  read('/sapi/v1/market/trades', (c) => getMarketTrades(c, service))
  read('/sapi/v1/market/kline', (c) => getCandles(c, service))

  read('/sapi/v1/market/tickers', (c) => getTickers(c, service))
  read('/sapi/v1/market/orderbook', (c) => getOrderBook(c, service))
  write('/main/stat/v2/coins/', postCoins)

  // The second form is the Python connector's (facts, A6).
  for (const root of ['/sapi/v2/auth', '/sapi/v1/auth/v2']) {
    write(`${root}/nonce/`, (c) => postNonce(c, service))
    write(`${root}/login/`, (c) => postLogin(c, service))
  }
  write('/sapi/v1/auth/token/refresh/', (c) => postRefresh(c, service))

  read(
    '/sapi/v1/user/profile',
    guard((c, _service, user) => getProfile(c, user)),
  )
  read('/sapi/v1/user/pnl', guard(getPnl))
  read('/sapi/v1/user/balance', guard(getBalance))
  write('/sapi/v1/user/bulkcancel/', guard(postBulkCancel))
  read('/sapi/v1/trades', guard(getTrades))
  write('/sapi/v1/orders/nonce/', guard(postOrderNonce))
  write('/sapi/v1/orders/create/', guard(postOrderCreate))
  write('/sapi/v1/orders/cancel/', guard(postOrderCancel))
  read('/sapi/v1/orders', guard(getOrders))
  read('/sapi/v1/orders/:order_id', guard(getOrder))

  // Before the look-up route, which would match their last segment as a reference.
  write('/sapi/v1/internal_transfers/v2/check_user_exists/', guard(postCheckUser))
  write('/sapi/v1/internal_transfers/v2/initiate/', guard(postInitiate))
  write('/sapi/v1/internal_transfers/v2/process/', guard(postProcess))
  read('/sapi/v1/internal_transfers/v2', guard(getTransfers))
  read('/sapi/v1/internal_transfers/v2/:client_reference_id', guard(getTransfer))
  return app
}

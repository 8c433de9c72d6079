// A small exchange over real HTTP on this machine, for what the practice exchange lacks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../src-main/async/clock.ts'
import { MadeAccount, type MadeFill, type MadeOrder } from './made-account.ts'
import { pnlOf, type FeeCounting, type PnlWireRow } from './made-pnl.ts'
import { candlesOf, closeAt, marketOf, tradedAt } from './made-prices.ts'
import { sumOf, type Rational } from './rational.ts'

const loginText =
  'You’re now signing into Made Exchange, make sure the origin is http://127.0.0.1 (Login-code:YG2DHzDpRncwCZAVRUTrVG)'
const zeroAddress = `0x${'0'.repeat(40)}`

export interface MadeExchangeOptions {
  readonly account: MadeAccount
  readonly clock: Clock
  readonly address: string
  readonly counting?: FeeCounting
  /** Orders that were created before are not told, in a list or alone. */
  readonly listedFromMs?: number
  /** The most rows of a page, whatever is asked for. */
  readonly largestPage?: number
  /** Fills come without their fees. */
  readonly hidesFees?: boolean
  /** Runs before each answer is made. */
  readonly onCall?: (path: string) => void
}

export interface MadeExchange {
  readonly baseUrl: string
  close(): Promise<void>
}

interface Refusal {
  readonly status: number
  readonly message: string
}

type Answer = { readonly payload: unknown; readonly token?: unknown } | Refusal

/** The service writes one offset in summer and another in winter, so that texts do not sort as times do. */
function isoTime(timeMs: number): string {
  const month = new Date(timeMs).getUTCMonth()
  const hours = month > 2 && month < 9 ? 2 : 1
  return `${new Date(timeMs + hours * 3_600_000).toISOString().slice(0, 19)}+0${String(hours)}:00`
}

const text = (value: Rational, places = 40): string => {
  const written = value.toDecimal(places)
  return written.includes('.') ? written : `${written}.0`
}

type FillRow = Readonly<Record<string, string | number | null>>

function fillRow({ id, order, price, amount, feeCurrency, feeAmount, timeMs }: MadeFill): FillRow {
  return {
    id,
    order_id: order.id,
    market: order.market.symbol,
    side: order.side,
    taker_type: order.side,
    price: text(price),
    amount: text(amount),
    total: text(price.multiply(amount)),
    fee_currency: feeCurrency,
    fee: '0.001',
    fee_amount: text(feeAmount),
    created_at: isoTime(timeMs),
  }
}

const withoutFee = (row: FillRow): FillRow => ({ ...row, fee: null, fee_currency: null, fee_amount: null })

/** An order as it is at an instant. */
function orderRow(
  order: MadeOrder,
  nowMs: number,
  isAlone: boolean,
  hidesFees = false,
): Record<string, unknown> {
  const fills = order.fills.filter(({ timeMs }) => timeMs <= nowMs)
  const filled = MadeAccount.filledAt(order, nowMs)
  const isCancelled = order.cancelledMs !== null && order.cancelledMs <= nowMs
  const total = sumOf(fills.map(({ price, amount }) => price.multiply(amount)))
  const updatedMs = Math.max(
    order.createdMs,
    ...fills.map(({ timeMs }) => timeMs),
    isCancelled ? (order.cancelledMs ?? 0) : 0,
  )
  const state = filled.equals(order.volume) ? 'done' : isCancelled ? 'cancel' : 'wait'
  const more = isAlone
    ? { trades: fills.map((fill) => (hidesFees ? withoutFee(fillRow(fill)) : fillRow(fill))) }
    : { stop_price: null, cancel_reason: state === 'cancel' ? 'Order cancelled by user' : null }
  return {
    id: order.id,
    uuid: `made-${String(order.id)}`,
    side: order.side,
    ord_type: order.price === null ? 'market' : 'limit',
    price: order.price === null ? null : text(order.price),
    avg_price: filled.sign() === 0 ? '0.0' : text(total.divide(filled), 16),
    state,
    market: order.market.symbol,
    created_at: isoTime(order.createdMs),
    updated_at: isoTime(updatedMs),
    origin_volume: text(order.volume),
    remaining_volume: text(order.volume.subtract(filled)),
    executed_volume: text(filled),
    maker_fee: '0.001',
    taker_fee: '0.001',
    trades_count: fills.length,
    ...more,
  }
}

function numberOf(query: URLSearchParams, name: string, otherwise: number): number {
  const value = query.get(name)
  return value === null ? otherwise : Number(value)
}

const notFound: Refusal = { status: 404, message: 'Record not found' }

/** Answers of one made-up account. */
class Desk {
  readonly #options: MadeExchangeOptions
  #pnl: { readonly key: string; readonly rows: PnlWireRow[] } | null = null

  constructor(options: MadeExchangeOptions) {
    this.#options = options
  }

  #nowMs(): number {
    return this.#options.clock.now()
  }

  #listed(): MadeOrder[] {
    const { account, listedFromMs = 0 } = this.#options
    const nowMs = this.#nowMs()
    return account.orders.filter(({ createdMs }) => createdMs >= listedFromMs && createdMs <= nowMs)
  }

  #pnlRows(): PnlWireRow[] {
    const { account, counting = 'net' } = this.#options
    const nowMs = this.#nowMs()
    const key = `${String(account.events().length)} ${String(nowMs)}`
    if (this.#pnl?.key !== key) this.#pnl = { key, rows: pnlOf(account, nowMs, counting) }
    return this.#pnl.rows
  }

  #list(query: URLSearchParams): unknown[] {
    const nowMs = this.#nowMs()
    const size = Math.min(numberOf(query, 'limit', 50), this.#options.largestPage ?? 1_000)
    const page = numberOf(query, 'page', 1)
    const fits = (name: string, value: unknown): boolean =>
      query.get(name) === null || query.get(name) === value
    const fromMs = numberOf(query, 'start_time', 0) * 1_000
    const toMs = numberOf(query, 'end_time', Infinity) * 1_000
    return this.#listed()
      .filter(({ market, side, createdMs }) => {
        const isIn = createdMs >= fromMs && createdMs <= toMs
        const isUnit = fits('base_unit', market.base) && fits('quote_unit', market.quote)
        return isIn && isUnit && fits('market', market.symbol) && fits('side', side)
      })
      .toReversed()
      .map((order) => orderRow(order, nowMs, false))
      .filter((row) => fits('state', row['state']) && fits('ord_type', row['ord_type']))
      .slice((page - 1) * size, page * size)
  }

  #transfer(reference: string): Answer {
    const { account, address } = this.#options
    const move = account.moves.find((one) => one.reference === reference && one.timeMs <= this.#nowMs())
    if (move === undefined) return { status: 404, message: 'Transfer does not exist' }
    const time = new Date(move.timeMs).toISOString().replace('Z', '000Z')
    const [from, to] = move.direction === 'out' ? [address, zeroAddress] : [zeroAddress, address]
    return {
      payload: {
        client_reference_id: reference,
        amount: text(move.amount),
        currency: move.currency,
        from_address: from,
        destination_address: to,
        status: 'success',
        created_at: time,
        updated_at: time,
      },
    }
  }

  #candles(query: URLSearchParams): Answer {
    const market = marketOf(query.get('market') ?? '')
    const nowMs = this.#nowMs()
    const toMs = numberOf(query, 'end_time', nowMs / 1_000) * 1_000
    const fromMs = numberOf(query, 'start_time', 0) * 1_000
    const limit = numberOf(query, 'limit', 30)
    return { payload: candlesOf(market, numberOf(query, 'period', 1), fromMs, toMs, nowMs, limit) }
  }

  /** One trade at the beginning of each minute with a candle. */
  #marketTrades(query: URLSearchParams): Answer {
    const market = marketOf(query.get('market') ?? '')
    let timeMs = Math.min(numberOf(query, 'timestamp', Infinity) * 1_000 - 1, this.#nowMs())
    const payload = Array.from({ length: numberOf(query, 'limit', 100) }, () => {
      timeMs = tradedAt(timeMs)
      const price = Number(closeAt(market, timeMs).toDecimal())
      const created = timeMs / 1_000
      timeMs -= 1
      const id = Math.floor(created / 60)
      return {
        id,
        price,
        amount: 1,
        total: price,
        market: market.symbol,
        created_at: created,
        taker_type: 'sell',
      }
    })
    return { payload: query.get('order_by') === 'asc' ? payload.reverse() : payload }
  }

  /** What needs no login, and logging in; null for any other path. */
  open(path: string, query: URLSearchParams): Answer | null {
    switch (path) {
      case '/sapi/v1/health/':
        return { payload: '' }
      case '/sapi/v1/market/kline/':
        return this.#candles(query)
      case '/sapi/v1/market/trades/':
        return this.#marketTrades(query)
      case '/sapi/v2/auth/nonce/':
        return { payload: loginText }
      case '/sapi/v2/auth/login/':
        return {
          payload: { uid: 'made', signature: '' },
          token: { access: 'made-access', refresh: 'made-refresh' },
        }
      case '/sapi/v1/auth/token/refresh/':
        return { payload: { access: 'made-access', refresh: 'made-refresh' } }
      default:
        return null
    }
  }

  own(path: string, query: URLSearchParams): Answer {
    if (path === '/sapi/v1/user/profile/') {
      return { payload: { name: 'Made', customer_id: '1', img: null, username: 'made', stark_key: '0x1' } }
    }
    if (path === '/sapi/v1/user/pnl/') return { payload: this.#pnlRows() }
    if (path === '/sapi/v1/orders/') return { payload: this.#list(query) }
    const [, orderId] = /^\/sapi\/v1\/orders\/(\d+)\/$/.exec(path) ?? []
    if (orderId !== undefined) {
      const order = this.#listed().find(({ id }) => id === Number(orderId))
      return order === undefined
        ? notFound
        : { payload: orderRow(order, this.#nowMs(), true, this.#options.hidesFees) }
    }
    const [, reference] = /^\/sapi\/v1\/internal_transfers\/v2\/([^/]+)\/?$/.exec(path) ?? []
    return reference === undefined ? notFound : this.#transfer(decodeURIComponent(reference))
  }
}

function write(response: ServerResponse, answer: Answer, nowMs: number): void {
  const isRefused = 'status' in answer
  const body = isRefused
    ? { status: 'error', message: answer.message, payload: {} }
    : { status: 'success', message: '', ...answer }
  response.sendDate = false
  response.writeHead(isRefused ? answer.status : 200, {
    'Content-Type': 'application/json',
    Date: new Date(nowMs).toUTCString(),
  })
  response.end(JSON.stringify(body))
}

/** Listens on a free port of the loopback address. Its clock is the given one, in its Date headers too. */
export async function startMadeExchange(options: MadeExchangeOptions): Promise<MadeExchange> {
  const desk = new Desk(options)
  function answer(request: IncomingMessage): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://made')
    options.onCall?.(pathname)
    const open = desk.open(pathname, searchParams)
    if (open !== null) return open
    if (request.headers.authorization !== 'JWT made-access') return { status: 401, message: 'Log in first' }
    return desk.own(pathname, searchParams)
  }
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      try {
        write(response, answer(request), options.clock.now())
      } catch (error) {
        write(response, { status: 500, message: String(error) }, options.clock.now())
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A test that forgets to close it still ends.
  server.unref()
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

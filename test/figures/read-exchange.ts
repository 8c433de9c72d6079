// Raw rows of one account by REST, one call after the other, and bounded.
import { Wallet } from 'ethers'
import {
  decimalOf,
  listOf,
  parseKeepingDigits,
  quietNumber,
  recordOf,
  textOf,
  timeOf,
  wholeOf,
} from './json.ts'
import {
  splitMarket,
  type EnteredMove,
  type PnlReading,
  type PnlRow,
  type RawCandle,
  type RawFill,
  type RawOrder,
  type RawRows,
  type RawTrade,
  type RawTransfer,
  type Side,
} from './raw-rows.ts'

export interface ReadOptions {
  readonly baseUrl: string
  readonly ethereumPrivateKey: string
  readonly markets: readonly string[]
  /** The exchange's clock; the moment of the last `pnl` where missing. */
  readonly nowMs?: number | undefined
  /** Stands in for the Date header, where the exchange's clock stands still and its web server's does not. */
  readonly momentMs?: number | undefined
  readonly earlierPnl?: readonly PnlReading[] | undefined
  readonly entered?: readonly EnteredMove[] | undefined
  readonly sinceMs?: number | null | undefined
  /** References of transfers to look up, where the exchange has no list of them. */
  readonly references?: readonly string[] | undefined
  /** Whether to read the last 24 hours and a minute of each market. */
  readonly lastDay?: boolean | undefined
}

const PAGE = 1000
const MAX_PAGES = 1000
const MAX_READINGS = 20
const CALL_TIMEOUT_MS = 60_000

interface Answer {
  readonly status: number
  readonly payload: unknown
  readonly token: unknown
  readonly dateMs: number
}

function sideOf(record: Record<string, unknown>): Side {
  const side = textOf(record, 'side')
  if (side !== 'buy' && side !== 'sell') throw new TypeError(`side: ${side}`)
  return side
}

function readFill(value: unknown): RawFill {
  const row = recordOf(value)
  return {
    id: wholeOf(row, 'id'),
    orderId: wholeOf(row, 'order_id'),
    market: textOf(row, 'market'),
    side: sideOf(row),
    price: decimalOf(row, 'price'),
    amount: decimalOf(row, 'amount'),
    total: decimalOf(row, 'total'),
    feeCurrency: textOf(row, 'fee_currency'),
    feeAmount: decimalOf(row, 'fee_amount'),
    timeMs: timeOf(row, 'created_at'),
  }
}

function readOrder(value: unknown): RawOrder {
  const row = recordOf(value)
  return {
    id: wholeOf(row, 'id'),
    market: textOf(row, 'market'),
    side: sideOf(row),
    type: textOf(row, 'ord_type'),
    state: textOf(row, 'state'),
    price: row['price'] === null ? null : decimalOf(row, 'price'),
    averagePrice: decimalOf(row, 'avg_price'),
    originVolume: decimalOf(row, 'origin_volume'),
    executedVolume: decimalOf(row, 'executed_volume'),
    createdMs: timeOf(row, 'created_at'),
    updatedMs: timeOf(row, 'updated_at'),
    fills: row['trades'] === undefined ? [] : listOf(row['trades']).map(readFill),
  }
}

function readPnlRow(value: unknown): PnlRow {
  const row = recordOf(value)
  return {
    currency: textOf(row, 'currency'),
    pnlCurrency: textOf(row, 'pnl_currency'),
    credit: decimalOf(row, 'total_credit'),
    debit: decimalOf(row, 'total_debit'),
    creditValue: decimalOf(row, 'total_credit_value'),
    debitValue: decimalOf(row, 'total_debit_value'),
    averageBuyPrice: decimalOf(row, 'average_buy_price'),
    averageSellPrice: decimalOf(row, 'average_sell_price'),
    averageBalancePrice: decimalOf(row, 'average_balance_price'),
    balanceValue: decimalOf(row, 'total_balance_value'),
  }
}

function readTransfer(value: unknown, address: string): RawTransfer {
  const row = recordOf(value)
  const isSent = textOf(row, 'from_address').toLowerCase() === address.toLowerCase()
  return {
    reference: textOf(row, 'client_reference_id'),
    currency: textOf(row, 'currency').toLowerCase(),
    amount: decimalOf(row, 'amount'),
    direction: isSent ? 'out' : 'in',
    status: textOf(row, 'status'),
    timeMs: timeOf(row, 'updated_at'),
  }
}

function readCandle(value: unknown): RawCandle {
  const [second, open, high, low, close, volume] = listOf(value)
  return {
    startMs: Number(second) * 1000,
    open: quietNumber(open),
    high: quietNumber(high),
    low: quietNumber(low),
    close: quietNumber(close),
    volume: quietNumber(volume),
  }
}

/** One signed-in user of an exchange. */
export class ExchangeReader {
  readonly #options: ReadOptions
  readonly #wallet: Wallet
  #access = ''

  constructor(options: ReadOptions) {
    this.#options = options
    this.#wallet = new Wallet(options.ethereumPrivateKey)
  }

  get address(): string {
    return this.#wallet.address
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const answer = await fetch(`${this.#options.baseUrl}${path}`, {
      ...init,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const body = recordOf(parseKeepingDigits(await answer.text()))
    return {
      status: body['status'] === 'error' && answer.status === 200 ? 400 : answer.status,
      payload: body['payload'],
      token: body['token'],
      dateMs: Date.parse(answer.headers.get('date') ?? ''),
    }
  }

  async #post(path: string, body: Record<string, string>): Promise<Answer> {
    const answer = await this.#send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status}`)
    return answer
  }

  async #signIn(): Promise<void> {
    const { payload } = await this.#post('/sapi/v2/auth/nonce/', { eth_address: this.address })
    if (typeof payload !== 'string') throw new TypeError('the login text is no text')
    const { token } = await this.#post('/sapi/v2/auth/login/', {
      eth_address: this.address,
      user_signature: await this.#wallet.signMessage(payload),
    })
    this.#access = textOf(recordOf(token), 'access')
  }

  async #tryGet(path: string): Promise<Answer> {
    const get = (): Promise<Answer> => this.#send(path, { headers: { Authorization: `JWT ${this.#access}` } })
    if (this.#access === '') await this.#signIn()
    const first = await get()
    if (first.status !== 401) return first
    await this.#signIn()
    return get()
  }

  async #get(path: string): Promise<Answer> {
    const answer = await this.#tryGet(path)
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status}`)
    return answer
  }

  async profile(): Promise<{ readonly starkKey: string; readonly username: string }> {
    const row = recordOf((await this.#get('/sapi/v1/user/profile/')).payload)
    return { starkKey: textOf(row, 'stark_key'), username: textOf(row, 'username') }
  }

  async pnl(): Promise<PnlReading> {
    const { payload, dateMs } = await this.#get('/sapi/v1/user/pnl/')
    const rows = listOf(payload).map(readPnlRow)
    const momentMs = this.#options.momentMs ?? dateMs
    if (Number.isNaN(momentMs)) throw new TypeError('pnl came without a Date header')
    return { momentMs, rows: new Map(rows.map((row) => [row.currency, row])) }
  }

  /** All orders, oldest first, each once: an order that moved to another page while it was read is taken once. */
  async orders(): Promise<RawOrder[]> {
    const listed = new Map<number, RawOrder>()
    for (let page = 1; ; page += 1) {
      if (page > MAX_PAGES) throw new Error(`more than ${MAX_PAGES} pages of orders`)
      const { payload } = await this.#get(`/sapi/v1/orders/?limit=${PAGE}&page=${page}&order_by=desc`)
      const rows = listOf(payload).map(readOrder)
      for (const row of rows) listed.set(row.id, row)
      if (rows.length < PAGE) break
    }
    const orders: RawOrder[] = []
    for (const order of [...listed.values()].sort((a, b) => a.id - b.id)) {
      orders.push(order.executedVolume.sign() === 0 ? order : await this.order(order.id))
    }
    return orders
  }

  async order(id: number): Promise<RawOrder> {
    return readOrder((await this.#get(`/sapi/v1/orders/${id}/`)).payload)
  }

  /** The list of transfers (facts, B9), or those of the given references where the exchange has no list. */
  async transfers(): Promise<RawTransfer[]> {
    const listed = await this.#tryGet(`/sapi/v1/internal_transfers/v2/?limit=${PAGE}&offset=0`)
    let rows: readonly unknown[]
    if (listed.status === 200) {
      rows = listOf(recordOf(listed.payload)['internal_transfers'])
      if (rows.length >= PAGE) throw new Error('more than a page of transfers')
    } else {
      const found: unknown[] = []
      for (const reference of this.#options.references ?? []) {
        found.push(
          (await this.#get(`/sapi/v1/internal_transfers/v2/${encodeURIComponent(reference)}`)).payload,
        )
      }
      rows = found
    }
    return rows.map((row) => readTransfer(row, this.address)).filter(({ status }) => status === 'success')
  }

  /** Minute candles whose start lies in fromMs .. toMs, both inclusive; at most a day. */
  async minutes(market: string, fromMs: number, toMs: number): Promise<RawCandle[]> {
    const range = `start_time=${fromMs / 1000}&end_time=${toMs / 1000}`
    const { payload } = await this.#get(
      `/sapi/v1/market/kline/?market=${market}&period=1&limit=1500&${range}`,
    )
    return listOf(payload)
      .map(readCandle)
      .filter(({ startMs }) => startMs >= fromMs && startMs <= toMs)
  }

  async lastTrade(market: string): Promise<RawTrade | null> {
    const { payload } = await this.#get(`/sapi/v1/market/trades/?market=${market}&limit=1`)
    const [newest] = listOf(payload)
    if (newest === undefined) return null
    const row = recordOf(newest)
    return {
      id: wholeOf(row, 'id'),
      price: quietNumber(row['price']),
      timeMs: wholeOf(row, 'created_at') * 1000,
    }
  }

  /**
   * A reading of `pnl` and a listing of orders and transfers that began after it. Read again where a fill or transfer lies
   * within two seconds of the reading's moment. Throws after 20 tries.
   */
  async #pair(): Promise<{ pnl: PnlReading; orders: RawOrder[]; transfers: RawTransfer[] }> {
    for (let tries = 0; tries < MAX_READINGS; tries += 1) {
      const pnl = await this.pnl()
      const orders = await this.orders()
      const transfers = await this.transfers()
      const isNear = ({ timeMs }: { readonly timeMs: number }): boolean =>
        Math.abs(timeMs - pnl.momentMs) <= 2_000
      if (!orders.some(({ fills }) => fills.some(isNear)) && !transfers.some(isNear)) {
        return { pnl, orders, transfers }
      }
    }
    throw new Error(`no quiet moment in ${MAX_READINGS} readings`)
  }

  /** Everything that the figures need. */
  async rows(): Promise<RawRows> {
    const { pnl, orders, transfers } = await this.#pair()
    const nowMs = this.#options.nowMs ?? pnl.momentMs
    const markets = [...new Set([...this.#options.markets, ...orders.map(({ market }) => market)])].sort()
    const candles = await this.#candles(markets, pnl, orders, transfers, nowMs)
    const lastTrades = new Map<string, RawTrade>()
    for (const market of markets) {
      const trade = await this.lastTrade(market)
      if (trade !== null) lastTrades.set(market, trade)
    }
    const { earlierPnl = [], entered = [], sinceMs = null } = this.#options
    const { address } = this
    return {
      address,
      nowMs,
      markets,
      orders,
      pnl,
      earlierPnl,
      transfers,
      entered,
      candles,
      lastTrades,
      sinceMs,
    }
  }

  /** Minutes of the days in which something was moved that has the pnl currency on neither side, and of the last day. */
  async #candles(
    markets: readonly string[],
    pnl: PnlReading,
    orders: readonly RawOrder[],
    transfers: readonly RawTransfer[],
    nowMs: number,
  ): Promise<Map<string, RawCandle[]>> {
    const currencies = new Set(pnl.rows.keys())
    const money = [...pnl.rows.values()][0]?.pnlCurrency ?? 'usdc'
    const dayMs = 86_400_000
    const days = new Set<number>()
    const addDay = (timeMs: number): void => {
      // The day before as well: a market may rest for hours.
      days.add(Math.floor(timeMs / dayMs)).add(Math.floor(timeMs / dayMs) - 1)
    }
    for (const { market, fills } of orders) {
      const pair = splitMarket(market, currencies)
      const isPriced = pair?.base === money || pair?.quote === money
      for (const { timeMs, feeCurrency } of fills) {
        if (!isPriced || (feeCurrency !== pair.base && feeCurrency !== pair.quote)) addDay(timeMs)
      }
    }
    for (const { currency, timeMs } of transfers) if (currency !== money) addDay(timeMs)
    const candles = new Map<string, RawCandle[]>()
    for (const market of markets) {
      const found = new Map<number, RawCandle>()
      for (const day of [...days].sort((a, b) => a - b)) {
        const minutes = await this.minutes(market, day * dayMs, day * dayMs + dayMs - 60_000)
        for (const candle of minutes) found.set(candle.startMs, candle)
      }
      if (this.#options.lastDay === true) {
        const runningMs = Math.floor(nowMs / 60_000) * 60_000
        const fromMs = runningMs - 1440 * 60_000
        for (const candle of await this.minutes(market, fromMs, runningMs)) found.set(candle.startMs, candle)
      }
      candles.set(
        market,
        [...found.values()].sort((a, b) => a.startMs - b.startMs),
      )
    }
    return candles
  }
}

/** All raw rows of one account. Throws where the exchange refuses a call or writes what the interface does not say. */
export function readRawRows(options: ReadOptions): Promise<RawRows> {
  return new ExchangeReader(options).rows()
}

// The private stream of one process, and what the app keeps of what it reports: true, late, made up, of a stranger's order, or cut.
import { EventEmitter } from 'node:events'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import { isAppError } from '../../../../src-preload/domain/errors.ts'
import { exactText } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { ExchangeClient } from '../../../../src-main/exchange/client.ts'
import type { StreamOrder } from '../../../../src-main/exchange/streams/row-messages.ts'
import { streamNames } from '../../../../src-main/exchange/streams/stream-names.ts'
import type { StreamsEvents } from '../../../../src-main/exchange/streams/streams.ts'
import { startOrderReports } from '../../../../src-main/orders/live/order-reports.ts'
import type { UserOrder } from '../../../../src-main/practice/trading/user-order.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'

/** What the stream says of an order. */
export const streamEvents = ['asItIs', 'asItBegan', 'madeUp', 'fill', 'stranger', 'twice'] as const
export type StreamEvent = (typeof streamEvents)[number]

/** More than one history places. */
const LISTED = 30

/** No order has such an id. */
const STRANGERS_FROM = 1_000_000_000
export const isStranger = (id: number): boolean => id >= STRANGERS_FROM

export interface HistoryStreamsOptions {
  readonly client: ExchangeClient
  /** The cache of orders, which outlives a process; by id. */
  readonly cache: Map<number, Order>
  readonly nowMs: () => number
  readonly onFault: (error: unknown) => void
}

export type HistoryStreams = ReturnType<typeof openHistoryStreams>

function reportOf(order: UserOrder, event: StreamEvent, nowMs: number): StreamOrder {
  const amount = (units: number): string =>
    exactText({ units: BigInt(units), scale: order.market.volumeDecimals })
  const remaining = event === 'asItBegan' ? order.originUnits : event === 'madeUp' ? 0 : order.remaining
  return {
    id: event === 'stranger' ? STRANGERS_FROM + order.id : order.id,
    market: order.market.symbol,
    side: order.side,
    type: order.type,
    state: event === 'asItBegan' ? 'pending' : event === 'madeUp' ? 'done' : order.state,
    price: null,
    averagePrice: null,
    originVolume: amount(order.originUnits),
    remainingVolume: amount(remaining),
    executedVolume: amount(order.originUnits - remaining),
    tradesCount: event === 'madeUp' ? 7 : null,
    createdAtMs: order.createdMs,
    updatedAtMs: event === 'asItBegan' ? order.createdMs : event === 'madeUp' ? nowMs : order.updatedMs,
  }
}

export function openHistoryStreams({ client, cache, nowMs, onFault }: HistoryStreamsOptions) {
  const events = new EventEmitter<StreamsEvents>()
  const reported = new Set<number>()
  const put = (orders: readonly Order[]): void => orders.forEach((order) => cache.set(order.id, order))
  const store: Pick<Store, 'getOrder' | 'putOrders' | 'putOrderTrades'> = {
    getOrder: (_account, id) => Promise.resolve(cache.get(id) ?? null),
    putOrders(_account, orders) {
      put(orders)
      return Promise.resolve({ changedIds: orders.map(({ id }) => id) })
    },
    putOrderTrades(_account, order) {
      put([order])
      return Promise.resolve()
    },
  }

  let isFirst = true
  async function listAll(): Promise<void> {
    // Signs in: not beside a command that does. What was there before is read when the stream is cut.
    if (isFirst) return
    try {
      put((await client.listOrders({ page: 1, limit: LISTED })).orders)
    } catch (error) {
      if (!isAppError(error)) throw error
    }
  }

  const reports = startOrderReports({
    accountId: 'a',
    streams: { events, subscribe: () => () => undefined },
    source: client,
    store,
    isPaused: () => false,
    // Moved by hand, as the timers are.
    monotonicMs: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    listAll: () => void listAll(),
    onReported: () => undefined,
    onRead: () => undefined,
    onLive: () => undefined,
    onFault: (error) => {
      if (!isAppError(error)) onFault(error)
    },
  })

  const connect = (): void =>
    void events.emit('confirmed', 'private', [streamNames.orders, streamNames.fills])
  connect()
  isFirst = false

  return {
    say(order: UserOrder, event: StreamEvent): void {
      const report = reportOf(order, event, nowMs())
      reported.add(report.id)
      if (event === 'fill') {
        const { id: orderId, market, side } = report
        const fill = { id: 1, orderId, market, price: '1', amount: '1', total: null, side, takerType: null }
        events.emit('fill', { ...fill, createdAtMs: order.updatedMs })
        return
      }
      for (let times = event === 'twice' ? 2 : 1; times > 0; times -= 1) events.emit('order', report)
    },
    /** What was reported while it was cut is not reported again. */
    cut(): void {
      events.emit('lost', 'private')
      connect()
    },
    /** Reports that REST has not settled. */
    open: (): number[] => [...reported].filter((id) => reports.hasReport(id)),
    stop: () => reports.stop(),
  }
}

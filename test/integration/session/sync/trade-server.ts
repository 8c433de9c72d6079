// Public trades of markets behind a real server, with the ways in which services may differ.
import { type ScriptedServer, startScriptedServer } from '../../../fixtures/scripted-server.ts'

const TRADES = '/sapi/v1/market/trades/'

export interface ServedTrade {
  readonly id: number
  readonly second: number
}

export interface TradeServerOptions {
  /** Of each market, in any order; more may be pushed while it runs. What is not named is unknown to the service. */
  readonly trades: Readonly<Record<string, readonly ServedTrade[]>>
  /** The service's time: later trades have not happened. */
  readonly nowMs: () => number
  /** The service's own limit. */
  readonly most?: number
  /** Trades of the second that is asked for come too. */
  readonly isInclusive?: boolean
  /** So many answers are empty although there are trades. */
  emptyAnswers?: number
}

export interface TradeServer extends ScriptedServer {
  /** Questions so far. `beforeSecond` is null where the newest were asked for. */
  asked(): { market: string; beforeSecond: number | null; limit: number }[]
}

function wireOf(market: string, { id, second }: ServedTrade) {
  return { id, price: 1.5, amount: 2, total: 3, market, created_at: second, taker_type: 'buy' }
}

export async function startTradeServer(options: TradeServerOptions): Promise<TradeServer> {
  const { trades, nowMs, most = 1_000 } = options
  const server = await startScriptedServer(({ path, query }) => {
    if (path !== TRADES) return { json: { status: 'success', message: '', payload: [] } }
    const market = query['market'] ?? ''
    const all = trades[market]
    if (all === undefined) {
      return { status: 400, json: { status: 'error', message: 'please enter a valid market', payload: '' } }
    }
    const before = query['timestamp'] === undefined ? Infinity : Number(query['timestamp'])
    const until = options.isInclusive === true ? before + 1 : before
    const limit = Math.min(Number(query['limit'] ?? 100), most)
    const newest = all
      .filter(({ second }) => second < until && second * 1_000 <= nowMs())
      .sort((a, b) => b.second - a.second || b.id - a.id)
      .slice(0, limit)
    const isEmpty = (options.emptyAnswers ?? 0) > 0
    if (isEmpty) options.emptyAnswers = (options.emptyAnswers ?? 0) - 1
    const payload = isEmpty ? [] : newest.map((trade) => wireOf(market, trade))
    return { json: { status: 'success', message: 'Retrieval Successful', payload } }
  })
  return {
    ...server,
    asked: () =>
      server.requests
        .filter(({ path }) => path === TRADES)
        .map(({ query }) => ({
          market: query['market'] ?? '',
          beforeSecond: query['timestamp'] === undefined ? null : Number(query['timestamp']),
          limit: Number(query['limit']),
        })),
  }
}

// Keeps what is known about the numbers that markets take, per network, and looks at a market's book now and then.
import { z } from 'zod'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { marketSymbol } from '../../../src-preload/contract/orders/entities.ts'
import { type MarketRules, marketRules } from '../../../src-preload/contract/markets/market-rules.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import { exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { createMutex } from '../../async/mutex.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { Store } from '../../store/api/store-api.ts'
import {
  learnFromNumbers,
  learnFromRefusal,
  nothingKnown,
  readDecimalsRefusal,
  type ShownNumbers,
} from './learn-rules.ts'
import type { Tools } from '../../tools.ts'

/** Setting of a network: rules by market, as JSON. They are the same for all accounts. */
const SETTING = 'marketRules:'
const LOOK_AGAIN_MS = 600_000
const MAX_TRADES = 200
const MAX_ORDERS = 200
const BOOK_ORDERS = 100
const turn = { urgency: 'asked', lane: 'trading' } as const

const keptRules = z.record(marketSymbol, marketRules)
type KeptRules = z.infer<typeof keptRules>

function readKept(text: string | null): KeptRules {
  if (text === null) return {}
  try {
    return keptRules.catch({}).parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

export interface MarketRulesOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listMarketTrades' | 'listOpenOrders'>
  readonly current: Pick<CurrentAccount, 'require'>
}

/** The numbers of an order; null for one that it does not have. */
export interface OrderNumbers {
  readonly amount: string
  readonly price: string | null
  readonly stopPrice: string | null
}

const decimalsOf = (text: string): number => exactText(parseExact(text)).split('.')[1]?.length ?? 0

export function createMarketRules({ store, current, clock, log }: MarketRulesOptions) {
  const lookedAtMs = new Map<string, number>()
  /** One change at a time, so that none is lost. */
  const mutex = createMutex()

  function change(
    network: string,
    market: string,
    learn: (known: MarketRules) => MarketRules,
  ): Promise<MarketRules> {
    return mutex(async () => {
      const kept = readKept(await store.getSetting(SETTING + network))
      const known = kept[market] ?? nothingKnown
      const learned = learn(known)
      if (JSON.stringify(learned) !== JSON.stringify(known)) {
        await store.setSetting(SETTING + network, JSON.stringify({ ...kept, [market]: learned }))
      }
      return learned
    })
  }

  async function readBook({ client, signal }: AccountSession, market: string): Promise<ShownNumbers> {
    try {
      const options = { ...turn, signal }
      const { asks, bids } = await client.getOrderBook(
        { market, asksLimit: BOOK_ORDERS, bidsLimit: BOOK_ORDERS },
        options,
      )
      const orders = [...asks, ...bids]
      return {
        prices: orders.flatMap(({ price }) => (price === null ? [] : [price])),
        amounts: orders.map(({ remainingVolume }) => remainingVolume),
      }
    } catch (error) {
      if (!isAppError(error)) throw error
      log.fault('trading', 'learn the decimals of a market', error)
      return { prices: [], amounts: [] }
    }
  }

  async function look(session: AccountSession, market: string): Promise<ShownNumbers> {
    const [book, { trades }, open] = await Promise.all([
      readBook(session, market),
      store.listMarketTrades(session.network, market, MAX_TRADES),
      store.listOpenOrders(session.account.id, MAX_ORDERS),
    ])
    const own = open.filter((order) => order.market === market)
    return {
      prices: [
        ...book.prices,
        ...trades.map(({ price }) => price),
        ...own.flatMap(({ price }) => (price === null ? [] : [price])),
      ],
      amounts: [
        ...book.amounts,
        ...trades.map(({ amount }) => amount),
        ...own.map(({ originVolume }) => originVolume),
      ],
    }
  }

  async function learn(session: AccountSession, market: string): Promise<MarketRules> {
    const key = `${session.network} ${market}`
    const nowMs = clock.now()
    if (nowMs - (lookedAtMs.get(key) ?? -Infinity) < LOOK_AGAIN_MS) {
      return change(session.network, market, (known) => known)
    }
    lookedAtMs.set(key, nowMs)
    const shown = await look(session, market)
    // A market that showed nothing, as while offline, is looked at again at the next call.
    if (shown.amounts.length === 0) lookedAtMs.delete(key)
    return change(session.network, market, (known) => learnFromNumbers(known, shown))
  }

  return {
    getMarketRules: ({ market }: ChannelInput<'trading:getMarketRules'>): Promise<MarketRules> =>
      learn(current.require(), market),

    /**
     * Refuses what the exchange is likely to refuse, for where something would be lost by then. Errors: validation of `amount`,
     * `price` or `stopPrice` (tooManyDecimals, with `decimals`) for more decimals than the market has shown or said.
     */
    async checkDecimals(session: AccountSession, market: string, numbers: OrderNumbers): Promise<void> {
      const { amountDecimals, priceDecimals } = await learn(session, market)
      for (const [field, most] of [
        ['amount', amountDecimals],
        ['price', priceDecimals],
        ['stopPrice', priceDecimals],
      ] as const) {
        const text = numbers[field]
        if (text === null || most === null || decimalsOf(text) <= most) continue
        throw new AppError('validation', { field, reason: 'tooManyDecimals', decimals: most })
      }
    },

    /** Learns from a refusal, if it is the one that names decimals. Resolves when it is kept. */
    async noteRefusal(network: string, failure: ErrorReport | null): Promise<void> {
      const message = failure?.data['message']
      const said = typeof message === 'string' ? readDecimalsRefusal(message) : null
      if (said !== null) await change(network, said.market, (known) => learnFromRefusal(known, said))
    },
  }
}

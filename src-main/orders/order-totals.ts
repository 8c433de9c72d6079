// Exact totals over all matching orders or fills, summed batch by batch without blocking other requests.
import type {
  FillFilter,
  FillTotals,
  OrderFilter,
  OrderTotals,
  SideTotals,
} from '../../src-preload/contract/orders/orders.ts'
import {
  type Exact,
  add,
  exactText,
  multiplyDivideHalfEven,
  one,
  parseExact,
  zero,
} from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { FeeSum, FeeSums, FillPlace } from '../store/api/order-pages.ts'
import type { Store } from '../store/api/store-api.ts'

/** Decimals of an average price; more than the exchange uses. */
const averageDecimals = 18

/** Value ÷ amount of one side, rounded half to even; null without an amount. Source: figures.md, "Average price". */
const averageOf = (value: Exact, amount: Exact): string | null =>
  amount.units === 0n ? null : exactText(multiplyDivideHalfEven(value, one, amount, averageDecimals))

/** Exact sums by name, each with several parts. */
function createSums<Part extends string>(parts: readonly Part[]) {
  const sums = new Map<string, Record<Part, Exact>>()
  return {
    add(name: string, values: Readonly<Record<Part, string>>): void {
      const before = sums.get(name)
      const after = Object.fromEntries(
        parts.map((part) => [part, add(before?.[part] ?? zero, parseExact(values[part]))]),
      )
      // Built from the same parts, one entry each.
      sums.set(name, after as Record<Part, Exact>)
    },
    /** Sorted by name. */
    list: (): [string, Record<Part, Exact>][] => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}

function createCurrencySums() {
  const sums = createSums(['amount'])
  return {
    add: (fees: readonly FeeSum[]) => {
      for (const fee of fees) sums.add(fee.currency, fee)
    },
    list: () => sums.list().map(([currency, { amount }]) => ({ currency, amount: exactText(amount) })),
  }
}

function createFees() {
  const paid = createCurrencySums()
  const quoted = createCurrencySums()
  let unquotedFees = 0
  return {
    add(sums: FeeSums): void {
      paid.add(sums.fees)
      quoted.add(sums.quoteFees)
      unquotedFees += sums.unquotedFees
    },
    read: (): FeeSums => ({ fees: paid.list(), quoteFees: quoted.list(), unquotedFees }),
  }
}

const sideTotals = (amount: Exact, value: Exact, inexactValues: number): SideTotals => ({
  amount: exactText(amount),
  value: exactText(value),
  inexactValues,
  averagePrice: averageOf(value, amount),
})

/** The pieces of each account, one after the other; `read` gets where the piece before ended. */
async function* readSums<Piece, Place>(
  accountIds: readonly string[],
  signal: AbortSignal,
  read: (accountId: string, after: Place | null) => Promise<Piece>,
  nextOf: (piece: Piece) => Place | null,
): AsyncGenerator<Piece> {
  for (const accountId of accountIds) {
    let after: Place | null = null
    do {
      signal.throwIfAborted()
      const piece: Piece = await read(accountId, after)
      yield piece
      after = nextOf(piece)
    } while (after !== null)
  }
}

/**
 * Sums the orders of these accounts. Of several accounts each figure is the exact sum of each account's; an average is of the sums.
 * @throws the abort reason of `signal`
 */
export async function sumOrders(
  store: Pick<Store, 'sumOrders'>,
  accountIds: readonly string[],
  filter: OrderFilter,
  signal: AbortSignal,
): Promise<OrderTotals> {
  const parts = ['originVolume', 'bought', 'boughtValue', 'sold', 'soldValue'] as const
  const markets = createSums(parts)
  const counts = new Map<string, { orders: number; inexactBought: number; inexactSold: number }>()
  const fees = createFees()
  let ordersWithoutFees = 0
  const pieces = readSums(
    accountIds,
    signal,
    (accountId, belowId: number | null) => store.sumOrders(accountId, filter, belowId),
    ({ nextId }) => nextId,
  )
  for await (const piece of pieces) {
    for (const { market, orders, originVolume, buy, sell } of piece.markets) {
      markets.add(market, {
        originVolume,
        bought: buy.executedVolume,
        boughtValue: buy.executedValue,
        sold: sell.executedVolume,
        soldValue: sell.executedValue,
      })
      const count = counts.get(market) ?? { orders: 0, inexactBought: 0, inexactSold: 0 }
      counts.set(market, {
        orders: count.orders + orders,
        inexactBought: count.inexactBought + buy.inexactValues,
        inexactSold: count.inexactSold + sell.inexactValues,
      })
    }
    fees.add(piece)
    ordersWithoutFees += piece.ordersWithoutFees
  }
  signal.throwIfAborted()
  return {
    orders: [...counts.values()].reduce((sum, { orders }) => sum + orders, 0),
    markets: markets.list().map(([market, { originVolume, bought, boughtValue, sold, soldValue }]) => {
      const { orders = 0, inexactBought = 0, inexactSold = 0 } = counts.get(market) ?? {}
      return {
        market,
        orders,
        originVolume: exactText(originVolume),
        executedVolume: exactText(add(bought, sold)),
        executedValue: exactText(add(boughtValue, soldValue)),
        inexactValues: inexactBought + inexactSold,
        bought: sideTotals(bought, boughtValue, inexactBought),
        sold: sideTotals(sold, soldValue, inexactSold),
      }
    }),
    ...fees.read(),
    ordersWithoutFees,
  }
}

/**
 * As `sumOrders`, of fills.
 * @throws the abort reason of `signal`
 */
export async function sumFills(
  store: Pick<Store, 'sumFills'>,
  accountIds: readonly string[],
  filter: FillFilter,
  signal: AbortSignal,
): Promise<FillTotals> {
  const parts = ['boughtAmount', 'boughtValue', 'soldAmount', 'soldValue'] as const
  const markets = createSums(parts)
  const counts = new Map<string, number>()
  const fees = createFees()
  const pieces = readSums(
    accountIds,
    signal,
    (accountId, after: FillPlace | null) => store.sumFills(accountId, filter, after),
    ({ next }) => next,
  )
  for await (const piece of pieces) {
    for (const sums of piece.markets) {
      markets.add(sums.market, sums)
      counts.set(sums.market, (counts.get(sums.market) ?? 0) + sums.fills)
    }
    fees.add(piece)
  }
  signal.throwIfAborted()
  return {
    fills: [...counts.values()].reduce((sum, count) => sum + count, 0),
    markets: markets.list().map(([market, sums]) => ({
      market,
      fills: counts.get(market) ?? 0,
      boughtAmount: exactText(sums.boughtAmount),
      boughtValue: exactText(sums.boughtValue),
      soldAmount: exactText(sums.soldAmount),
      soldValue: exactText(sums.soldValue),
      averageBought: averageOf(sums.boughtValue, sums.boughtAmount),
      averageSold: averageOf(sums.soldValue, sums.soldAmount),
    })),
    ...fees.read(),
  }
}

// What a filter, a sort and a sum should come to, worked out in memory with exact fractions.
import type { Order, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderFilter, OrderSort } from '../../../src-preload/contract/orders/orders.ts'

/** A number as a fraction of whole numbers, the lower one above zero. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

export function fractionOf(text: string): Fraction {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const size = BigInt(whole + fraction)
  return { top: minus === '' ? size : -size, bottom: 10n ** BigInt(fraction.length) }
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))

export function plus(a: Fraction, b: Fraction): Fraction {
  const top = a.top * b.bottom + b.top * a.bottom
  const bottom = a.bottom * b.bottom
  const common = greatestDivisor(top < 0n ? -top : top, bottom)
  return common > 1n ? { top: top / common, bottom: bottom / common } : { top, bottom }
}

export const times = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
})

export function compareTexts(a: string, b: string): number {
  const [one, other] = [fractionOf(a), fractionOf(b)]
  const left = one.top * other.bottom
  const right = other.top * one.bottom
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether a decimal text is exactly this fraction. */
export function isExactly(text: string, { top, bottom }: Fraction): boolean {
  const told = fractionOf(text)
  return told.top * bottom === top * told.bottom
}

const quotes = ['usdc', 'usdt', 'btc', 'eth']

function unitsOf(market: string): { base?: string; quote?: string } {
  const quote = quotes.find((each) => market.endsWith(each) && market.length > each.length)
  return quote === undefined ? {} : { base: market.slice(0, -quote.length), quote }
}

const lets = (wanted: readonly string[], value: string | null | undefined): boolean =>
  wanted.length === 0 || (value !== null && value !== undefined && wanted.includes(value))

function isWithin(value: string | null, least: string | null, most: string | null): boolean {
  if (least === null && most === null) return true
  if (value === null) return false
  return (
    (least === null || compareTexts(value, least) >= 0) && (most === null || compareTexts(value, most) <= 0)
  )
}

/** What a person calls what the service calls otherwise. */
const spoken: Readonly<Record<string, string>> = {
  stop_limit: 'stop limit stop-limit',
  limit_maker: 'post-only only maker',
  pending: 'pending untriggered open',
  wait: 'open',
  done: 'filled',
  cancel: 'canceled cancelled',
}

/** What a market is called. */
function namesOfMarket(market: string): string[] {
  const { base, quote } = unitsOf(market)
  if (base === undefined || quote === undefined) return [market]
  return [market, base, quote, `${base}/${quote}`, `${base}-${quote}`]
}

/** Whether a search of fills finds one. */
export function isFillFound(
  { id, orderId, market, side }: { id: number; orderId: number; market: string; side: string },
  text: string,
): boolean {
  const names = [...namesOfMarket(market), side]
  return text
    .toLowerCase()
    .split(' ')
    .every(
      (word) =>
        word === '' ||
        [id, orderId].map(String).includes(word) ||
        names.some((name) => name.startsWith(word)),
    )
}

/** A word, in small letters, as the search of a list finds it. */
function hasWord(order: Order, word: string): boolean {
  const reason = (order.cancelReason ?? '').toLowerCase()
  const byYou = reason === 'order cancelled by user' ? 'you' : ''
  const names = [
    ...namesOfMarket(order.market),
    ...[order.side, byYou],
    ...[order.type, order.state].flatMap((name) => (spoken[name] ?? name).split(' ')),
    word.length < 2 ? '' : order.uuid.toLowerCase(),
  ]
  return (
    (/^\d+$/.test(word) && Number(word) === order.id) ||
    names.some((name) => name !== '' && name.startsWith(word)) ||
    reason.includes(word)
  )
}

export function isMatch(order: Order, filter: OrderFilter): boolean {
  const units = unitsOf(order.market)
  return (
    lets(filter.markets, order.market) &&
    lets(filter.bases, units.base) &&
    lets(filter.quotes, units.quote) &&
    lets(filter.sides, order.side) &&
    lets(filter.types, order.type) &&
    lets(filter.states, order.state) &&
    (filter.fromMs === null || order.createdAtMs >= filter.fromMs) &&
    (filter.toMs === null || order.createdAtMs < filter.toMs) &&
    isWithin(order.price, filter.leastPrice, filter.mostPrice) &&
    isWithin(order.originVolume, filter.leastVolume, filter.mostVolume) &&
    lets(filter.cancelReasons, order.cancelReason) &&
    filter.text
      .toLowerCase()
      .split(' ')
      .every((word) => word === '' || hasWord(order, word))
  )
}

export function compareOrders({ column, isDescending }: OrderSort): (a: Order, b: Order) => number {
  const way = isDescending ? -1 : 1
  const decimals = (a: string | null, b: string | null): number => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return way * compareTexts(a, b)
  }
  return (a, b) => {
    const byColumn = {
      created: () => way * (a.createdAtMs - b.createdAtMs),
      updated: () => way * (a.updatedAtMs - b.updatedAtMs),
      price: () => decimals(a.price, b.price),
      volume: () => decimals(a.originVolume, b.originVolume),
    }[column]()
    return byColumn || b.id - a.id
  }
}

export const listNaively = (orders: Iterable<Order>, filter: OrderFilter, sort: OrderSort): Order[] =>
  [...orders].filter((order) => isMatch(order, filter)).sort(compareOrders(sort))

const none: Fraction = { top: 0n, bottom: 1n }
const nonZero = (text: string): boolean => fractionOf(text).top !== 0n

export interface SideSums {
  executedVolume: Fraction
  executedValue: Fraction
  inexactValues: number
}

export interface Sums {
  orders: number
  originVolume: Fraction
  buy: SideSums
  sell: SideSums
}

type FillsOf = (id: number) => readonly OrderTrade[] | null

const isSame = (a: Fraction, b: Fraction): boolean => a.top * b.bottom === b.top * a.bottom

/** What an order came to: what its fills came to where all are here, else average price times what is filled. */
export function valueNaively(order: Order, fillsOf: FillsOf): { value: Fraction; isExact: boolean } {
  const filled = fractionOf(order.executedVolume)
  const fills = fillsOf(order.id) ?? []
  const amount = fills.map((fill) => fractionOf(fill.amount)).reduce(plus, none)
  const total = fills
    .map((fill) =>
      fill.total === null ? times(fractionOf(fill.price), fractionOf(fill.amount)) : fractionOf(fill.total),
    )
    .reduce(plus, none)
  if (filled.top === 0n) return { value: none, isExact: true }
  if (fills.length === order.tradesCount && isSame(amount, filled)) return { value: total, isExact: true }
  return { value: times(fractionOf(order.averagePrice), filled), isExact: false }
}

const noSide: SideSums = { executedVolume: none, executedValue: none, inexactValues: 0 }

/** By market. */
export function sumNaively(orders: readonly Order[], fillsOf: FillsOf): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const order of orders) {
    const sum = sums.get(order.market) ?? { orders: 0, originVolume: none, buy: noSide, sell: noSide }
    const side = sum[order.side]
    const { value, isExact } = valueNaively(order, fillsOf)
    sums.set(order.market, {
      ...sum,
      orders: sum.orders + 1,
      originVolume: plus(sum.originVolume, fractionOf(order.originVolume)),
      [order.side]: {
        executedVolume: plus(side.executedVolume, fractionOf(order.executedVolume)),
        executedValue: plus(side.executedValue, value),
        inexactValues: side.inexactValues + (isExact ? 0 : 1),
      },
    })
  }
  return sums
}

/**
 * Fees by currency, of orders whose fills are all here, and how many executed orders there are beside these; the same fees in
 * the quote currencies, and how many were paid in neither currency of their market.
 */
export function sumFeesNaively(
  orders: readonly Order[],
  fillsOf: FillsOf,
): { fees: Map<string, Fraction>; quoted: Map<string, Fraction>; unquoted: number; without: number } {
  const fees = new Map<string, Fraction>()
  const quoted = new Map<string, Fraction>()
  const put = (sums: Map<string, Fraction>, currency: string, amount: Fraction) =>
    sums.set(currency, plus(sums.get(currency) ?? none, amount))
  let without = 0
  let unquoted = 0
  for (const order of orders) {
    if (order.tradesCount === 0 && !nonZero(order.executedVolume)) continue
    const fills = fillsOf(order.id) ?? []
    if (
      fills.length === 0 ||
      fills.some(({ feeAmount, feeCurrency }) => feeAmount === null || feeCurrency === null)
    ) {
      without += 1
      continue
    }
    const { base, quote } = unitsOf(order.market)
    for (const { feeCurrency, feeAmount, price } of fills) {
      const fee = fractionOf(feeAmount ?? '0')
      put(fees, feeCurrency ?? '', fee)
      if (quote !== undefined && feeCurrency === quote) put(quoted, quote, fee)
      else if (quote !== undefined && feeCurrency === base) put(quoted, quote, times(fee, fractionOf(price)))
      else unquoted += 1
    }
  }
  return { fees, quoted, unquoted, without }
}

/** With so many decimals, half to even; from the fraction itself. */
export function roundedText({ top, bottom }: Fraction, decimals: number): string {
  const isNegative = top < 0n
  const scaled = (isNegative ? -top : top) * 10n ** BigInt(decimals)
  let whole = scaled / bottom
  const rest = (scaled % bottom) * 2n
  if (rest > bottom || (rest === bottom && whole % 2n === 1n)) whole += 1n
  const text = whole.toString().padStart(decimals + 1, '0')
  const fraction = text.slice(-decimals).replace(/0+$/, '')
  return `${isNegative && whole > 0n ? '-' : ''}${text.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}

// Made-up fills of four markets, the same for the same number, and the prices of their minutes.
const one = 10n ** 18n

export interface SampleFill {
  readonly base: string
  /** A fifth is btcusdt: worth what USDT is at the fill's minute. */
  readonly quote: 'usdc' | 'usdt'
  readonly side: 'buy' | 'sell'
  /** In 10^-18, as all that follow. */
  readonly amount: bigint
  readonly price: bigint
  readonly total: bigint
  readonly fee: bigint
}

const markets = [
  ['eth', 'usdc', 1_500n],
  ['btc', 'usdc', 30_000n],
  ['link', 'usdc', 6n],
  ['eth', 'usdc', 1_500n],
  ['btc', 'usdt', 30_000n],
] as const

/** A number from 0 to 2^32 that belongs to another one. */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export function sampleFill(index: number): SampleFill {
  const random = scramble(index + 1)
  const [base, quote, level] = markets[random % markets.length] ?? markets[0]
  const side = (random >>> 8) % 2 === 0 ? 'buy' : 'sell'
  const amount = (BigInt((random >>> 12) % 9_999) + 1n) * (one / 10_000n)
  const price = level * one + BigInt((random >>> 4) % 10_000) * (one / 100n)
  const total = (amount * price) / one
  const received = side === 'buy' ? amount : total
  return { base, quote, side, amount, price, total, fee: (received * 4n) / 10_000n }
}

/** Closes of the minute in which fill `index` falls, of the markets by which USDT is priced in USDC: through BTC. */
export function closesAt(index: number): { readonly btcusdt: number; readonly btcusdc: number } {
  const random = scramble(index + 7_919)
  const cents = 3_000_000 + (random % 10_000)
  // USDT is worth a little more or less than USDC.
  return { btcusdc: cents / 100, btcusdt: (cents + ((random >>> 16) % 2_000) - 1_000) / 100 }
}

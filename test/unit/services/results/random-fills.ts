// Owns: random fills as an account may have them, by a seed. Must not: make any that the service could not send.
import type { KnownFill } from './report-oracle.ts'

/** Uniform in [0, 1), the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const markets = [
  ['ethusdc', 'usdc'],
  ['btcusdc', 'usdc'],
  ['ethbtc', 'btc'],
  ['linkusdt', 'usdt'],
  ['abcxyz', 'abcxyz'],
] as const

/** Fills in the order of time, several of one time among them. */
export function makeFills(count: number, seed: number, fromMs: number, toMs: number): KnownFill[] {
  const random = randomOf(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const digits = (length: number): string => Array.from({ length }, () => below(10)).join('')
  const amountText = (): string => {
    const kind = random()
    if (kind < 0.02) return ['0', '0.0', '0.000000000000000000'][below(3)] ?? '0'
    if (kind < 0.04) return `${1 + below(9)}${digits(20)}.${digits(20)}`
    if (kind < 0.06) return `0.${'0'.repeat(19)}${1 + below(9)}`
    return `${below(50)}.${digits(1 + below(10))}`
  }
  const times = Array.from({ length: count }, () => fromMs + below((toMs - fromMs) / 1000) * 1000)
  return times
    .sort((a, b) => a - b)
    .map((atMs) => {
      const [market, quote] = markets[below(markets.length)] ?? markets[0]
      const side = random() < 0.55 ? 'buy' : 'sell'
      const hasFee = random() < 0.9
      return {
        market,
        quote,
        side,
        price: random() < 0.01 ? '0' : `${below(4_000)}.${digits(1 + below(6))}`,
        amount: amountText(),
        total: random() < 0.3 ? null : `${below(100_000)}.${digits(1 + below(12))}`,
        feeCurrency: hasFee ? (side === 'buy' ? market.slice(0, 3) : quote) : null,
        feeAmount: random() < 0.9 ? `0.00${digits(12)}` : null,
        atMs,
      }
    })
}

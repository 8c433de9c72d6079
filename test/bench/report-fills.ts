// Owns: made-up fills of four markets, the same for the same number. Must not: know a store.
const one = 10n ** 18n

export interface SampleFill {
  readonly base: string
  readonly quote: string
  readonly side: 'buy' | 'sell'
  /** In 10^-18, as all that follow. */
  readonly amount: bigint
  readonly price: bigint
  readonly total: bigint
  readonly fee: bigint
}

const bases = [
  ['eth', 1_500n],
  ['btc', 30_000n],
  ['link', 6n],
] as const

/** A number from 0 to 2^32 that belongs to another one. */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export function sampleFill(index: number): SampleFill {
  const random = scramble(index + 1)
  const [base, level] = bases[random % bases.length] ?? bases[0]
  const side = (random >>> 8) % 2 === 0 ? 'buy' : 'sell'
  const amount = (BigInt((random >>> 12) % 9_999) + 1n) * (one / 10_000n)
  const price = level * one + BigInt((random >>> 4) % 10_000) * (one / 100n)
  const total = (amount * price) / one
  const received = side === 'buy' ? amount : total
  return { base, quote: 'usdc', side, amount, price, total, fee: (received * 4n) / 10_000n }
}

// The order of ways between currencies, against a walk of all of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitMarket } from '../../../../../src-preload/domain/markets/markets.ts'
import { listPaths, type PathStep } from '../../../../../src-main/portfolio/results/prices/price-path.ts'

interface Way {
  readonly steps: readonly PathStep[]
  readonly rank: string
}

const rankOf = (currency: string): string =>
  currency === 'usdc' ? '0' : currency === 'usdt' ? '1' : `2${currency}`

/** All ways of at most four markets, by walking every one of them and sorting at the end. */
function walkAll(markets: readonly string[], from: string, to: string): readonly Way[] {
  const found: Way[] = []
  const walk = (at: string, steps: readonly PathStep[], passed: readonly string[]): void => {
    for (const market of new Set(markets)) {
      const units = splitMarket(market)
      if (units === null || (units.base !== at && units.quote !== at)) continue
      const isInverse = units.quote === at
      const next = isInverse ? units.base : units.quote
      const all = [...steps, { market, isInverse }]
      if (next === to) {
        const flags = all.map((step) => (step.isInverse ? 1 : 0))
        const rank = [all.length, ...passed.slice(1).map(rankOf), ...flags].join(' ')
        found.push({ steps: all, rank })
      } else if (passed.length < 4 && !passed.includes(next)) walk(next, all, [...passed, next])
    }
  }
  walk(from, [], [from])
  return found.sort((a, b) => (a.rank < b.rank ? -1 : 1))
}

const currencies = ['usdc', 'usdt', 'btc', 'eth', 'link', 'arb', 'strk']
const graphs = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...currencies), fc.constantFrom('usdc', 'usdt', 'btc', 'eth'))
    .filter(([base, quote]) => base !== quote)
    .map(([base, quote]) => base + quote),
  { maxLength: 14 },
)
const currency = fc.constantFrom(...currencies)

describe('ways between two currencies', () => {
  it('are those of a walk over all, in the same order', () => {
    fc.assert(
      fc.property(graphs, currency, currency, (markets, from, to) => {
        const expected = from === to ? [[]] : walkAll(markets, from, to).map(({ steps }) => steps)
        expect([...listPaths(markets, from, to)]).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  it('are not walked where a market leads there at once: here there would be 12 million of four markets', () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `x${String(at)}`)
    const hubs = ['usdc', 'usdt', 'btc', 'eth']
    const markets = ['ethusdc', ...names.flatMap((name) => hubs.map((quote) => name + quote))]
    expect(listPaths(markets, 'eth', 'usdc').next().value).toEqual([{ market: 'ethusdc', isInverse: false }])
  })
})

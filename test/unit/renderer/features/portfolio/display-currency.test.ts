// Headline sums in the display currency, against exact fractions.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../../../scripts/random.ts'
import type { LastPrice } from '../../../../../src-preload/contract/portfolio/results.ts'
import { convertFigure } from '../../../../../src-renderer/features/portfolio/figures/figure-text.ts'
import { Fraction } from '../../../portfolio/results/fractions.ts'

const link = (price: string, isInverse: boolean) => ({ market: 'ethusdc', price, isInverse, asOfMs: 1 })
const priceOf = (...links: LastPrice['links']): LastPrice => ({ links, price: '1', asOfMs: 1 })

it('is the sum at each link’s price, rounded once at 18 decimals where a market is inverse, and an estimate', () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  for (let round = 0; round < 200; round += 1) {
    const amount = `${random() < 0.5 ? '-' : ''}${Math.floor(random() * 1e9)}.${1 + Math.floor(random() * 1e9)}`
    const [direct, inverse] = [`${1 + Math.floor(random() * 1e5)}.5`, `${1 + Math.floor(random() * 1e5)}.25`]
    const product = Fraction.of(amount).times(Fraction.of(direct))
    const figure = { state: 'known', amount } as const
    const message = `seed ${seed} round ${round}`
    expect(convertFigure(figure, priceOf(link(direct, false))), message).toEqual({
      state: 'estimated',
      amount: product.text(),
    })
    expect(convertFigure(figure, priceOf(link(direct, false), link(inverse, true))), message).toEqual({
      state: 'estimated',
      amount: product.over(Fraction.of(inverse)).rounded(18).text(),
    })
  }
})

it('stays unknown', () => {
  expect(convertFigure({ state: 'unknown' }, priceOf(link('2', false)))).toEqual({ state: 'unknown' })
})

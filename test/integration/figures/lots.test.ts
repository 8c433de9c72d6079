// Over the practice exchange, the disposals by moving average are the report's realized P&L, and every method keeps the same sum.
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import { costMethods } from '../../../src-preload/contract/portfolio/lots.ts'
import { openProduct, syncAll, syncCandles } from '../../figures/product.ts'
import { Rational, sumOf } from '../../figures/rational.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
const always = { fromMs: 0, toMs: nowMs + 86_400_000 }

function valueOf(figure: Figure): Rational {
  if (figure.state === 'unknown') throw new Error('a figure is unknown')
  return Rational.parse(figure.amount)
}

test('disposals of the practice account', async () => {
  const clock = fixedClock(nowMs)
  const practice = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 300, clock })
  try {
    const ethereumPrivateKey = practice.users[0]?.ethereumPrivateKey ?? ''
    const product = await openProduct({
      baseUrl: practice.baseUrl,
      ethereumPrivateKey,
      clock,
      timeZone: 'UTC',
    })
    await syncAll(product)
    await syncCandles(product, practice.markets)
    const { portfolio } = product
    const { sum, days } = await portfolio.getReport(always)
    const sums: string[] = []
    for (const method of costMethods) {
      const disposals = [...(await portfolio.getDisposals(method, always)).disposals]
      expect(disposals.every(({ uncovered, isEarly }) => uncovered === null && !isEarly)).toBe(true)
      const gains = sumOf(disposals.map(({ gain }) => valueOf(gain)))
      const grossGains = sumOf(
        disposals.map((one) => valueOf(one.grossProceeds).subtract(valueOf(one.grossCost))),
      )
      if (method === 'average') {
        // A sale and a day are rounded once each, at 18 decimals.
        const most = Rational.of(disposals.length + days.length * 8, 10n ** 18n)
        expect(grossGains.subtract(valueOf(sum.realized)).absolute().compare(most)).toBeLessThanOrEqual(0)
      }
      const request = { method, currency: null, offset: 0, limit: 1 }
      const { currencies } = await portfolio.listLots(request)
      const open: Rational[] = []
      for (const { currency } of currencies) {
        const { total } = await portfolio.listLots({ ...request, currency })
        if (total !== null) open.push(valueOf(total.cost))
      }
      sums.push(gains.subtract(sumOf(open)).toDecimal(18))
    }
    expect(new Set(sums).size).toBe(1)
  } finally {
    await practice.close()
  }
})

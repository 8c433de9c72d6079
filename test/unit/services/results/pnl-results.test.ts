// Owns: results of the service's figures against fractions, and last prices from candles here. Must not: measure time.
import { describe, expect, it } from 'vitest'
import type { PnlEntry } from '../../../../src-preload/contract/entities.ts'
import { findLastPrice, priceText } from '../../../../src-main/services/results/last-price.ts'
import { historyEntry, pnlResult } from '../../../../src-main/services/results/pnl-results.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { open, sampleCandles, samplePnl, seed, toldAt } from '../../store/support.ts'
import { Fraction, nothing } from './fractions.ts'
import { makeFills, randomOf } from './random-fills.ts'

/** Every figure again, by fractions. */
function expected(entry: PnlEntry, price: string | null) {
  const of = (field: keyof PnlEntry): Fraction => Fraction.of(entry[field])
  const balance = of('totalCredit').minus(of('totalDebit'))
  const costOfSold = of('averageBuyPrice').times(of('totalDebit'))
  const costOfBalance = of('averageBalancePrice').times(balance)
  const value = price === null ? null : Fraction.of(price).times(balance)
  return {
    balance: balance.text(),
    costOfSold: costOfSold.text(),
    realised: of('totalDebitValue').minus(costOfSold).text(),
    costOfBalance: costOfBalance.text(),
    value: value?.text() ?? null,
    open: value?.minus(costOfBalance).text() ?? null,
    valueDifference: value?.minus(of('totalBalanceValue')).text() ?? null,
  }
}

describe('results of an entry', () => {
  const price = '2345.678901'
  const last = { market: 'ethusdc', price, asOfMs: 1 }

  function check(entry: PnlEntry): void {
    const { realised, costOfBalance, ...others } = expected(entry, price)
    const base = { currency: entry.currency, pnlCurrency: entry.pnlCurrency }
    expect(pnlResult(entry, last)).toEqual({ ...base, last, realised, costOfBalance, ...others })
    const value = Fraction.of(entry.totalBalanceValue)
    const open = value.minus(Fraction.of(costOfBalance)).text()
    expect(historyEntry(entry)).toEqual({ ...base, value: value.text(), realised, open })
    const { value: none, open: noneOpen, ...rest } = expected(entry, null)
    expect(pnlResult(entry, null)).toEqual({ ...base, last: null, value: none, open: noneOpen, ...rest })
  }

  /** `npm run soak -- sums` takes five times as many. */
  const count = soakRounds(20_000)
  it(
    `over ${count} random orders are equal to fractions in every digit (seed ${seed})`,
    { timeout: soakRounds(120_000) },
    () => {
      const sums = new Map<string, Record<'credit' | 'debit' | 'creditValue' | 'debitValue', Fraction>>()
      const share = (value: Fraction, amount: Fraction): Fraction =>
        amount.top === 0n ? nothing : value.over(amount).rounded(20)
      for (const [at, fill] of makeFills(count, seed, 0, 1e12).entries()) {
        const own = sums.get(fill.market) ?? {
          credit: nothing,
          debit: nothing,
          creditValue: nothing,
          debitValue: nothing,
        }
        const amount = Fraction.of(fill.amount)
        const value = amount.times(Fraction.of(fill.price))
        if (fill.side === 'buy') {
          own.credit = own.credit.plus(amount)
          own.creditValue = own.creditValue.plus(value)
        } else {
          own.debit = own.debit.plus(amount)
          own.debitValue = own.debitValue.plus(value)
        }
        sums.set(fill.market, own)
        if (at % 50 !== 0) continue
        // What the service tells after this order: quotients with 20 decimals.
        const bought = share(own.creditValue, own.credit)
        check({
          currency: fill.market.slice(0, 3),
          pnlCurrency: 'usdc',
          totalCredit: own.credit.text(),
          totalDebit: own.debit.text(),
          totalCreditValue: own.creditValue.text(),
          totalDebitValue: own.debitValue.text(),
          averageBuyPrice: bought.text(),
          averageSellPrice: share(own.debitValue, own.debit).text(),
          averageBalancePrice: bought.text(),
          totalBalanceValue: own.credit.minus(own.debit).times(bought).rounded(20).text(),
        })
      }
    },
  )

  it(`of random figures of any length and sign are equal to fractions (seed ${seed})`, () => {
    const random = randomOf(seed)
    const digits = (most: number): string => String(Math.floor(random() * 10 ** Math.floor(random() * most)))
    const text = (): string =>
      `${random() < 0.1 ? '-' : ''}${digits(14)}${random() < 0.1 ? '' : `.${digits(10)}${digits(10)}`}`
    for (let count = 0; count < 2_000; count += 1) {
      check(
        samplePnl('eth', {
          totalCredit: text(),
          totalDebit: text(),
          totalDebitValue: text(),
          averageBuyPrice: text(),
          averageBalancePrice: text(),
          totalBalanceValue: text(),
        }),
      )
    }
  })

  it('of a currency that was never traded are zeros', () => {
    const none = samplePnl('arb', {
      totalCredit: '0.0',
      totalDebit: '0.0',
      totalDebitValue: '0.0',
      averageBuyPrice: '0.0',
      averageBalancePrice: '0.0',
      totalBalanceValue: '0.0',
    })
    const { balance, realised, value, open: openResult, valueDifference } = pnlResult(none, null)
    expect([balance, realised, value, openResult, valueDifference]).toEqual(['0', '0', null, null, null])
  })

  it('keep the longest decimals whole', () => {
    const long = `${'9'.repeat(60)}.${'9'.repeat(60)}`
    const entry = samplePnl('eth', {
      totalCredit: long,
      totalDebit: `-${long}`,
      averageBuyPrice: long,
      averageBalancePrice: `-${long}`,
    })
    const longest = { market: 'ethusdc', price: long, asOfMs: 0 }
    expect(pnlResult(entry, longest)).toMatchObject(expected(entry, long))
  })
})

describe('the price of a candle', () => {
  it.each([
    [1, '1'],
    [0, '0'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    [123456.789e20, '12345678900000000000000000'],
    [1.5e21, '1500000000000000000000'],
    [0.1 + 0.2, '0.30000000000000004'],
    [5e-324, null],
    [1e80, null],
    [-1, null],
    [NaN, null],
    [Infinity, null],
  ])('%d is written %s', (value, text) => {
    expect(priceText(value)).toBe(text)
    if (text !== null) expect(Number(text)).toBe(value)
  })
})

describe('the last price', () => {
  const minute = 60_000
  const dayMs = 20_000 * 86_400_000
  const eth = { currency: 'eth', pnlCurrency: 'usdc' }

  it('is that of the newest candle, whatever its period', async () => {
    const store = await open()
    const put = (period: 1 | 60 | 1440, startMs: number, close: number, asOfMs: number) =>
      store.putCandles('n', 'ethusdc', period, sampleCandles([startMs], close), null, toldAt(asOfMs))
    await put(1440, dayMs, 300, dayMs + 100 * minute)
    expect(await findLastPrice(store, 'n', eth, 0)).toEqual({
      market: 'ethusdc',
      price: '300',
      asOfMs: dayMs + 100 * minute,
    })
    // A minute candle that ended before the day's was told.
    await put(1, dayMs + 50 * minute, 250, dayMs + 60 * minute)
    expect((await findLastPrice(store, 'n', eth, 0))?.price).toBe('300')
    await put(1, dayMs + 100 * minute, 310.5, dayMs + 100 * minute + 30_000)
    expect(await findLastPrice(store, 'n', eth, 0)).toEqual({
      market: 'ethusdc',
      price: '310.5',
      asOfMs: dayMs + 100 * minute + 30_000,
    })
  })

  it('is not known without a candle of that market on that network', async () => {
    const store = await open()
    await store.putCandles('other', 'ethusdc', 1, sampleCandles([dayMs]), null, toldAt(dayMs))
    await store.putCandles('n', 'usdceth', 1, sampleCandles([dayMs]), null, toldAt(dayMs))
    expect(await findLastPrice(store, 'n', eth, 0)).toBeNull()
    expect(await findLastPrice(store, 'n', { currency: 'e-th', pnlCurrency: 'usdc' }, 0)).toBeNull()
  })

  it('of a currency in itself is 1', async () => {
    const same = { currency: 'usdc', pnlCurrency: 'usdc' }
    expect(await findLastPrice(await open(), 'n', same, 7)).toEqual({
      market: 'usdcusdc',
      price: '1',
      asOfMs: 7,
    })
  })
})

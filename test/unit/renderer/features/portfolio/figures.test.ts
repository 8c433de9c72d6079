// Proves that what the Portfolio view shows is main's figure, rounded half to even, marked as it is known. Must not: test components.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  exactText,
  parseExact,
  subtract,
} from '../../../../../src-preload/domain/numbers/exact-decimal.ts'
import { allocate } from '../../../../../src-renderer/features/portfolio/holdings/allocation.ts'
import {
  canEnterMovement,
  describeFault,
} from '../../../../../src-renderer/features/portfolio/figures/book-text.ts'
import {
  averageCost,
  cutDecimals,
  directionOf,
  priceDecimals,
  writeFigure,
  writeReturn,
  writeShare,
} from '../../../../../src-renderer/text/format/display-precision.ts'
import { showFigure } from '../../../../../src-renderer/features/portfolio/figures/figure-text.ts'
import {
  type Head,
  leftOutOf,
  listHeads,
} from '../../../../../src-renderer/features/portfolio/figures/head-figures.ts'
import { pnlColumns } from '../../../../../src-renderer/features/portfolio/holdings/pnl-columns.ts'
import { listFormulas } from '../../../../../src-renderer/features/portfolio/holdings/pnl-formulas.ts'
import {
  describePrice,
  notePrice,
  writeLinks,
} from '../../../../../src-renderer/features/portfolio/figures/price-text.ts'
import { known, makeBooks, makeEntry, makeResult, makeTotals } from './make-pnl.ts'

it('an amount that is cut is never more than there is, and not nothing where there is something', () => {
  expect(cutDecimals('583372.4295239316', 2)).toBe('583372.42')
  expect(cutDecimals('0.999', 2)).toBe('0.99')
  for (const amount of ['1000.1', '7', '0.0031', '0', '-0.129']) expect(cutDecimals(amount, 2)).toBe(amount)
})

describe('a figure at display precision', () => {
  it('is rounded half to even, and never reads as zero where it is not', () => {
    expect(writeFigure('0.125', 2)).toBe('0.12')
    expect(writeFigure('0.135', 2)).toBe('0.14')
    expect(writeFigure('-1234.565', 2)).toBe('−1,234.56')
    expect(writeFigure('0.004', 2)).toBe('<0.01')
    expect(writeFigure('-0.004', 2)).toBe('−<0.01')
    expect(writeFigure('0.004', 2, { plus: true })).toBe('+<0.01')
    expect(writeFigure('0.000', 2, { plus: true })).toBe('0.00')
    expect(writeFigure('7', 2, { plus: true })).toBe('+7.00')
    expect(writeFigure('not a number', 2)).toBe('not a number')
  })

  it('says whether it is known, and keeps every digit for the tooltip and the copy', () => {
    const amount = '1234.5678901234567890123'
    expect(showFigure({ state: 'known', amount }, 2)).toEqual({
      state: 'known',
      text: '1,234.57',
      full: '1,234.5678901234567890123',
      exact: amount,
    })
    expect(showFigure({ state: 'estimated', amount: '-2' }, 2, { plus: true })).toMatchObject({
      text: '≈−2.00',
      exact: '-2',
    })
    expect(showFigure({ state: 'unknown' }, 2)).toEqual({
      state: 'unknown',
      text: '–',
      full: null,
      exact: null,
    })
  })

  it('is at most half a step from the exact one', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 20 }))
      .map(([units, scale]) => exactText({ units, scale }))
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 8 }), (text, decimals) => {
        const shown = writeFigure(text, decimals)
        if (shown.includes('<')) return
        const read = parseExact(shown.replaceAll(',', '').replace('−', '-'))
        const far = subtract(read, parseExact(text))
        const size = { units: far.units < 0n ? -far.units : far.units, scale: far.scale }
        const half = { units: 5n, scale: decimals + 1 }
        expect(subtract(half, size).units >= 0n).toBe(true)
      }),
    )
  })

  it('rises and falls by the smallest amount', () => {
    expect(directionOf(`0.${'0'.repeat(49)}1`)).toBe('up')
    expect(directionOf(`-0.${'0'.repeat(49)}1`)).toBe('down')
    expect(directionOf('-0.000')).toBe('flat')
  })

  it('as a share is 0% and 100% only where exactly so', () => {
    const share = (part: string, whole: string): string => writeShare(parseExact(part), parseExact(whole))
    expect([share('0', '3'), share('3', '3'), share('1', '3')]).toEqual(['0.00%', '100.00%', '33.33%'])
    expect([share('1', '1000000'), share('999999', '1000000')]).toEqual(['<0.01%', '>99.99%'])
  })

  it('as a return has its sign, is zero only where exactly so, and is none of nothing or of what is not known', () => {
    expect([writeReturn('3', '200'), writeReturn('-3', '200'), writeReturn('0', '200')]).toEqual([
      '+1.50%',
      '−1.50%',
      '0.00%',
    ])
    expect([writeReturn('-0.0001', '200'), writeReturn('600', '200')]).toEqual(['−<0.01%', '+300.00%'])
    expect(writeReturn({ state: 'estimated', amount: '3' }, '200')).toBe('≈+1.50%')
    expect([writeReturn('3', '0'), writeReturn('3', '-1'), writeReturn(null, '1')]).toEqual([
      null,
      null,
      null,
    ])
    expect(writeReturn('3', { state: 'unknown' })).toBeNull()
  })

  it('as a price has the decimals of its market, or five digits that say something', () => {
    const link = { market: 'arbusdc', price: '0.8414', asOfMs: 1, isInverse: false }
    expect(priceDecimals({ links: [link], price: '0.8414' })).toBe(4)
    expect(priceDecimals({ links: [{ ...link, isInverse: true }], price: '1.188495364868' })).toBe(4)
    expect(priceDecimals({ links: [], price: '35512.29' })).toBe(2)
    expect(priceDecimals({ links: [], price: '0.000012345678' })).toBe(9)
    expect(averageCost('9003', '6')).toBe('1500.5')
    expect(averageCost('1', '0')).toBeNull()
  })
})

describe('the headline', () => {
  const amountOf = (amounts: Head['amounts']): string | undefined => {
    const figure = amounts?.[0]?.figure
    return figure === undefined || figure.state === 'unknown' ? undefined : figure.amount
  }

  it('shows main’s totals as they are, the same currencies in each, and says which are left out', () => {
    const heads = listHeads([makeTotals()], makeBooks())
    expect(heads.map(({ title, amounts }) => [title, amountOf(amounts)])).toEqual([
      ['Market value', '42571.55040653995757213302'],
      ['24h change', '-212.86'],
      ['Unrealized P&L', '2098.5'],
      ['Realized P&L', '1988.5'],
      ['Total P&L', '4087'],
      ['Fees', '117.5'],
    ])
    // 42,571.55 ÷ 40,473.05; −212.86 ÷ 42,784.41; 2,098.5 ÷ 40,473.05; 1,988.5 ÷ 6,997; 4,087 ÷ 47,470.05; 117.5 ÷ 293,750
    expect(heads.map(({ amounts }) => amounts?.[0]?.percent)).toEqual([
      '105.18%',
      '−0.50%',
      '+5.18%',
      '+28.42%',
      '+8.61%',
      '0.04%',
    ])
    expect(leftOutOf([makeTotals()])).toEqual(['strk'])
  })

  it('has what was moved out where anything was, and marks what rests on an estimated book', () => {
    const movedOut = { state: 'estimated', amount: '12' } as const
    const heads = listHeads([makeTotals({ movedOut, realized: { ...movedOut, amount: '1976.5' } })], null)
    const shown = heads.filter(({ id }) => id === 'movedOut' || id === 'realized')
    expect(shown.map(({ title, amounts }) => [title, amounts?.[0]?.figure.state])).toEqual([
      ['Realized P&L', 'estimated'],
      ['Moved out', 'estimated'],
    ])
    expect(listHeads([makeTotals()], null).some(({ id }) => id === 'movedOut')).toBe(false)
  })

  it('marks fees of which fills are missing, and says of how many they are', () => {
    const feesOf = (isPartial: boolean) => {
      const head = listHeads([makeTotals()], makeBooks({ isPartial })).find(({ id }) => id === 'fees')
      return [head?.amounts?.[0]?.figure.state, head?.about.startsWith('of the ')]
    }
    expect([feesOf(false), feesOf(true)]).toEqual([
      ['known', false],
      ['estimated', true],
    ])
  })

  it('says "before fees" and a net only where the account’s own data shows it', () => {
    const totals = [makeTotals({ leftOut: [] })]
    const netOf = (books: Parameters<typeof makeBooks>[0]) =>
      listHeads(totals, makeBooks(books)).find(({ id }) => id === 'total')?.aboutAmount ?? null
    expect(netOf({})).toEqual({ figure: known('3969.5'), currency: 'usdc' })
    const about = (books: Parameters<typeof makeBooks>[0]) =>
      listHeads(totals, makeBooks(books)).map(({ id, about: words }) => [id, words])
    expect(about({})).toContainEqual(['realized', 'before fees'])
    expect(about({})).toContainEqual(['total', 'net of fees'])
    expect([netOf({ net: null }), netOf({ pnlCurrency: 'usdt' })]).toEqual([null, null])
    expect(about({ feeBasis: 'asTheExchangeCounts' })).toContainEqual([
      'realized',
      'reported by the exchange',
    ])
    expect(listHeads(null, null).every(({ amounts, why }) => amounts === null && why !== '')).toBe(true)
  })

  it('has no change of the day where it is not known, and marks it where fills may be missing', () => {
    const dayOf = (day: ReturnType<typeof makeBooks>['day']) => {
      const head = listHeads([makeTotals()], makeBooks({ day })).find(({ id }) => id === 'day')
      return head?.amounts?.[0] ?? head?.why
    }
    expect(dayOf(null)).toMatch(/^Unknown/)
    expect(dayOf({ fromMs: 1, change: { state: 'unknown' }, base: null })).toMatch(/^Unknown/)
    const change = { state: 'estimated', amount: '5' } as const
    expect(dayOf({ fromMs: 1, change, base: '200' })).toEqual({
      figure: change,
      currency: 'usdc',
      percent: '≈+2.50%',
    })
  })
})

describe('the allocation', () => {
  const worth = (currency: string, marketValue: string | null, pnlCurrency = 'usdc') =>
    makeResult({ currency, marketValue, pnlCurrency })

  it('divides market value, the greatest first, and sums what is too much to show', () => {
    const found = allocate([worth('a', '1'), worth('b', '6'), worth('c', '2'), worth('d', '1')], 2)
    expect(found?.shares.map(({ currency, percent }) => [currency, percent])).toEqual([
      ['b', '60.00%'],
      ['c', '20.00%'],
      [null, '20.00%'],
    ])
    expect([found?.others, found?.unit]).toEqual([2, 'usdc'])
  })

  it('names what has no price or lies below zero, and is absent where nothing can be divided', () => {
    const found = allocate([worth('a', '3'), worth('debt', '-1'), worth('none', null)], 5)
    expect(found?.shares.map(({ currency, percent }) => [currency, percent])).toEqual([['a', '100.00%']])
    expect([found?.negative, found?.unpriced]).toEqual([['debt'], ['none']])
    expect(allocate([], 5)).toBeNull()
    expect(allocate([worth('a', '0')], 5)).toBeNull()
    expect(allocate([worth('a', '1'), worth('b', '1', 'usdt')], 5)).toBeNull()
  })
})

describe('the figures of a currency', () => {
  it('name every figure of an entry once, with its meaning, and none "fees included"', () => {
    const { currency, pnlCurrency, ...figures } = makeEntry()
    expect([currency, pnlCurrency]).toEqual(['eth', 'usdc'])
    expect(pnlColumns.map(({ field }) => field).sort()).toEqual(Object.keys(figures).sort())
    expect(pnlColumns.every(({ meaning }) => meaning.endsWith('.') && !/fee/.test(meaning))).toBe(true)
  })

  const lines = (...given: Parameters<typeof listFormulas>) =>
    listFormulas(...given).map(({ id, terms }) => [
      id,
      terms?.map((term) => ('sign' in term ? term.sign : term.figure)).join(' '),
    ])

  it('write each calculation out with the figures that it took', () => {
    expect(lines(makeEntry(), makeResult())).toEqual([
      ['balance', '10 − 4 = 6'],
      ['marketValue', '6 × 1850.25 = 11101.5'],
      ['averageCost', '9003 ÷ 6 = 1500.5'],
      ['realized', '8000 − 15000 + 9003 = 2003'],
      ['unrealized', '11101.5 − 9003 = 2098.5'],
      ['total', '2003 + 2098.5 = 4101.5'],
    ])
    const moved = lines(
      makeEntry(),
      makeResult({ movedOut: known('3'), realized: known('2000'), total: known('4098.5') }),
    )
    expect(moved).toContainEqual(['movedOut', '3'])
    expect(moved).toContainEqual(['realized', '8000 − 15000 + 9003 − 3 = 2000'])
    const sold = makeResult({
      lastPrice: null,
      balance: '0',
      marketValue: '0',
      unrealized: '0',
      total: known('2003'),
    })
    expect(lines(makeEntry(), sold)[1]).toEqual(['marketValue', '0 = 0'])
    const none = makeResult({ lastPrice: null, marketValue: null, unrealized: null, total: null })
    expect(lines(makeEntry(), none).flatMap(([id, text]) => (text === undefined ? [id] : []))).toEqual([
      'marketValue',
      'unrealized',
      'total',
    ])
  })

  it('add up in every row: realized + unrealized + moved out = sold + worth − paid', () => {
    const [entry, result] = [makeEntry(), makeResult()]
    const realized = result.realized.state === 'unknown' ? 'none' : result.realized.amount
    const left = add(parseExact(realized), parseExact(result.unrealized ?? '0'))
    const right = subtract(
      add(parseExact(entry.totalDebitValue), parseExact(result.marketValue ?? '0')),
      parseExact(entry.totalCreditValue),
    )
    expect(exactText(left)).toBe(exactText(right))
  })
})

describe('a last price', () => {
  const nowMs = Date.UTC(2026, 10, 20, 12, 2)
  const asOfMs = nowMs - 120_000
  const link = { market: 'usdcusdt', price: '1.0015', asOfMs, isInverse: true }

  it('says that it is an inverse, a chain or old', () => {
    const inverse = { links: [link], price: '0.998502246630054918', asOfMs }
    expect(writeLinks(inverse)).toBe('1 ÷ 1.0015')
    expect(notePrice(inverse, nowMs)).toBe('inverse of USDC/USDT')
    expect(describePrice(inverse, 'usdt', nowMs)).toContain('1 ÷ 1.0015, inverse of USDC/USDT. As of')
    // A tooltip is not written anew as time goes on.
    expect(describePrice(inverse, 'usdt', null)).toContain('As of 20 Nov 2026 12:00:00 UTC.')
    const btc = { market: 'btcusdt', price: '50000', asOfMs: asOfMs - 2 * 86_400_000, isInverse: false }
    const chain = { links: [btc, link], price: '49925.1', asOfMs: btc.asOfMs }
    expect(writeLinks(chain)).toBe('50,000 ÷ 1.0015')
    expect(notePrice(chain, nowMs)).toBe('via BTC/USDT, USDC/USDT · 2 days ago')
    const plain = makeResult().lastPrice
    expect(plain === null ? null : notePrice(plain, nowMs)).toBe('')
    expect(describePrice({ links: [], price: '1', asOfMs }, 'usdc', nowMs)).toBe(
      'Values are in USDC, so its price is 1.',
    )
  })
})

describe('why a figure is estimated', () => {
  it('gives what was expected and what was found, and how to mend it', () => {
    const fault = { reason: 'check', check: 'debit', expected: '12.5', found: '10', atMs: null } as const
    expect(describeFault('usdc', fault, 'usdc')).toBe(
      'The exchange does not report deposits and withdrawals of USDC. Amount out: Expected 12.50000000 USDC, found 10.00000000 USDC. Enter the missing one.',
    )
    const earlier = { ...fault, check: 'earlierCost', atMs: Date.UTC(2026, 10, 20, 12) } as const
    expect(describeFault('eth', earlier, 'usdc')).toContain(
      'Cost basis at 20 Nov 2026 12:00:00 UTC: Expected 12.50000000 USDC',
    )
    expect(canEnterMovement(fault)).toBe(true)
    expect(canEnterMovement({ reason: 'noReading' })).toBe(false)
  })
})

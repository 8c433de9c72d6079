// Owns: that sums in the Portfolio view are exact or absent. Must not: test components.
import { describe, expect, it } from 'vitest'
import type { PnlEntry } from '../../../../src-preload/contract/entities.ts'
import { mainColumns, moreColumns } from '../../../../src-renderer/views/portfolio/pnl-columns.ts'
import { sumBalanceValues } from '../../../../src-renderer/views/portfolio/totals.ts'

function entry(currency: string, totalBalanceValue: string, pnlCurrency = 'usdc'): PnlEntry {
  return {
    currency,
    pnlCurrency,
    totalCredit: '1',
    totalDebit: '0',
    totalCreditValue: '1',
    totalDebitValue: '0',
    averageBuyPrice: '1',
    averageSellPrice: '0',
    averageBalancePrice: '1',
    totalBalanceValue,
  }
}

describe('the total of the balances', () => {
  it('keeps every digit, however large and small the parts are', () => {
    const entries = [
      entry('eth', '31470.05040653995757213302'),
      entry('shib', '0.00000000000000000001'),
      entry('mog', '900719925474099300000'),
      entry('usdt', '-0.5'),
    ]
    expect(sumBalanceValues(entries)).toEqual({
      value: '900719925474099331469.55040653995757213303',
      currency: 'usdc',
    })
  })

  it('is absent where values are in different currencies, and where there are none', () => {
    expect(sumBalanceValues([entry('eth', '1'), entry('btc', '1', 'usdt')])).toBeNull()
    expect(sumBalanceValues([])).toBeNull()
  })
})

describe('the columns of profit and loss', () => {
  it('name every figure of an entry once', () => {
    const fields = [...mainColumns, ...moreColumns].map((column) => column.field)
    const { currency, pnlCurrency, ...figures } = entry('eth', '1')
    expect([currency, pnlCurrency]).toEqual(['eth', 'usdc'])
    expect([...fields].sort()).toEqual(Object.keys(figures).sort())
  })
})

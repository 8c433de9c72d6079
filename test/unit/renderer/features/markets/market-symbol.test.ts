// How a market's symbol is read as it is typed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketSymbol } from '../../../../../src-preload/contract/orders/entities.ts'
import { readSymbol } from '../../../../../src-renderer/features/markets/list/market-symbol.ts'

describe('a typed symbol', () => {
  it.each([
    'dogeusdc',
    'DOGEUSDC',
    'DOGE/USDC',
    'doge-usdc',
    'Doge_Usdc',
    ' doge usdc ',
    'DOGE:USDC',
    'doge / usdc',
    'doge.usdc',
  ])('%j is dogeusdc', (text) => {
    expect(readSymbol(text)).toEqual({ market: 'dogeusdc', fault: null })
  })

  it.each(['', ' ', '/', 'e', '-e-'])('%j is not enough yet, and nothing is complained of', (text) => {
    expect(readSymbol(text)).toEqual({ market: null, fault: '' })
  })

  it.each(['döge/usdc', 'İstusdc', 'eth+usdc', 'eth,usdc', '以太usdc', 'eth\u0000usdc', '٣usdc'])(
    '%j has what no symbol has',
    (text) => {
      expect(readSymbol(text).fault).toBe('Use letters A to Z and digits, such as ETH/USDC.')
    },
  )

  it('has 32 letters at most', () => {
    expect(readSymbol('a'.repeat(32)).market).toBe('a'.repeat(32))
    expect(readSymbol('a'.repeat(33)).fault).toBe('Use at most 32 letters and digits.')
  })

  it('that is taken is always one that main takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { market, fault } = readSymbol(text)
        if (fault === null) expect(marketSymbol.parse(market)).toBe(market)
      }),
    )
  })
})

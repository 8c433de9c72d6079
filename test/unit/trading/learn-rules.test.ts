// What is learned of a market's numbers from what the exchange shows and says.
import { describe, expect, it } from 'vitest'
import {
  learnFromNumbers,
  learnFromRefusal,
  nothingKnown,
  readDecimalsRefusal,
} from '../../../src-main/trading/rules/learn-rules.ts'

const shown = { prices: ['1222.52', '1222.5', '1223.0'], amounts: ['0.1900', '2', '0.0375'] }

describe('the decimals of a market', () => {
  it('are the most that it has shown, without zeros at the end', () => {
    expect(learnFromNumbers(nothingKnown, shown)).toEqual({
      ...{ amountDecimals: 4, priceDecimals: 2, smallestAmount: '0.0375', said: false, isPriceSaid: false },
    })
  })

  it('grow with what is shown, and never shrink', () => {
    const first = learnFromNumbers(nothingKnown, shown)
    const finer = learnFromNumbers(first, { prices: ['1222.525'], amounts: ['0.00001'] })
    expect(finer).toMatchObject({ amountDecimals: 5, priceDecimals: 3, smallestAmount: '0.00001' })
    expect(learnFromNumbers(finer, shown)).toEqual(finer)
    expect(learnFromNumbers(finer, { prices: [], amounts: [] })).toEqual(finer)
  })

  it('are not learned from float noise, nor from nothing', () => {
    const noise = { prices: ['0.008400000000000001'], amounts: ['0.009000000000000001', '0', '0.0'] }
    expect(learnFromNumbers(nothingKnown, noise)).toEqual(nothingKnown)
  })

  it('are what the exchange says once it has said them', () => {
    const said = readDecimalsRefusal('Maximum decimals allowed for volume is 4 in btcusdt market')
    expect(said).toEqual({ market: 'btcusdt', what: 'volume', decimals: 4 })
    const known = learnFromRefusal(nothingKnown, { market: 'ethusdc', what: 'volume', decimals: 3 })
    expect(learnFromNumbers(known, shown)).toMatchObject({ amountDecimals: 3, said: true, priceDecimals: 2 })
    const priced = learnFromRefusal(known, { market: 'ethusdc', what: 'price', decimals: 1 })
    expect(learnFromNumbers(priced, shown)).toMatchObject({ priceDecimals: 1, isPriceSaid: true })
  })

  it('are learned from no other sentence', () => {
    for (const message of [
      '',
      'Insufficient balance',
      'Maximum decimals allowed for volume is 4',
      'Maximum decimals allowed for volume is four in btcusdt market',
      'Maximum decimals allowed for fee is 4 in btcusdt market',
      'x Maximum decimals allowed for volume is 4 in btcusdt market',
    ]) {
      expect(readDecimalsRefusal(message)).toBeNull()
    }
  })
})

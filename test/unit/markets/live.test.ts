import { describe, expect, it } from 'vitest'
import { CatchUp } from '../../../src-main/markets/live/catch-up.ts'
import { LiveQueue, MAX_WAITING_TRADES } from '../../../src-main/markets/live/live-queue.ts'
import { candleOf, tradeOf, wordOf } from '../../../src-main/markets/live/live-rows.ts'
import { candleWords } from '../../../src-main/exchange/streams/stream-names.ts'
import type { StreamCandle } from '../../../src-main/exchange/streams/row-messages.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'

const trade = { id: 7, price: '2000.5', amount: '0.25', createdAtMs: 1_000, takerType: 'sell' }
const candle: StreamCandle = {
  market: 'ethusdc',
  period: '1h',
  timeMs: 3_600_000,
  open: '10',
  high: '12',
  low: '9',
  close: '11',
  volume: '5.5',
}

describe('rows of streams', () => {
  it('have the exact total of a trade, and none where the side is not told', () => {
    expect(tradeOf('ethusdc', trade)).toEqual({ ...trade, market: 'ethusdc', total: '500.125' })
    const zeros = { ...trade, price: '2000.500', amount: '3.0' }
    expect(tradeOf('ethusdc', zeros)).toMatchObject({ price: '2000.5', amount: '3', total: '6001.5' })
    expect(tradeOf('ethusdc', { ...trade, takerType: null })).toBeNull()
    expect(tradeOf('ethusdc', { ...trade, takerType: 'both' })).toBeNull()
  })

  it('are no candle where the figures are not those of one', () => {
    expect(candleOf(candle, 9)).toMatchObject({ period: 60, high: 12, volume: 5.5, toldAtMs: 9 })
    expect(candleOf({ ...candle, high: '10.5' }, 9)).toBeNull()
    expect(candleOf({ ...candle, low: '10.5' }, 9)).toBeNull()
    expect(candleOf({ ...candle, volume: '-1' }, 9)).toBeNull()
    expect(candleOf({ ...candle, close: 'x' }, 9)).toBeNull()
  })

  it('have one word for each period', () => {
    expect(candlePeriods.map(wordOf)).toEqual(candleWords)
  })
})

describe('rows that wait to be written', () => {
  const state = (volume: string) => candleOf({ ...candle, volume }, 9)

  it('have the latest state of each candle, whatever the order of messages', () => {
    const queue = new LiveQueue()
    for (const volume of ['5', '7', '6']) {
      const next = state(volume)
      if (next !== null) queue.addCandle(next)
    }
    expect(queue.take().candles.map(({ volume }) => volume)).toEqual([7])
    expect(queue.isEmpty).toBe(true)
    expect(queue.take()).toEqual({ trades: [], candles: [] })
  })

  it('are bounded', () => {
    const queue = new LiveQueue()
    const row = tradeOf('ethusdc', trade)
    if (row === null) throw new Error('no trade')
    for (let id = 0; id < MAX_WAITING_TRADES; id += 1) expect(queue.addTrade({ ...row, id })).toBe(true)
    expect(queue.addTrade(row)).toBe(false)
  })
})

describe('catching up with a stream', () => {
  it('takes an answer that was asked for after the confirmation', () => {
    const catchUp = new CatchUp()
    const early = catchUp.mark('a')
    catchUp.confirm(['a', 'b'])
    expect(catchUp.answered('a', early)).toBe(false)
    expect(catchUp.has('a')).toBe(false)
    expect(catchUp.answered('a', catchUp.mark('a'))).toBe(true)
    expect([catchUp.has('a'), catchUp.has('b')]).toEqual([true, false])
  })

  it('ends with the connection, and an answer from before does not bring it back', () => {
    const catchUp = new CatchUp()
    catchUp.confirm(['a', 'b'])
    const mark = catchUp.mark('a')
    catchUp.answered('b', catchUp.mark('b'))
    catchUp.lose()
    expect(catchUp.has('b')).toBe(false)
    catchUp.confirm(['a'])
    expect(catchUp.answered('a', mark)).toBe(false)
    expect(catchUp.answered('a', catchUp.mark('a'))).toBe(true)
    catchUp.lose(['a'])
    expect(catchUp.has('a')).toBe(false)
  })
})

// The public endpoints as a stranger sees them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { ManualClock } from './manual-clock.ts'
import { asList, asObject, StrangeClient } from './strange-client.ts'

const periods = [1, 5, 15, 30, 60, 120, 240, 360, 720, 1440, 4320, 10080]
const clock = new ManualClock(Date.parse('2026-11-20T16:00:37.500Z'))
const nowSecond = Math.floor(clock.nowMs / 1000)

let exchange: PracticeExchange
let client: StrangeClient

type Candle = [number, number, number, number, number, number]

async function candles(query: string): Promise<Candle[]> {
  const payload = await client.read(`/sapi/v1/market/kline/?${query}`)
  if (!Array.isArray(payload)) throw new Error('candles are no array')
  return payload.map((item: unknown) => {
    if (!Array.isArray(item) || item.length !== 6) throw new Error('a candle is no array of six')
    const numbers = item.map((value: unknown) => {
      expect(typeof value).toBe('number')
      return Number(value)
    })
    const [time = NaN, open = NaN, max = NaN, min = NaN, last = NaN, volume = NaN] = numbers
    return [time, open, max, min, last, volume]
  })
}

beforeAll(async () => {
  exchange = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 10, clock })
  client = new StrangeClient(exchange.baseUrl)
})
afterAll(() => exchange.close())

describe('health', () => {
  it('answers with and without the slash', async () => {
    for (const path of ['/sapi/v1/health/', '/sapi/v1/health']) {
      const answer = await client.get(path)
      expect(answer).toMatchObject({ http: 200, status: 'success', message: 'Working fine!', payload: '' })
    }
  })

  it('answers HEAD without a body', async () => {
    const response = await fetch(`${exchange.baseUrl}/sapi/v1/health/`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('candles', () => {
  it('has at least six markets, ethusdc and btcusdc among them', () => {
    expect(exchange.markets).toEqual(expect.arrayContaining(['ethusdc', 'btcusdc']))
    expect(exchange.markets.length).toBeGreaterThanOrEqual(6)
  })

  it('defaults to 30 candles of one minute, oldest first, the last one running', async () => {
    const list = await candles('market=ethusdc')
    expect(list).toHaveLength(30)
    const first = Math.floor(nowSecond / 60) * 60 - 29 * 60
    expect(list.map(([time]) => time)).toEqual(Array.from({ length: 30 }, (_, index) => first + index * 60))
  })

  it('serves the twelve periods at multiples of the period, each opening where the one before ended', async () => {
    for (const period of periods) {
      const list = await candles(`market=btcusdc&period=${period}&limit=40`)
      expect(list).toHaveLength(40)
      list.forEach(([time, open, max, min, last, volume], index) => {
        expect(time % (period * 60)).toBe(0)
        expect(max).toBeGreaterThanOrEqual(Math.max(open, last))
        expect(min).toBeLessThanOrEqual(Math.min(open, last))
        expect(min).toBeGreaterThan(0)
        expect(volume).toBeGreaterThanOrEqual(0)
        const before = list[index - 1]
        if (before !== undefined) expect([time - before[0], open]).toEqual([period * 60, before[4]])
      })
    }
  })

  it('selects by start and end, both inclusive, and pages from the start or from the end', async () => {
    const end = Math.floor(nowSecond / 3600) * 3600 - 7200
    const start = end - 9 * 3600
    const both = await candles(`market=ethusdc&period=60&start_time=${start}&end_time=${end}`)
    expect(both.map(([time]) => time)).toEqual(Array.from({ length: 10 }, (_, i) => start + i * 3600))
    const inside = await candles(`market=ethusdc&period=60&start_time=${start + 1}&end_time=${end - 1}`)
    expect(inside).toEqual(both.slice(1, -1))
    expect(await candles(`market=ethusdc&period=60&start_time=${start}&limit=3`)).toEqual(both.slice(0, 3))
    expect(await candles(`market=ethusdc&period=60&end_time=${end}&limit=3`)).toEqual(both.slice(-3))
    expect(await candles(`market=ethusdc&period=60&start_time=${start}&end_time=${end}&limit=3`)).toEqual(
      both.slice(0, 3),
    )
  })

  it('is empty before the listing and after now', async () => {
    expect(await candles('market=ethusdc&period=1440&end_time=1000000000')).toEqual([])
    expect(await candles(`market=ethusdc&start_time=${nowSecond + 60}`)).toEqual([])
    const oldest = await candles('market=ethusdc&period=1440&start_time=0&limit=2')
    expect(oldest.map(([time]) => time)).toEqual([1514764800, 1514851200])
  })

  it('reaches back years in one answer', async () => {
    const weeks = await candles('market=ethusdc&period=10080&limit=1000')
    expect(weeks.length).toBeGreaterThan(400)
    expect(await candles('market=ethusdc&limit=10000')).toHaveLength(10_000)
  })

  it('moves the last candle with the clock until it is whole', async () => {
    const start = clock.nowMs
    const minute = Math.floor(start / 60_000) * 60_000
    const seen: string[] = []
    try {
      for (let second = 0; second < 60; second += 4) {
        clock.nowMs = minute + second * 1000
        const [last] = await candles('market=ethusdc&limit=1')
        seen.push(JSON.stringify(last))
        const trades = asList(await client.read('/sapi/v1/market/trades/?market=ethusdc&limit=1'))
        if (last !== undefined && last[5] > 0) expect(last[4]).toBe(trades[0]?.['price'])
      }
      clock.nowMs = minute + 60_000
      const [whole] = await candles('market=ethusdc&limit=2')
      clock.nowMs = minute + 59_999
      expect((await candles('market=ethusdc&limit=1'))[0]).toEqual(whole)
    } finally {
      clock.nowMs = start
    }
    expect(new Set(seen).size).toBeGreaterThan(3)
  })

  it('agrees with itself between the running candles of all periods', async () => {
    const lasts = await Promise.all(
      periods.map(async (period) => (await candles(`market=linkusdc&period=${period}&limit=1`))[0]?.[4]),
    )
    expect(new Set(lasts).size).toBe(1)
  })
})

describe('market trades', () => {
  it('returns the 100 newest by default, newest first, exactly shaped', async () => {
    const trades = asList(await client.read('/sapi/v1/market/trades/?market=ethusdc'))
    expect(trades).toHaveLength(100)
    trades.forEach((trade, index) => {
      expect(Object.keys(trade).sort()).toEqual(
        ['amount', 'created_at', 'id', 'market', 'price', 'taker_type', 'total'].sort(),
      )
      expect(trade['market']).toBe('ethusdc')
      expect(['buy', 'sell']).toContain(trade['taker_type'])
      expect(Number.isInteger(trade['created_at'])).toBe(true)
      expect(Number(trade['total'])).toBeCloseTo(Number(trade['price']) * Number(trade['amount']), 6)
      const before = trades[index - 1]
      if (before !== undefined) {
        expect(Number(before['created_at'])).toBeGreaterThanOrEqual(Number(trade['created_at']))
        expect(Number(before['id'])).toBeGreaterThan(Number(trade['id']))
      }
    })
    expect(Number(trades[0]?.['created_at'])).toBeLessThanOrEqual(nowSecond)
  })

  it('turns round with order_by=asc and takes only earlier ones with timestamp', async () => {
    const down = asList(await client.read('/sapi/v1/market/trades?market=ethusdc&limit=20'))
    const up = asList(await client.read('/sapi/v1/market/trades?market=ethusdc&limit=20&order_by=asc'))
    expect(up).toEqual(down.toReversed())
    const timestamp = Number(down[9]?.['created_at'])
    const earlier = asList(
      await client.read(`/sapi/v1/market/trades/?market=ethusdc&limit=20&timestamp=${timestamp}`),
    )
    expect(earlier).toHaveLength(20)
    expect(earlier[0]).toEqual(down.find((trade) => Number(trade['created_at']) < timestamp))
    expect(asList(await client.read('/sapi/v1/market/trades/?market=ethusdc&timestamp=1000000'))).toEqual([])
  })

  it('pages through time without a gap or a repetition of seconds', async () => {
    const all = asList(await client.read('/sapi/v1/market/trades/?market=arbusdc&limit=1000'))
    const middle = Number(all[500]?.['created_at'])
    const rest = asList(
      await client.read(`/sapi/v1/market/trades/?market=arbusdc&limit=100&timestamp=${middle + 1}`),
    )
    expect(rest[0]).toEqual(all.find((trade) => Number(trade['created_at']) <= middle))
  })

  it('agrees with the minute candles: first, highest, lowest, last price and volume', async () => {
    for (const market of exchange.markets) {
      const trades = asList(await client.read(`/sapi/v1/market/trades/?market=${market}&limit=1000`))
      const list = await candles(`market=${market}&limit=40`)
      let compared = 0
      for (const [time, open, max, min, last, volume] of list.slice(0, -1)) {
        const inside = trades.filter((trade) => Math.floor(Number(trade['created_at']) / 60) * 60 === time)
        if (Number(trades.at(-1)?.['created_at']) >= time) continue
        const prices = inside.map((trade) => Number(trade['price']))
        const sum = inside.reduce((total, trade) => total + Math.round(Number(trade['amount']) * 1e6), 0)
        expect(sum).toBe(Math.round(volume * 1e6))
        if (inside.length === 0) expect([max, min, last]).toEqual([open, open, open])
        else {
          expect([prices.at(-1), Math.max(...prices), Math.min(...prices), prices[0]]).toEqual([
            open,
            max,
            min,
            last,
          ])
        }
        compared += 1
      }
      expect(compared).toBeGreaterThan(30)
    }
  })
})

describe('wrong market requests', () => {
  const kline = '/sapi/v1/market/kline/'
  const trades = '/sapi/v1/market/trades/'
  const wrong: [string, string | null][] = [
    [`${kline}?market=nosuch`, 'please enter a valid market'],
    [`${kline}?market=ETHUSDC`, 'please enter a valid market'],
    [kline, 'please provide market, market is a mandatory field'],
    [trades, 'please provide market, market is a mandatory field'],
    [`${trades}?market=nosuch`, 'please enter a valid market'],
    [`${kline}?market=`, 'please provide market, market is a mandatory field'],
    [`${trades}?market=&limit=5`, 'please provide market, market is a mandatory field'],
    [`${kline}?market=ethusdc&market=btcusdc`, null],
    ...['0', '-1', '1.5', 'abc', '10001', '1e3', '+5', ' 5', '99999999999999999999999', '', 'NaN'].map(
      (value): [string, null] => [`${kline}?market=ethusdc&limit=${encodeURIComponent(value)}`, null],
    ),
    ...['0', '2', '-1', '7', '1440.0', '43200', 'x', ''].map((value): [string, null] => [
      `${kline}?market=ethusdc&period=${value}`,
      null,
    ]),
    ...['-5', 'yesterday', '1795192380000', '2026-11-20', ''].flatMap((value): [string, null][] => [
      [`${kline}?market=ethusdc&start_time=${value}`, null],
      [`${kline}?market=ethusdc&end_time=${value}`, null],
      [`${trades}?market=ethusdc&timestamp=${value}`, null],
    ]),
    [`${kline}?market=ethusdc&start_time=200&end_time=100`, null],
    [`${trades}?market=ethusdc&limit=1001`, null],
    [`${trades}?market=ethusdc&limit=0`, null],
    [`${trades}?market=ethusdc&order_by=DESC`, null],
    [`${trades}?market=ethusdc&order_by=up`, null],
  ]

  it.each(wrong)('refuses %s with 400', async (path, message) => {
    const answer = await client.get(path)
    expect([answer.http, answer.status]).toEqual([400, 'error'])
    expect(answer.message).not.toBe('')
    if (message !== null) expect([answer.message, answer.payload]).toEqual([message, ''])
    else expect(['', '{}']).toContain(answer.payload === '' ? '' : JSON.stringify(answer.payload))
  })

  it('ignores parameters that it does not know', async () => {
    expect(await client.read(`${kline}?market=ethusdc&limit=1&color=blue`)).toHaveLength(1)
  })

  it('names the error payload as an object where the facts give none', async () => {
    expect(asObject((await client.get(`${kline}?market=ethusdc&limit=0`)).payload)).toEqual({})
  })
})

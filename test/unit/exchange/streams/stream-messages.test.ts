// Frames of the service's documents, of its connectors, of other shapes, and of any shape at all.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_FRAME_BYTES,
  readFrame,
  unreadRows,
} from '../../../../src-main/exchange/streams/stream-messages.ts'
import { soakRounds } from '../../../fixtures/soak.ts'

/** The one message of a frame that is given as a value. */
function read(frame: unknown): unknown {
  return readText(JSON.stringify(frame))
}

function readText(text: string): unknown {
  const messages = readFrame(text)
  expect(messages).toHaveLength(1)
  return messages[0]
}

describe('an order book', () => {
  test('has one level a message, as a flat pair', () => {
    expect(read({ 'ethusdc.ob-inc': { asks: ['1222.52', '0.1900'], sequence: 7 } })).toEqual({
      kind: 'increment',
      market: 'ethusdc',
      sequence: 7,
      changes: [{ side: 'asks', price: '1222.52', amount: '0.1900' }],
      unread: 0,
    })
  })

  test.each(['', null, '0', '0.000', 0])('loses a level whose amount is %j', (amount) => {
    expect(read({ 'ethusdc.ob-inc': { bids: ['1222.52', amount], sequence: 7 } })).toMatchObject({
      changes: [{ side: 'bids', price: '1222.52', amount: null }],
    })
  })

  test('may have lists of pairs, and both sides', () => {
    const sides = {
      asks: [
        ['2', '1'],
        ['3', ''],
      ],
      bids: [['1', '4']],
      sequence: '12',
    }
    expect(read({ 'ethusdc.ob-inc': sides })).toMatchObject({
      sequence: 12,
      changes: [
        { side: 'asks', price: '2', amount: '1' },
        { side: 'asks', price: '3', amount: null },
        { side: 'bids', price: '1', amount: '4' },
      ],
    })
  })

  test('keeps every digit of a number', () => {
    const text = '{"ethusdc.ob-inc":{"asks":[1222.520000000000000001,1e-7],"sequence":7}}'
    expect(readText(text)).toMatchObject({
      sequence: 7,
      changes: [{ side: 'asks', price: '1222.520000000000000001', amount: '0.0000001' }],
    })
  })

  test('begins with a snapshot', () => {
    const snapshot = {
      asks: [
        ['2', '1'],
        ['3', '5'],
      ],
      bids: [['1', '4']],
      sequence: 12,
    }
    expect(read({ 'ethusdc.ob-snap': snapshot })).toEqual({
      kind: 'snapshot',
      market: 'ethusdc',
      sequence: 12,
      asks: [
        { price: '2', amount: '1' },
        { price: '3', amount: '5' },
      ],
      bids: [{ price: '1', amount: '4' }],
      unread: 0,
    })
  })

  test('says which levels it could not read, and keeps the others', () => {
    expect(
      read({
        'ethusdc.ob-snap': {
          asks: [
            ['x', '1'],
            ['3', '5'],
          ],
          sequence: 1,
        },
      }),
    ).toMatchObject({
      asks: [{ price: '3', amount: '5' }],
      unread: 1,
    })
  })

  test('is refused by name without a sequence', () => {
    expect(read({ 'ethusdc.ob-inc': { asks: ['1', '2'] } })).toEqual({
      kind: 'refused',
      stream: 'ethusdc.ob-inc',
      reason: 'field',
      field: 'sequence',
    })
  })
})

test('a frame of many numbers is refused, and one of as much text is read', () => {
  const asks = (level: readonly unknown[]) => Array.from({ length: 3_000 }, () => level)
  expect(read({ 'ethusdc.ob-snap': { asks: asks([1222.5, 0.5]), bids: [], sequence: 1 } })).toMatchObject({
    kind: 'refused',
    reason: 'tooLarge',
  })
  expect(read({ 'ethusdc.ob-snap': { asks: asks(['1222.5', '0.5']), bids: [], sequence: 1 } })).toMatchObject(
    {
      kind: 'snapshot',
    },
  )
})

describe('rows', () => {
  const trade = { tid: 5, price: '2.50', amount: '0.1', date: 1_700_000_000, taker_type: 'buy' }

  test('of the tape are read one by one', () => {
    const message = {
      trades: [trade, { ...trade, price: 'much' }, { ...trade, date: '1700000000.25', taker_type: 'both' }],
    }
    expect(read({ 'ethusdc.trades': message })).toEqual({
      kind: 'trades',
      market: 'ethusdc',
      rows: [
        { id: 5, price: '2.50', amount: '0.1', createdAtMs: 1_700_000_000_000, takerType: 'buy' },
        { id: 5, price: '2.50', amount: '0.1', createdAtMs: 1_700_000_000_250, takerType: 'both' },
      ],
      unread: 1,
    })
  })

  test('of the tape that are numbers lose the noise of a float, as over REST', () => {
    const text = `{"ethusdc.trades":{"trades":[{"tid":5,"price":0.008400000000000001,"amount":1,"date":1}]}}`
    expect(readText(text)).toMatchObject({ rows: [{ price: '0.0084', amount: '1', takerType: null }] })
  })

  test('of candles have their period', () => {
    expect(read({ 'ethusdc.kline-15m': [1_700_000_100, 1, 3, 0.5, 2, '7.10'] })).toEqual({
      kind: 'candle',
      candle: {
        market: 'ethusdc',
        period: '15m',
        timeMs: 1_700_000_100_000,
        open: '1',
        high: '3',
        low: '0.5',
        close: '2',
        volume: '7.10',
      },
    })
  })

  test('of an order keep words that are not known, and what is missing is null', () => {
    const order = {
      id: 9,
      market: 'ethusdc',
      state: 'resting',
      price: null,
      origin_volume: '1.0',
      at: 1,
      avg_price: {},
    }
    expect(read({ order })).toEqual({
      kind: 'order',
      order: {
        id: 9,
        market: 'ethusdc',
        side: null,
        type: null,
        state: 'resting',
        price: null,
        averagePrice: null,
        originVolume: '1.0',
        remainingVolume: null,
        executedVolume: null,
        tradesCount: null,
        createdAtMs: null,
        updatedAtMs: null,
      },
    })
  })

  test('of a fill need its order and its amount', () => {
    const fill = { id: 3, order_id: '9', market: 'ethusdc', price: '2', amount: 0.25, created_at: 1 }
    expect(read({ trade: fill })).toMatchObject({
      kind: 'fill',
      fill: { orderId: 9, amount: '0.25', total: null },
    })
    expect(read({ trade: { ...fill, amount: 'some' } })).toMatchObject({
      kind: 'refused',
      stream: 'trade',
      field: 'amount',
    })
  })
})

describe('an answer', () => {
  test('names all streams of the connection', () => {
    const success = { message: 'subscribed', streams: ['ethusdc.trades', 5, 'Über\nname'] }
    expect(read({ success })).toEqual({ kind: 'subscribed', streams: ['ethusdc.trades', 'other'] })
  })

  test('that is an error has its words, bounded', () => {
    expect(read({ error: 'x'.repeat(9_000) })).toEqual({ kind: 'error', text: 'x'.repeat(2_000) })
    expect(read({ error: { code: 1 } })).toEqual({ kind: 'error', text: '' })
  })

  test('to a keep-alive is text', () => {
    expect(readText('ping')).toEqual({ kind: 'ping' })
    expect(readText('pong')).toEqual({ kind: 'pong' })
  })
})

describe('what is refused', () => {
  test.each([
    ['no JSON', 'notJson', '{'],
    ['no JSON', 'notJson', ''],
    ['no object', 'notAnObject', '[1]'],
    ['no object', 'notAnObject', 'null'],
    ['nothing', 'tooManyParts', '{}'],
    ['a stream that is not known', 'unknown', '{"global.tickers":{}}'],
    ['a name of any length', 'unknown', `{"${'x'.repeat(500)}":1}`],
    ['a deep nest', 'field', `{"order":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'a deep nest of numbers',
      'notJson',
      `{"order":{"id":1,"market":"ethusdc","price":1,"x":${'['.repeat(15_000)}${']'.repeat(15_000)}}}`,
    ],
    ['more than the largest frame', 'tooLarge', `"${'x'.repeat(MAX_FRAME_BYTES)}"`],
  ])('is %s', (_what, reason, text) => {
    expect(readText(text)).toMatchObject({ kind: 'refused', reason })
  })

  test('repeats nothing of the frame', () => {
    const secret = 'eyJhbGciOi.secret'
    expect(JSON.stringify(read({ [secret.repeat(9)]: secret }))).not.toContain('secret')
  })
})

test('a frame of any shape is read or refused, and every text in it is bounded', () => {
  const name = fc.constantFrom(
    'ethusdc.trades',
    'ethusdc.ob-inc',
    'ethusdc.ob-snap',
    'ethusdc.kline-1m',
    'order',
    'trade',
    'success',
    'error',
  )
  const key = fc.constantFrom(
    'asks',
    'bids',
    'sequence',
    'trades',
    'id',
    'tid',
    'market',
    'price',
    'amount',
    'date',
    'order_id',
    'message',
    'streams',
    '__proto__',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.constantFrom<unknown>('ethusdc', '1.5', '', '1e400', -1, 1e21, 0.1, 7, 'subscribed'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    ),
  }))
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(name, value, { maxKeys: 3 }), fc.jsonValue()), (frame) => {
      const messages = readFrame(JSON.stringify(frame))
      expect(messages.length).toBeGreaterThan(0)
      let longest = 0
      for (const message of messages) {
        if (!(unreadRows(message) >= 0)) throw new Error('no number of unread rows')
        JSON.stringify(message, (_key, part: unknown) => {
          if (typeof part === 'string') longest = Math.max(longest, part.length)
          return part
        })
      }
      expect(longest).toBeLessThanOrEqual(500)
    }),
    { numRuns: soakRounds(300) },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(readFrame(text).length).toBeGreaterThan(0)
    }),
    { numRuns: soakRounds(200) },
  )
})

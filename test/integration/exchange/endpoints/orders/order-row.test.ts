// The quick reading of an order is the schema's reading.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { soakRounds } from '../../../../fixtures/soak.ts'
import {
  readPlainOrder,
  toOrder,
  wireOrder,
} from '../../../../../src-main/exchange/endpoints/orders/order-row.ts'
import { readPlainIsoTime } from '../../../../../src-main/exchange/endpoints/plain-iso-time.ts'
import { wireIsoTime } from '../../../../../src-main/exchange/endpoints/wire.ts'
import type { Order } from '../../../../../src-preload/contract/orders/entities.ts'
import { orderSides, orderStates, orderTypes } from '../../../../../src-preload/domain/markets/markets.ts'
import { fixtureEnvelope } from '../../../../fixtures/fixtures.ts'

function readBySchema(row: unknown): Order | null {
  const read = wireOrder.safeParse(row)
  return read.success ? toOrder(read.data) : null
}

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
const plainDecimal = fc
  .tuple(fc.constantFrom('', '-'), digits(60), fc.option(digits(60)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`)
const offset = fc.constantFrom('Z', '+00:00', '+01:00', '+02:00', '-05:30', '+13:45')
/** From 2 January 1970: with every offset still no earlier than the epoch. */
const plainTime = fc
  .tuple(fc.integer({ min: 86_400, max: 253_402_300_799 }), offset)
  .map(([seconds, end]) => new Date(seconds * 1000).toISOString().slice(0, 19) + end)

const plainRow = fc.record(
  {
    id: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    uuid: fc.string({ minLength: 1 }),
    side: fc.constantFrom(...orderSides),
    ord_type: fc.constantFrom(...orderTypes),
    price: fc.option(plainDecimal),
    stop_price: fc.option(plainDecimal),
    avg_price: plainDecimal,
    state: fc.constantFrom(...orderStates),
    market: fc.stringMatching(/^[a-z0-9]{2,32}$/),
    created_at: plainTime,
    updated_at: plainTime,
    origin_volume: plainDecimal,
    remaining_volume: plainDecimal,
    executed_volume: plainDecimal,
    maker_fee: plainDecimal,
    taker_fee: plainDecimal,
    trades_count: fc.nat(),
    cancel_reason: fc.option(fc.string()),
    unknown: fc.jsonValue(),
  },
  {
    requiredKeys: [
      'id',
      'uuid',
      'side',
      'ord_type',
      'price',
      'avg_price',
      'state',
      'market',
      'created_at',
      'updated_at',
      'origin_volume',
      'remaining_volume',
      'executed_volume',
      'maker_fee',
      'taker_fee',
      'trades_count',
    ],
  },
)

const oddCharacters = [
  '0',
  '3',
  '6',
  '9',
  '-',
  '+',
  '.',
  ':',
  'T',
  'Z',
  'z',
  '/',
  ' ',
  'e',
  'E',
  '٣',
  'é',
  '\n',
]
/** One character of a text changed, added or taken away. */
const bent = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.nat({ max: 130 }), fc.nat({ max: 1 }), fc.constantFrom('', ...oddCharacters))
    .map(([sound, at, taken, put]) => {
      const index = at % (sound.length + 1)
      return sound.slice(0, index) + put + sound.slice(index + taken)
    })
/** Values that a field may hold by mistake, close to sound ones. */
const oddValue = fc.oneof(
  bent(plainDecimal),
  bent(plainTime),
  bent(fc.constantFrom(...orderSides, ...orderTypes, ...orderStates, 'ethusdc')),
  fc.constantFrom('', '.', '-', '.5', '5.', '+1', '00.10', '1e3', '1.50e-7', '1e400', '9'.repeat(61), 'A'),
  fc.constantFrom('2024-02-29T00:00:00Z', '2023-02-29T00:00:00Z', '2022-11-31T10:00:00+01:00'),
  fc.constantFrom('2022-11-07T24:00:00Z', '2022-11-07T23:59:60Z', '2022-11-07T22:12:00+0100'),
  fc.constantFrom('2022-11-07T22:12:00.123456Z', '2022-11-07T22:12:00', '2022-13-07T22:12:00Z'),
  fc.constantFrom('1970-01-01T00:00:00+01:00', '1970-01-01T00:00:00Z', '1969-12-31T23:59:59-05:00'),
  fc.constantFrom('0099-01-01T00:00:00Z', '2022-11-07T22:12:00+23:59', '2022-11-07T22:12:00-24:00'),
  fc.constantFrom(-0, -1, 0.5, 2 ** 53, NaN, Infinity, null, true, false, undefined),
  fc.jsonValue(),
)
const oddRow = fc
  .tuple(plainRow, fc.constantFrom(...Object.keys(fixtureRow())), oddValue)
  .map(([row, field, value]): unknown => ({ ...row, [field]: value }))

function fixtureRow(): Record<string, unknown> {
  const [row] = fixtureEnvelope('orders').payload as Record<string, unknown>[]
  if (row === undefined) throw new Error('the fixture has no order')
  return row
}

describe('an order read quickly', { timeout: 60_000 }, () => {
  test('in the usual forms is what the schema makes of it, and never needs the schema', () => {
    expect(readPlainOrder(fixtureRow())).not.toBeNull()
    fc.assert(
      fc.property(plainRow, (row) => {
        const read = readPlainOrder(row)
        expect(read).not.toBeNull()
        expect(read).toStrictEqual(readBySchema(row))
      }),
      { numRuns: soakRounds(1_000) },
    )
  })

  test('with any odd field is what the schema makes of it, or left to the schema', () => {
    let readCount = 0
    fc.assert(
      fc.property(oddRow, (row) => {
        const read = readPlainOrder(row)
        if (read === null) return
        readCount += 1
        expect(read).toStrictEqual(readBySchema(row))
      }),
      { numRuns: soakRounds(2_000) },
    )
    // Both outcomes were among them.
    expect(readCount).toBeGreaterThan(0)
    expect(readCount).toBeLessThan(20_000)
  })

  test.each([null, undefined, 1, 'row', [], [fixtureRow()], {}])(
    'that is none is left to the schema',
    (row) => {
      expect(readPlainOrder(row)).toBeNull()
    },
  )
})

describe('a time read quickly', { timeout: 60_000 }, () => {
  test('is what the schema makes of it on every day of four centuries, and no other day exists', () => {
    for (let year = 1970; year < 2370; year += 1) {
      for (let month = 0; month <= 13; month += 1) {
        for (const day of [0, 1, 28, 29, 30, 31, 32]) {
          const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
          const read = wireIsoTime.safeParse(`${date}T12:34:56+02:00`)
          expect(readPlainIsoTime(`${date}T12:34:56+02:00`)).toBe(read.success ? read.data : null)
        }
      }
    }
  })

  test('with one character changed is what the schema makes of it, or left to the schema', () => {
    fc.assert(
      fc.property(bent(plainTime), (text) => {
        const timeMs = readPlainIsoTime(text)
        if (timeMs !== null) expect(timeMs).toBe(wireIsoTime.parse(text))
      }),
      { numRuns: soakRounds(2_000) },
    )
  })
})

// Sound examples of objects, lists and candle rows.
import fc from 'fast-check'
import { type Json, textIn, withField } from './json-text.ts'
import { sampleSeconds } from './numbers.ts'
import type { Kind } from './shapes.ts'
import { digits } from './verdict.ts'

/** Fields that nobody has told us of; some have names that careless code trips over. */
const extras: readonly (readonly [string, Json])[] = [
  ['new_field', 'x'],
  ['__proto__', { price: '1' }],
  ['constructor', null],
  ['toString', 'x'],
  ['', digits('1')],
  ['price ', digits('1e999')],
]
const sampleExtra = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...extras) },
)

const sampleCell = fc.oneof(
  fc.constantFrom(
    '0',
    '1336.63',
    '0.008400000000000001',
    '1e-7',
    '1.50E+3',
    '0.1',
    '5e-324',
    '9007199254740993',
    '1e23',
  ),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .tuple(fc.nat(), fc.nat(), fc.nat(9))
    .map(([whole, fraction, zeros]) => `${String(whole)}.${'0'.repeat(zeros)}${String(fraction)}`),
)
const sampleCandles = fc
  .tuple(
    sampleSeconds,
    fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 10_080 }),
        fc.tuple(sampleCell, sampleCell, sampleCell, sampleCell, sampleCell),
      ),
      {
        maxLength: 6,
      },
    ),
  )
  .map(([end, list]): Json => {
    // Backwards from the newest, which may be as late as a time can be.
    let time = Math.max(
      end,
      list.reduce((sum, [step]) => sum + step * 60, 0),
    )
    return list
      .map(([step, cells]): Json => {
        const row = [String(time), ...cells].map((source) => digits(source))
        time -= step * 60
        return row
      })
      .reverse()
  })

/** A key that is no field of its row. */
const sampleName = fc.constantFrom('ethereum', 'usdc', 'bitcoin', 'a coin', 'x'.repeat(40))

/** Sound examples of a kind. */
export function sampleOf(kind: Kind): fc.Arbitrary<Json> {
  switch (kind.is) {
    case 'scalar':
      return kind.sample
    case 'candles':
      return sampleCandles
    case 'rows': {
      const row = sampleOf(kind.row)
      const few = { weight: 30, arbitrary: fc.array(row, { maxLength: 3 }) }
      return fc.oneof(few, { weight: 1, arbitrary: fc.array(row, { minLength: 8, maxLength: 20 }) })
    }
    case 'keyed': {
      const entry = fc.tuple(kind.key === null ? sampleName : sampleOf(kind.key.kind), sampleOf(kind.row))
      return fc.array(entry, { maxLength: 4 }).map((list): Json => {
        const named = list.map(([name, row]) => [textIn(name), row] as const)
        return Object.fromEntries(named)
      })
    }
    case 'object': {
      const values = kind.fields.map((field): fc.Arbitrary<Json | undefined> => {
        const sound = { weight: 6, arbitrary: sampleOf(field.kind) }
        const mayBeNull = field.isNullable || field.absence === 'absentOrNull'
        const none = { weight: mayBeNull ? 2 : 0, arbitrary: fc.constant(null) }
        const mayBeAbsent = field.absence !== 'never'
        return fc.oneof(sound, none, { weight: mayBeAbsent ? 1 : 0, arbitrary: fc.constant(undefined) })
      })
      return fc.tuple(fc.tuple(...values), sampleExtra).map(([list, extra]): Json => {
        const fields = list.flatMap((value, index) =>
          value === undefined ? [] : [[kind.fields[index]?.name ?? '', value] as const],
        )
        const made: Json = Object.fromEntries(fields)
        return extra === null ? made : withField(made, extra[0], extra[1])
      })
    }
  }
}

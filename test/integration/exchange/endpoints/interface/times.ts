// The ISO times of the interface.
import fc from 'fast-check'
import type { Json } from './json-text.ts'
import { judgeSeconds, seconds } from './numbers.ts'
import { readOffsetTime } from './offset-time.ts'
import { accept, digits, either, refuse, scalar, type Verdict } from './verdict.ts'

const sampleOffset = fc.constantFrom(
  'Z',
  '+01:00',
  '+02:00',
  '-05:30',
  '+14:00',
  '-12:00',
  '+00:00',
  '-00:00',
)
const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
/** Mostly as orders have them, some as transfers have them, and few as nobody has been seen to write them. */
const sampleFraction = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('.123456', '.000001', '.999999') },
  { weight: 1, arbitrary: fc.constantFrom('.1', '.12', '.123', '.9999999', '.123456789') },
)
const sampleYear = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1971, max: 2100 }) },
  { weight: 1, arbitrary: fc.constantFrom(1972, 2000, 9998) },
)
const sampleClock = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59))
const sampleIso = fc
  .tuple(
    sampleYear,
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    sampleClock,
    sampleFraction,
    sampleOffset,
  )
  .map(([year, month, day, clock, fraction, offset]) => {
    const date = [pad(year, 4), pad(month), pad(day)].join('-')
    return `${date}T${clock.map((part) => pad(part)).join(':')}${fraction}${offset}`
  })

const isoNear: readonly Json[] = [
  '2022-11-07T22:12:00',
  '2022-11-07 22:12:00+01:00',
  '2022-11-07T22:12:00 +01:00',
  '2022-11-07T22:12:00+0100',
  '2022-11-07T22:12:00+01',
  '2022-11-07T22:12:00+24:00',
  '2022-11-07T22:12:00+01:60',
  '2022-11-07T22:12:00z',
  '2022-11-07t22:12:00Z',
  '2022-11-07T22:12Z',
  '2022-11-07T24:00:00Z',
  '2022-11-07T24:00:01Z',
  '2022-11-07T22:60:00Z',
  '2022-11-07T22:12:60Z',
  '2022-11-07T22:12:00,5Z',
  '2022-11-07T22:12:00.Z',
  '2022-11-07',
  '2022-02-29T22:12:00Z',
  '2024-02-29T22:12:00Z',
  '2100-02-29T00:00:00Z',
  '2022-02-30T22:12:00Z',
  '2022-04-31T22:12:00Z',
  '2022-12-31T23:59:59.999999-12:00',
  '2022-13-07T22:12:00Z',
  '2022-00-07T22:12:00Z',
  '2022-11-00T22:12:00Z',
  '2022-11-32T22:12:00Z',
  '1970-01-01T00:00:00Z',
  '1970-01-01T00:30:00+01:00',
  '1969-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '+002022-11-07T22:12:00Z',
  'Mon, 07 Nov 2022 22:12:00 GMT',
  '1667855520',
  digits('1667855520'),
  digits('1667855520000'),
  'now',
  '',
]

const judgeIso = (node: Json): Verdict => {
  const read = typeof node === 'string' ? readOffsetTime(node) : null
  if (read === null) return refuse()
  return read.isUsual ? accept(read.timeMs) : either(read.timeMs)
}
/** ISO 8601 with an offset, meant as milliseconds; what is finer is cut off. */
export const isoTime = scalar(judgeIso, sampleIso, isoNear)

/** The trades inside an order are not shown by the interface: lists of trades have ISO times, the market has seconds. */
export const isoTimeOrSeconds = scalar(
  (node) => {
    const asIso = judgeIso(node)
    return asIso.values.length > 0 ? asIso : judgeSeconds(node)
  },
  fc.oneof(sampleIso, seconds.sample),
  [...isoNear, ...seconds.near],
)

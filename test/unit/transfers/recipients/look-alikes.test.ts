// Proof of which addresses are taken to look alike.
import { expect, test } from 'vitest'
import { findLikeness } from '../../../../src-main/transfers/recipients/look-alikes.ts'

const known = '0xde709f2102306220921060314715629080e2fb77'
/** Another address with so many digits of the known one at its ends. */
const withEnds = (start: number, end: number): string =>
  `${known.slice(0, 2 + start)}${'5'.repeat(40 - start - end)}${end === 0 ? '' : known.slice(-end)}`

/** The known one with so many digits replaced, from its middle on. */
const withReplaced = (count: number): string =>
  `${known.slice(0, 14)}${Array.from(known.slice(14, 14 + count), (digit) => (digit === '9' ? '8' : '9')).join('')}${known.slice(14 + count)}`

test('an address is not like itself, in whatever case it is written', () => {
  expect(findLikeness(known, known)).toBeNull()
  expect(findLikeness(`0x${known.slice(2).toUpperCase()}`, known)).toBeNull()
})

test('one with the same four digits before and after is planted, and so is one with seven in all', () => {
  expect(findLikeness(withEnds(4, 4), known)).toBe('sameEnds')
  expect(findLikeness(withEnds(3, 4), known)).toBe('sameEnds')
  expect(findLikeness(withEnds(4, 3).toUpperCase().replace('0X', '0x'), known)).toBe('sameEnds')
})

test('one that shares fewer digits, or those of one end alone, is another address', () => {
  expect(findLikeness(withEnds(3, 3), known)).toBeNull()
  expect(findLikeness(withEnds(10, 0), known)).toBeNull()
  expect(findLikeness(withEnds(0, 10), known)).toBeNull()
})

test('one in which a few digits differ, lack or are swapped is a slip of the hand', () => {
  const first = known[2] === '1' ? '2' : '1'
  expect(findLikeness(`0x${first}${known.slice(3)}`, known)).toBe('fewDiffer')
  // A digit left out at the beginning and one added at the end: no digit stands where it stood.
  expect(findLikeness(`0x${known.slice(3)}0`, known)).toBe('fewDiffer')
  expect(findLikeness(`0x${first}${withReplaced(5).slice(3)}`, known)).toBe('fewDiffer')
})

test('one in which more digits differ, and the ends too, is another address', () => {
  const first = known[2] === '1' ? '2' : '1'
  expect(findLikeness(`0x${first}${withReplaced(12).slice(3)}`, known)).toBeNull()
  expect(findLikeness('0x52908400098527886E0F7030069857D2E4169EE7', known)).toBeNull()
})

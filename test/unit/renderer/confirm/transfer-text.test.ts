// The wording about a recipient in the question before a signature.
import { describe, expect, it } from 'vitest'
import {
  compareGroups,
  describeDifference,
  describeFirstTime,
  describeMoreLookAlikes,
  describeSentBefore,
  isVisibleText,
  nameOf,
  visibleLabel,
  wordComparison,
} from '../../../../src-renderer/confirm/transfer/transfer-text.ts'

const known = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'
const lookAlike = { kind: 'lookAlike', address: known, label: null, why: 'fewDiffer' } as const
const nobody = { label: null, sentBefore: { count: 0, lastAtMs: null }, moreLookAlikes: 0 }

/** The address with other digits in the groups of the places, counted from 1. */
function changeGroups(...places: number[]): string {
  const groups = known.slice(2).match(/.{4}/g) ?? []
  return `0x${groups.map((group, at) => (places.includes(at + 1) ? '0000' : group)).join('')}`
}

describe('where two addresses differ', () => {
  it.each([
    [[3], 'Group 3 of 10 differs.'],
    [[1, 2], 'Groups 1 and 2 of 10 differ.'],
    [[1, 10], 'Groups 1 and 10 of 10 differ.'],
    [[2, 3, 4], 'Groups 2 to 4 of 10 differ.'],
    [[1, 3, 4, 6, 7, 8], 'Groups 1, 3, 4 and 6 to 8 of 10 differ.'],
  ])('is told by groups: %j', (places, words) => {
    expect(describeDifference(compareGroups(changeGroups(...places), known))).toBe(words)
  })

  it('is not a matter of capitals, which are its checksum', () => {
    expect(compareGroups(known.toLowerCase(), known).some(({ isDifferent }) => isDifferent)).toBe(false)
  })
})

describe('what is said of a recipient', () => {
  it('counts what was sent, and says nothing where nothing was', () => {
    const lastAtMs = Date.parse('2026-11-18T09:12:00Z')
    expect(describeSentBefore({ count: 0, lastAtMs: null })).toBeNull()
    expect(describeSentBefore({ count: 1, lastAtMs })).toBe('Sent once, on 18 Nov 2026, 09:12 UTC')
    expect(describeSentBefore({ count: 2, lastAtMs })).toBe('Sent 2 times, last on 18 Nov 2026, 09:12 UTC')
  })

  it('does not let a name in the address book stand for a payment', () => {
    expect(describeFirstTime('Bob')).toMatch(/whatever name the address book shows\.$/)
    expect(describeFirstTime(null)).not.toContain('name')
  })

  it.each(['', ' ', '\u200b\u202e', '\u3164', '\u2800', '\u00ad\u2060', '...', '\ud800'])(
    'takes a label of nothing for none: %j',
    (label) => {
      expect(isVisibleText(label)).toBe(false)
      expect(visibleLabel(label)).toBeNull()
      expect(nameOf({ label, address: known })).toBe('0x2B5A…D6cF')
    },
  )

  it.each(['B', '7', 'Bob\u202e', '山', 'محمد'])('keeps a label that can be seen: %j', (label) => {
    expect(visibleLabel(label)).toBe(label)
  })

  it('counts the look-alikes that are not shown', () => {
    expect([0, 1, 19].map(describeMoreLookAlikes)).toEqual([
      null,
      'One more address looks similar.',
      '19 more addresses look similar.',
    ])
  })

  it('puts no name of the address book into the sentence at the mark', () => {
    const compared = 'I have compared the address with the one I was given'
    expect(wordComparison({ ...nobody, warnings: [{ kind: 'firstTime' }] })).toBe(compared)
    expect(
      wordComparison({
        ...nobody,
        warnings: [{ kind: 'firstTime' }, lookAlike, { ...lookAlike, label: 'Bob' }],
      }),
    ).toBe(`${compared}. It is none of the similar addresses above`)
  })
})

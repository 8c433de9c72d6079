// Proof of which look-alikes the question before a signature tells, and how many more it counts.
import { describe, expect, it } from 'vitest'
import { describeRecipient } from '../../../../src-main/transfers/recipients/known-addresses.ts'
import type { KnownAddresses } from '../../../../src-main/transfers/recipients/recipients.ts'
import { afterWrites } from '../../store/sample-transfers.ts'

const target = '0xde709f2102306220921060314715629080e2fb77'
/** Begins and ends as the target does, and differs from it in so many digits of the middle. */
const likeTarget = (differing: number): string =>
  `${target.slice(0, 8)}${'f'.repeat(differing)}${target.slice(8 + differing)}`
const entry = (differing: number) => ({
  address: likeTarget(differing),
  label: `differs in ${differing}`,
  note: '',
  createdAtMs: 0,
})
const nothing: KnownAddresses = { book: [], sent: [], found: [], own: [] }
const told = (known: Partial<KnownAddresses>) => {
  const { warnings, moreLookAlikes } = describeRecipient(target, { ...nothing, ...known })
  const addresses = warnings.flatMap((warning) => (warning.kind === 'lookAlike' ? [warning.address] : []))
  return { addresses, moreLookAlikes }
}

describe('the look-alikes of a recipient before its signature', () => {
  it('are the three closest of however many the address book has, with the count of the others', () => {
    const book = Array.from({ length: 22 }, (_, at) => entry(22 - at))
    expect(told({ book })).toEqual({ addresses: [1, 2, 3].map(likeTarget), moreLookAlikes: 19 })
  })

  it('are told without a count where they are few', () => {
    expect(told({ book: [entry(2), entry(1)] })).toEqual({
      addresses: [likeTarget(1), likeTarget(2)],
      moreLookAlikes: 0,
    })
  })

  it('begin with those paid before or the own, which closer ones in the address book do not push away', () => {
    const sent = [
      { ...afterWrites(1, 0).transfer, recipientAddress: likeTarget(20), state: 'succeeded' as const },
    ]
    const own = [{ address: likeTarget(18), label: 'Savings' }]
    const book = Array.from({ length: 12 }, (_, at) => entry(at + 1))
    expect(told({ book, sent, own })).toEqual({
      addresses: [18, 20, 1].map(likeTarget),
      moreLookAlikes: 11,
    })
  })
})

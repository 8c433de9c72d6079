// Proof of what is known of a recipient, and what about it is warned of.
import { describe, expect, test } from 'vitest'
import {
  countSentTo,
  findWarnings,
  type KnownAddresses,
  labelOf,
  recentRecipients,
} from '../../../../src-main/transfers/recipients/recipients.ts'
import type { StoredFound, StoredTransfer } from '../../../../src-main/store/api/transfer-rows.ts'
import { afterWrites, sampleTold } from '../../store/sample-transfers.ts'

const bob = '0xde709f2102306220921060314715629080e2fb77'
const carol = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const likeBob = `${bob.slice(0, 6)}${'5'.repeat(32)}${bob.slice(-4)}`
const nothing: KnownAddresses = { book: [], sent: [], found: [], own: [] }
const entry = (address: string, label: string) => ({ address, label, note: '', createdAtMs: 0 })

const sentTo = (
  recipientAddress: string,
  state: StoredTransfer['state'],
  createdAtMs: number,
): StoredTransfer => ({
  ...afterWrites(1, 0).transfer,
  recipientAddress,
  state,
  createdAtMs,
  // A note or a look-up of later changes this.
  updatedAtMs: createdAtMs + 5_000_000,
})

const receivedFrom = (fromAddress: string, createdAtMs: number): StoredFound => ({
  accountId: 'a',
  networkKey: 'practice',
  accountAddress: carol,
  told: { ...sampleTold(1), fromAddress, destinationAddress: carol, createdAtMs },
})

const kinds = (address: string, known: Partial<KnownAddresses>, inClipboard: string | null = null) =>
  findWarnings(address, { ...nothing, ...known }, inClipboard).map(({ kind }) => kind)

describe('a recipient', () => {
  test('is new until a transfer to it has succeeded', () => {
    expect(kinds(bob, {})).toEqual(['firstTime'])
    for (const state of ['processing', 'refused', 'abandoned', 'differs'] as const)
      expect(kinds(bob, { sent: [sentTo(bob, state, 1)] })).toEqual(['firstTime'])
    expect(kinds(bob, { sent: [sentTo(bob.toUpperCase().replace('0X', '0x'), 'succeeded', 1)] })).toEqual([])
  })

  test('that looks like one of the book, one of the own, or one that was paid is warned of, with its name', () => {
    const warnings = findWarnings(likeBob, { ...nothing, book: [entry(bob, 'Bob')] }, null)
    expect(warnings).toContainEqual({ kind: 'lookAlike', address: bob, label: 'Bob', why: 'sameEnds' })
    expect(kinds(likeBob, { own: [{ address: bob, label: 'Mine' }] })).toContain('lookAlike')
    expect(findWarnings(likeBob, { ...nothing, sent: [sentTo(bob, 'succeeded', 1)] }, null)).toContainEqual({
      kind: 'lookAlike',
      address: bob,
      label: null,
      why: 'sameEnds',
    })
  })

  test('is warned of once beside each address, however that is known', () => {
    const known = {
      book: [entry(bob, 'Bob')],
      own: [{ address: bob, label: 'Mine' }],
      sent: [sentTo(bob, 'succeeded', 1)],
    }
    expect(kinds(likeBob, known)).toEqual(['firstTime', 'lookAlike'])
  })

  test('that was paid before, or is in the book, may look like another', () => {
    const book = [entry(bob, 'Bob')]
    expect(kinds(likeBob, { book, sent: [sentTo(likeBob, 'succeeded', 1)] })).toEqual([])
    expect(kinds(likeBob, { book: [...book, entry(likeBob, 'Bob too')] })).toEqual(['firstTime'])
  })

  test('that is known only as the sender of something is warned of, with the newest time', () => {
    const found = [receivedFrom(bob, 5), receivedFrom(bob, 9), receivedFrom(likeBob, 20)]
    expect(findWarnings(bob, { ...nothing, found }, null)).toContainEqual({
      kind: 'onlyReceivedFrom',
      atMs: 9,
    })
    expect(kinds(bob, { found, book: [entry(bob, 'Bob')] })).toEqual(['firstTime'])
  })

  test('is warned of where another address lies in the clipboard now', () => {
    const sent = [sentTo(bob, 'succeeded', 1)]
    expect(kinds(bob, { sent }, carol)).toEqual(['clipboardChanged'])
    expect(kinds(bob, { sent }, bob.toUpperCase().replace('0X', '0x'))).toEqual([])
  })

  test('has the name of the book, in whatever case its address is written', () => {
    expect(labelOf(carol.toLowerCase(), [entry(carol, 'Carol')])).toBe('Carol')
    expect(labelOf(bob, [entry(carol, 'Carol')])).toBeNull()
  })
})

test('what was sent to an address counts what succeeded, and a later note does not make it newer', () => {
  const sent = [sentTo(bob, 'succeeded', 1), sentTo(bob, 'succeeded', 7), sentTo(bob, 'processing', 9)]
  expect(countSentTo(bob, sent)).toEqual({ count: 2, lastAtMs: 7 })
  expect(countSentTo(carol, sent)).toEqual({ count: 0, lastAtMs: null })
})

test('the recipients of late come newest first, each once, with their names', () => {
  const sent = [
    sentTo(bob, 'succeeded', 1),
    sentTo(carol, 'succeeded', 3),
    sentTo(bob, 'succeeded', 5),
    sentTo(likeBob, 'refused', 9),
  ]
  const carolThird = { address: carol, label: 'Carol', lastAtMs: 3 }
  expect(recentRecipients(sent, [entry(carol, 'Carol')], 8)).toEqual([
    { address: bob, label: null, lastAtMs: 5 },
    carolThird,
  ])
  expect(recentRecipients(sent, [], 1)).toHaveLength(1)
})

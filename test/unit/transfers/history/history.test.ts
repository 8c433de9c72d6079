// Proof of how the history is shown, searched and ordered.
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, HistoryFilter } from '../../../../src-preload/contract/transfers.ts'
import { historyEntry, sentTransfer } from '../../../../src-preload/contract/transfers.ts'
import {
  filterHistory,
  toFoundEntry,
  toSentTransfer,
} from '../../../../src-main/transfers/history/history.ts'
import type { StoredTransfer } from '../../../../src-main/store/api/transfer-rows.ts'
import { afterWrites, recipientAddress, sampleTold, sender, wayOf } from '../../store/sample-transfers.ts'

const all: HistoryFilter = { text: '', states: [], fromMs: null, toMs: null }
const id = 'f3b1a7de-94a1-4c1c-8a3e-0d6f2f1c9b01'
const accountId = 'f3b1a7de-94a1-4c1c-8a3e-0d6f2f1c9b02'
const bob = { address: recipientAddress, label: 'Bob', note: '', createdAtMs: 0 }

const stored = (number: number, changes: Partial<StoredTransfer> = {}): StoredTransfer => ({
  ...afterWrites(number, wayOf(number).length).transfer,
  id,
  accountId,
  ...changes,
})
const own = (number: number, changes: Partial<StoredTransfer> = {}): HistoryEntry => ({
  kind: 'journal',
  transfer: toSentTransfer(stored(number, changes), [bob], false, 0),
})
const found = (number: number, fromAddress: string, destinationAddress: string): HistoryEntry =>
  toFoundEntry(
    {
      accountId,
      networkKey: 'practice',
      accountAddress: sender,
      told: { ...sampleTold(number), fromAddress, destinationAddress },
    },
    sender,
  )

describe('a transfer that crosses the border', () => {
  test('fits the border in every state, and takes no signature with it', () => {
    for (const number of [0, 1, 2, 3, 4, 5, 6, 7]) {
      for (const writes of Array(7).keys()) {
        const { transfer } = afterWrites(number, writes)
        const shown = toSentTransfer({ ...transfer, id, accountId }, [bob], false, 0)
        expect(sentTransfer.safeParse(shown).error).toBeUndefined()
        expect(JSON.stringify(shown)).not.toContain('0x2b')
      }
    }
  })

  test('has the name that the address book has now', () => {
    expect(toSentTransfer(stored(1), [bob], false, 0).recipientLabel).toBe('Bob')
    expect(toSentTransfer(stored(1), [], false, 0).recipientLabel).toBeNull()
  })

  test('offers nothing while something of it is under way', () => {
    expect(toSentTransfer(stored(1), [], true, 0)).toMatchObject({ isBusy: true, offers: [] })
  })
})

describe('a transfer that was looked up', () => {
  test('is received, sent, or neither, whatever case the addresses are in', () => {
    const third = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const directionOf = (from: string, to: string) => {
      const entry = found(1, from, to)
      expect(historyEntry.safeParse(entry).error).toBeUndefined()
      return entry.kind === 'found' && entry.transfer.direction
    }
    expect(directionOf(third, sender.toLowerCase())).toBe('received')
    expect(directionOf(sender.toLowerCase(), third)).toBe('sent')
    expect(directionOf(third, recipientAddress)).toBe('other')
  })
})

describe('the history', () => {
  const entries = [own(1), own(3), found(2, recipientAddress, sender)]
  const [first, third, second] = entries
  const left = (filter: Partial<HistoryFilter>) => filterHistory(entries, { ...all, ...filter })

  test('shows the newest first, sent and received in one line', () => {
    expect(left({})).toEqual([third, second, first])
  })

  test('finds by reference, address, name, note and amount, in any case', () => {
    expect(left({ text: ' REF-3 ' })).toEqual([third])
    expect(left({ text: 'bob' })).toEqual([third, first])
    expect(left({ text: 'Note 1' })).toEqual([first])
    expect(left({ text: recipientAddress.toUpperCase().replace('0X', '0x') })).toEqual([third, second, first])
    expect(left({ text: '12.000001' })).toEqual([third, second, first])
    expect(left({ text: 'nothing like it' })).toEqual([])
  })

  test('is narrowed to states, of which what was looked up is one', () => {
    expect(left({ states: ['found'] })).toEqual([second])
    expect(left({ states: ['differs', 'found'] })).toEqual([third, second])
  })

  test('is narrowed to a time, both ends of it included', () => {
    expect(left({ fromMs: 1000, toMs: 1000 })).toEqual([first])
    expect(left({ fromMs: 1001 })).toEqual([third, second])
    expect(left({ toMs: 2100 })).toEqual([second, first])
  })
})

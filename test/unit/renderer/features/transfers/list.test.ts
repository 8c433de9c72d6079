// What a row of the list of transfers says, what the filters ask for, how pages join.
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../../../../src-renderer/features/transfers/list/entry-key.ts'
import { describeEntry, nameEntry } from '../../../../../src-renderer/features/transfers/list/entry-text.ts'
import {
  isBackwards,
  isUnfiltered,
  noFilter,
  stateGroups,
  toHistoryFilter,
} from '../../../../../src-renderer/features/transfers/list/list-filter.ts'
import { noRows, withPage } from '../../../../../src-renderer/features/transfers/list/list-pages.ts'
import { transferStateNames } from '../../../../../src-renderer/text/transfers/transfer-text.ts'
import { transferStates } from '../../../../../src-preload/contract/transfers.ts'
import { alice, bob, carol, foundEntry, sentEntry } from './make-entry.ts'

const nobody = (): null => null

describe('a row of the list', () => {
  it('puts a minus only before money that has left or may have', () => {
    const signs = transferStates.map((state) => [state, describeEntry(sentEntry(1, { state }), nobody).sign])
    expect(Object.fromEntries(signs)).toEqual({
      intended: '',
      initiating: '',
      initiated: '',
      signed: '',
      processing: '\u2212',
      succeeded: '\u2212',
      refused: '',
      abandoned: '',
      differs: '\u2212',
    })
  })

  it('says of every state by its own word how far it is', () => {
    const words = transferStates.map((state) => describeEntry(sentEntry(1, { state }), nobody).state)
    expect(words).toEqual(transferStates.map((state) => transferStateNames[state]))
    expect(new Set(words).size).toBe(transferStates.length)
  })

  it('does not say of a transfer under way that its outcome is unknown', () => {
    const { state } = describeEntry(sentEntry(1, { state: 'processing', isBusy: true }), nobody)
    expect(state).toBe('Sent')
  })

  it('names who gets the money by the address book, else by the short address', () => {
    expect(describeEntry(sentEntry(1), nobody).who).toBe('0x2B5A…D6cF')
    expect(describeEntry(sentEntry(1, { recipientLabel: 'Bob' }), nobody).who).toBe('Bob')
    const name = (address: string): string | null => (address === bob ? 'Bob' : null)
    expect(describeEntry(foundEntry(1), name).who).toBe('Bob')
  })

  it('shows what was received with a plus and from whom, once the service says that it is done', () => {
    expect(describeEntry(foundEntry(1), nobody)).toMatchObject({
      direction: 'received',
      who: '0x2B5A…D6cF',
      sign: '+',
      state: 'Received',
      tone: 'done',
    })
    expect(describeEntry(foundEntry(1, { status: 'pending' }), nobody)).toMatchObject({
      sign: '',
      state: 'Pending',
      tone: 'unknown',
    })
    expect(describeEntry(foundEntry(1, { status: 'held back' }), nobody).state).toBe('“held back”')
  })

  it('gives a transfer between others no sign, and both ends', () => {
    const told = { fromAddress: bob, destinationAddress: carol }
    expect(describeEntry(foundEntry(1, told, 'other'), nobody)).toMatchObject({
      who: '0x2B5A…D6cF to 0x6813…BA69',
      sign: '',
      state: 'Between others',
    })
  })

  it('leaves out zeros that USDC does not have, and no digit that says something', () => {
    const amountOf = (amount: string): string => describeEntry(foundEntry(1, { amount }), nobody).amount
    expect(amountOf('1250.500000000000000000')).toBe('1250.500000')
    expect(amountOf('0.000000100000000000')).toBe('0.0000001')
    expect(amountOf('25.50')).toBe('25.50')
    expect(amountOf('1000000')).toBe('1000000')
  })

  it('says everything in one sentence to who does not see it', () => {
    const atMs = Date.UTC(2026, 10, 20, 12, 3, 22)
    const entry = sentEntry(atMs, { recipientLabel: 'Bob', state: 'processing', reference: 'rent-11' })
    expect(nameEntry(describeEntry(entry, nobody), atMs)).toBe(
      'To Bob, \u221225 USDC, Unknown, 12:03:22 UTC, reference rent-11',
    )
  })

  it('is selected by its id, and by its reference where it was only looked up', () => {
    expect(keyOf(sentEntry(7))).toBe('00000000-0000-4000-9000-000000000007')
    expect(keyOf(foundEntry(7))).toBe('found:found-7')
    expect(alice).not.toBe(bob)
  })
})

describe('the filters of the list', () => {
  it('let every state through by exactly one group', () => {
    const states = stateGroups.flatMap((group) => toHistoryFilter({ ...noFilter, groups: [group] }).states)
    expect(states.toSorted()).toEqual([...transferStates, 'found'].toSorted())
  })

  it('take both days in, and nothing of the day after', () => {
    const choice = { ...noFilter, fromDay: '2026-11-20', toDay: '2026-11-20' }
    expect(toHistoryFilter(choice)).toEqual({
      text: '',
      states: [],
      fromMs: Date.UTC(2026, 10, 20),
      toMs: Date.UTC(2026, 10, 21) - 1,
    })
  })

  it('ask for nothing where only spaces were typed', () => {
    expect(isUnfiltered({ ...noFilter, text: '  ' })).toBe(true)
    expect(toHistoryFilter({ ...noFilter, text: ' rent ' }).text).toBe('rent')
  })

  it('tell that a first day after the last leaves nothing', () => {
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-21', toDay: '2026-11-20' })).toBe(true)
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-20', toDay: '2026-11-20' })).toBe(false)
    expect(isBackwards({ ...noFilter, fromDay: '2026-11-21' })).toBe(false)
  })
})

describe('pages of the list', () => {
  it('lose nothing that happened in the millisecond in which a page ends', () => {
    const first = withPage(noRows, { entries: [sentEntry(5), foundEntry(4)], hasMore: true, lastError: null })
    expect(first.beforeMs).toBe(5)
    const second = withPage(first, {
      entries: [foundEntry(4), sentEntry(4), sentEntry(3)],
      hasMore: false,
      lastError: null,
    })
    expect(second.entries.map(keyOf)).toEqual(
      [5, 4, 4, 3].map((n, at) => keyOf((at === 1 ? foundEntry : sentEntry)(n))),
    )
    expect(second.hasMore).toBe(false)
  })

  it('go on where a whole page happened in one millisecond', () => {
    const page = { entries: [sentEntry(5), foundEntry(5)], hasMore: true, lastError: null }
    const again = withPage(withPage(noRows, page), page)
    expect(again.entries).toHaveLength(2)
    expect(again.beforeMs).toBe(5)
  })

  it('end where main gives none', () => {
    expect(withPage(noRows, { entries: [], hasMore: true, lastError: null })).toMatchObject({
      entries: [],
      hasMore: false,
    })
  })
})

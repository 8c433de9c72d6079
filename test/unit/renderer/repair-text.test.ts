// What is said after a damaged database file was repaired.
import { describe, expect, it } from 'vitest'
import type { RepairReport } from '../../../src-preload/contract/app/data.ts'
import { describeRepair, joinWords } from '../../../src-renderer/text/repair-text.ts'
import { makeRepair } from './features/data/make-data.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
const ofData: Partial<RepairReport> = {
  file: 'data',
  setAsideAs: '/home/mia/.config/Starkdesk/starkdesk.sqlite.damaged-20261120T120000000Z',
}
const ownOfJournal = ['transfers', 'transfer_steps', 'found_transfers', 'recipients', 'transfer_limits']
const ownOfData = ['accounts', 'settings', 'watched_markets']

describe('after a repair', () => {
  it('it is said what was saved, what is as of the backup, and when that was made', () => {
    const { title, lines, short } = describeRepair(makeRepair(), nowMs)
    const text = lines.join('\n')
    expect(title).toBe('The transfer journal was damaged and rebuilt')
    expect(text).toContain(
      'kept as /home/mia/.config/Starkdesk/starkdesk-journal.sqlite.damaged-20261120T120000000Z.',
    )
    expect(text).toContain('Recovered from the damaged file: address book and transfer limits.')
    expect(text).toContain('Restored from the backup of 09:00:00 UTC: transfers and looked-up transfers.')
    expect(text).not.toMatch(/empty now|downloaded again/)
    // The strip has the file's name and not its path.
    expect(short).toContain('kept as starkdesk-journal.sqlite.damaged-20261120T120000000Z.')
  })

  it('of the data file nothing is said of transfers, and that the cache is fetched again', () => {
    const repair = makeRepair({ ...ofData, savedTables: ['accounts'], restoredTables: ['settings'] })
    const { title, short } = describeRepair(repair, nowMs)
    expect(title).toBe('The data file was damaged and rebuilt')
    expect(short).toContain('Restored from the backup of 09:00:00 UTC: settings.')
    expect(short).toContain('Watched markets: empty now')
    expect(short).toContain('being downloaded again')
    expect(short).not.toContain('ransfers')
  })

  it('a journal that was gone is not said to be set aside', () => {
    const { title, lines } = describeRepair(makeRepair({ setAsideAs: null }), nowMs)
    expect(title).toBe('The transfer journal was missing and rebuilt')
    expect(lines.join(' ')).not.toContain('set aside')
  })

  it('it is said that transfers made after the backup may be missing, and what to do before sending again', () => {
    const { lines, short } = describeRepair(makeRepair(), nowMs)
    for (const text of [lines.join(' '), short]) {
      expect(text).toMatch(/Transfers made after 09:00:00 UTC may be missing/)
      expect(text).toMatch(/Before you send again, look up the transfer’s reference.*or ask the recipient/)
    }
  })

  it('there is no warning where the transfers themselves were saved', () => {
    const { short } = describeRepair(makeRepair({ savedTables: ownOfJournal, restoredTables: [] }), nowMs)
    expect(short).not.toMatch(/missing|send again|empty/)
  })

  it('without a backup what could not be read is empty now, and all transfers are missing', () => {
    const repair = makeRepair({ backupMs: null, savedTables: ['recipients'], restoredTables: [] })
    const { short } = describeRepair(repair, nowMs)
    expect(short).toMatch(/Transfers, looked-up transfers and transfer limits: empty now/)
    expect(short).toContain('There was no backup')
    expect(short).toMatch(/All earlier transfers are missing/)
  })

  it('where the accounts are gone it is said that their keys are not', () => {
    const repair = makeRepair({ ...ofData, backupMs: null, savedTables: [], restoredTables: ownOfData })
    expect(describeRepair(repair, nowMs).short).toContain('Private keys are not stored in this file')
  })

  it('what is listed as of a backup that there was not is empty too', () => {
    const repair = makeRepair({ backupMs: null, savedTables: [], restoredTables: ownOfJournal })
    const { short } = describeRepair(repair, nowMs)
    expect(short).toMatch(/Transfers, looked-up transfers.*: empty now/)
    expect(short).not.toContain('Restored from the backup')
    expect(short).toMatch(/All earlier transfers are missing/)
  })

  it('tables that a later version has are called by their own names', () => {
    const repair = makeRepair({ savedTables: [...ownOfJournal, 'orders_sent'], restoredTables: [] })
    expect(describeRepair(repair, nowMs).short).toContain('orders_sent')
  })
})

describe('words in a row', () => {
  it('are joined as people join them', () => {
    expect(joinWords([])).toBe('')
    expect(joinWords(['a'])).toBe('a')
    expect(joinWords(['a', 'b'])).toBe('a and b')
    expect(joinWords(['a', 'b', 'c'])).toBe('a, b and c')
  })
})

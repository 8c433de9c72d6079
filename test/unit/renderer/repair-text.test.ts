// What is said after a damaged data file was repaired.
import { describe, expect, it } from 'vitest'
import { describeRepair, joinWords } from '../../../src-renderer/text/repair-text.ts'
import { makeRepair } from './features/data/make-data.ts'

const nowMs = Date.parse('2026-11-20T12:03:22Z')
const own = [
  'accounts',
  'settings',
  'transfers',
  'transfer_steps',
  'found_transfers',
  'recipients',
  'watched_markets',
]

describe('after a repair', () => {
  it('it is said what was saved, what is as of the backup, and when that was made', () => {
    const { lines, short } = describeRepair(makeRepair(), nowMs)
    const text = lines.join('\n')
    expect(text).toContain(
      'set aside as /home/mia/.config/Starkdesk/starkdesk.sqlite.damaged-20261120T120000000Z.',
    )
    expect(text).toContain('Saved from the damaged file, as they were: accounts, settings, address book and')
    expect(text).toContain('As of the backup of 09:00:00 UTC: transfers and transfers that were looked up.')
    expect(text).toContain('being fetched again')
    expect(text).not.toContain('empty now')
    // The strip has the file's name and not its path.
    expect(short).toContain('set aside as starkdesk.sqlite.damaged-20261120T120000000Z.')
  })

  it('it is said that transfers made after the backup may be missing, and what to do before sending again', () => {
    const { lines, short } = describeRepair(makeRepair(), nowMs)
    for (const text of [lines.join(' '), short]) {
      expect(text).toMatch(/Transfers made after 09:00:00 UTC may be missing/)
      expect(text).toMatch(/Before you send again, look up the reference.*or ask the recipient/)
    }
  })

  it('there is no warning where the transfers themselves were saved', () => {
    const { short } = describeRepair(makeRepair({ savedTables: own, restoredTables: [] }), nowMs)
    expect(short).not.toMatch(/missing|send again|empty/)
  })

  it('without a backup what could not be read is empty now, and all transfers are missing', () => {
    const repair = makeRepair({ backupMs: null, savedTables: ['settings'], restoredTables: [] })
    const { short } = describeRepair(repair, nowMs)
    expect(short).toMatch(
      /Accounts, transfers, transfers that were looked up, address book and watched markets: empty now/,
    )
    expect(short).toContain('There was no backup')
    expect(short).toMatch(/All transfers made before are missing/)
    expect(short).toContain('Private keys were never in the file')
  })

  it('what is listed as of a backup that there was not is empty too', () => {
    const repair = makeRepair({ backupMs: null, savedTables: [], restoredTables: own })
    const { short } = describeRepair(repair, nowMs)
    expect(short).toMatch(/Accounts, settings.*: empty now/)
    expect(short).not.toContain('As of the backup')
    expect(short).toMatch(/All transfers made before are missing/)
  })

  it('tables that a later version has are called by their own names', () => {
    const repair = makeRepair({ savedTables: [...own, 'price_alerts'], restoredTables: [] })
    expect(describeRepair(repair, nowMs).short).toContain('price_alerts')
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

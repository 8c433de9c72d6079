// Text about a damaged database file and its repair.
import type { DataFile, RepairReport } from '../../src-preload/contract/app/data.ts'
import { formatAsOf, formatUtcIso } from './format/time.ts'

/** Names of the user's own tables in display order; transfer steps belong to transfers. */
const tableWords: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  settings: 'settings',
  watched_markets: 'watched markets',
  transfers: 'transfers',
  transfer_steps: 'transfer steps',
  found_transfers: 'looked-up transfers',
  recipients: 'address book',
  transfer_limits: 'transfer limits',
}
/** The tables of each file that are named where they are empty now. */
const ownTables: Readonly<Record<DataFile, readonly string[]>> = {
  data: ['accounts', 'settings', 'watched_markets'],
  journal: ['transfers', 'transfer_steps', 'found_transfers', 'recipients', 'transfer_limits'],
}
/** Describe the journal itself; nobody would miss them. */
const unnamed: readonly string[] = ['journal_restore', 'restore_reviews']

/** "accounts, settings and transfers" */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Table names for users; unknown tables by their own name. */
function nameTables(tables: readonly string[]): string {
  const names = Object.keys(tableWords)
  const known = names.filter((table) => tables.includes(table))
  const others = tables.filter((table) => !names.includes(table) && !unnamed.includes(table))
  const shown = known.filter((table) => table !== 'transfer_steps' || !known.includes('transfers'))
  return joinWords([...shown.map((table) => tableWords[table] ?? table), ...others])
}

export interface RepairWords {
  readonly title: string
  /** What happened to the file and the user's data, and what to know before sending money again. */
  readonly lines: readonly string[]
  /** The same in one paragraph, for the strip. */
  readonly short: string
}

const lookUpFirst =
  'Before you send again, look up the transfer’s reference or ask the recipient whether it arrived.'

function transferWarning(repair: RepairReport, asOf: string | null): string | null {
  if (repair.file === 'data' || repair.savedTables.includes('transfers')) return null
  if (asOf !== null && repair.restoredTables.includes('transfers')) {
    return `Transfers made after ${asOf} may be missing from the list, although they were carried out. ${lookUpFirst}`
  }
  return `All earlier transfers are missing from the list, although they were carried out. ${lookUpFirst}`
}

/** Text about a repair. */
export function describeRepair(repair: RepairReport, nowMs: number): RepairWords {
  const asOf = repair.backupMs === null ? null : formatAsOf(repair.backupMs, nowMs)
  const restored = asOf === null ? [] : repair.restoredTables
  const kept = new Set([...repair.savedTables, ...restored])
  const empty = ownTables[repair.file].filter((table) => !kept.has(table))
  const saved =
    nameTables(repair.savedTables) === ''
      ? []
      : [`Recovered from the damaged file: ${nameTables(repair.savedTables)}.`]
  const asOfBackup =
    asOf === null || nameTables(restored) === ''
      ? []
      : [`Restored from the backup of ${asOf}: ${nameTables(restored)}.`]
  const lost =
    empty.length === 0
      ? []
      : [
          `${capitalise(nameTables(empty))}: empty now. ${asOf === null ? 'There was no backup' : 'The backup did not contain them'}, and the damaged file could not be read.`,
        ]
  const own = [...saved, ...asOfBackup, ...lost]
  const isJournal = repair.file === 'journal'
  const name = isJournal ? 'The transfer journal' : 'The data file'
  const fetched = isJournal ? [] : ['Orders, candles and other cached data are being downloaded again.']
  const keys = empty.includes('accounts')
    ? ['Private keys are not stored in this file: add your accounts again to use them.']
    : []
  const fileName = repair.setAsideAs?.split(/[\\/]/).at(-1)
  const warning = transferWarning(repair, asOf)
  const warned = warning === null ? [] : [warning]
  return {
    title: fileName === undefined ? `${name} was missing and rebuilt` : `${name} was damaged and rebuilt`,
    lines: [
      ...(repair.setAsideAs === null ? [] : [`The damaged file was kept as ${repair.setAsideAs}.`]),
      ...own,
      ...keys,
      ...warned,
      ...fetched,
    ],
    short: [
      fileName === undefined ? `${name} was missing.` : `${name} was damaged and kept as ${fileName}.`,
      ...own,
      ...keys,
      ...warned,
      ...fetched,
    ].join(' '),
  }
}

/** Facts of a repair as plain text, for a bug report. */
export function repairAsText(repair: RepairReport): string {
  const at = (timeMs: number | null): string => (timeMs === null ? 'none' : formatUtcIso(timeMs))
  return [
    `repaired: ${repair.file} file, ${at(repair.atMs)}`,
    `reason: ${repair.reason}`,
    `set aside as: ${repair.setAsideAs ?? 'nothing'}`,
    `backup: ${at(repair.backupMs)}`,
    `saved: ${repair.savedTables.join(', ')}`,
    `restored: ${repair.restoredTables.join(', ')}`,
  ].join('\n')
}

// Text for local data: kinds, retention, clearing and integrity checks.
import type { DataKind, DataState, KeepDays } from '../../src-preload/contract/app/data.ts'
import { formatBytes } from './format/bytes.ts'
import { formatDay } from './format/time.ts'
import { countOf } from './format/words.ts'

interface KindWords {
  readonly name: string
  /** One-line description. */
  readonly about: string
  /** The subject of a sentence: "Public trades from before 3 Mar 2026". */
  readonly older: (day: string) => string
  /** How the data is restored after clearing. */
  readonly again: string
}

export const dataKindTexts: Readonly<Record<DataKind, KindWords>> = {
  orders: {
    name: 'Orders',
    about: 'Orders of your accounts',
    older: (day) => `Closed orders from before ${day}`,
    again: 'They are downloaded again, newest first.',
  },
  fills: {
    name: 'Order fills',
    about: 'Fills of your orders',
    older: (day) => `Fills from before ${day}`,
    again: 'They are downloaded again, newest first.',
  },
  pnl: {
    name: 'Profit and loss',
    about: 'P&L snapshots over time',
    older: (day) => `P&L from before ${day}`,
    again: 'The current figures are downloaded again. Past figures can’t be.',
  },
  fineCandles: {
    name: 'Candles below 1 hour',
    about: '1 minute up to 1 hour',
    older: (day) => `Candles below 1 hour from before ${day}`,
    again: 'They are downloaded again, starting with those on screen.',
  },
  coarseCandles: {
    name: 'Candles from 1 hour',
    about: '1 hour and longer',
    older: (day) => `Candles of 1 hour and longer from before ${day}`,
    again: 'They are downloaded again, starting with those on screen.',
  },
  marketTrades: {
    name: 'Public trades',
    about: 'Public trades in your markets',
    older: (day) => `Public trades from before ${day}`,
    again: 'They are downloaded again as far back as the exchange has them.',
  },
}

interface KeepChoice {
  readonly keepDays: KeepDays
  readonly label: string
}

/** Shortest first. */
export const keepChoices: readonly KeepChoice[] = [
  { keepDays: 7, label: '7 days' },
  { keepDays: 30, label: '30 days' },
  { keepDays: 90, label: '90 days' },
  { keepDays: 365, label: '1 year' },
  { keepDays: 730, label: '2 years' },
  { keepDays: 1825, label: '5 years' },
  { keepDays: null, label: 'Everything' },
]

export function nameKeepDays(keepDays: KeepDays): string {
  return keepChoices.find((choice) => choice.keepDays === keepDays)?.label ?? ''
}

/** True when the retention gets shorter, so rows will be deleted. */
export function isShorter(next: KeepDays, before: KeepDays): boolean {
  return next !== null && (before === null || next < before)
}

/** Kinds that are downloaded again, as far as the service still has them, after clearing all. */
export const fetchedAgain: readonly DataKind[] = [
  'orders',
  'fills',
  'fineCandles',
  'coarseCandles',
  'marketTrades',
]

/** Deletion that needs confirmation. */
export type Drop =
  | { readonly kind: 'shorten'; readonly of: DataKind; readonly to: Exclude<KeepDays, null> }
  | { readonly kind: 'clear'; readonly of: DataKind }
  | { readonly kind: 'clearAll' }

export interface DropWords {
  /** Accessible name of the dialog. */
  readonly label: string
  readonly lines: readonly string[]
  /** Label of the button that cancels. */
  readonly keep: string
  readonly drop: string
}

const whatStays = 'Accounts, settings, transfers and the address book are kept.'
const dayMs = 86_400_000

export const sharedTables = 'Estimated: all candles share the same tables.'

/** "1,204 rows, 412.0 MB at the last measure"; empty when unmeasured. */
function describeSize(kinds: DataState['kinds']): string {
  let rows = 0
  let bytes = 0
  for (const kind of kinds) {
    if (kind.rows === null || kind.bytes === null) return ''
    rows += kind.rows
    bytes += kind.bytes
  }
  // The sum of both kinds that share their tables is exact.
  const isEstimate = kinds.filter(({ areBytesEstimated }) => areBytesEstimated).length === 1
  return ` (${countOf(rows, ['row', 'rows'])}, ${isEstimate ? '≈' : ''}${formatBytes(bytes)})`
}

export function describeDrop(drop: Drop, kinds: DataState['kinds'], nowMs: number): DropWords {
  switch (drop.kind) {
    case 'shorten': {
      const { name, older } = dataKindTexts[drop.of]
      const length = nameKeepDays(drop.to).toLowerCase()
      const day = formatDay(nowMs - drop.to * dayMs, true)
      return {
        label: `Keep ${name} for ${length}`,
        lines: [
          `${older(day)} will be removed from this computer${
            drop.of === 'pnl' ? '. Past P&L can’t be downloaded again.' : '.'
          }`,
        ],
        keep: 'Cancel',
        drop: `Remove data older than ${length}`,
      }
    }
    case 'clear': {
      const { name, again } = dataKindTexts[drop.of]
      const size = describeSize(kinds.filter(({ kind }) => kind === drop.of))
      return {
        label: `Clear ${name}`,
        lines: [`${name} of all accounts and networks will be removed${size}. ${again}`, whatStays],
        keep: 'Cancel',
        drop: `Clear ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
      }
    }
    case 'clearAll': {
      const size = describeSize(kinds.filter(({ kind }) => fetchedAgain.includes(kind)))
      return {
        label: 'Clear downloaded data',
        lines: [
          `Orders, fills, candles and public trades of all accounts and networks will be removed${size}. They are downloaded again, newest first; years of history take a while.`,
          `${whatStays} P&L is kept too, because past figures can’t be downloaded again.`,
        ],
        keep: 'Cancel',
        drop: 'Clear downloaded data',
      }
    }
  }
}

/**
 * Result of a deletion.
 * @param rows - number of deleted rows; null when unknown
 */
export function describeDropped(drop: Drop, rows: number | null): string {
  switch (drop.kind) {
    case 'shorten':
      return `${dataKindTexts[drop.of].name}: data older than ${nameKeepDays(drop.to).toLowerCase()} is being removed.`
    case 'clear':
      return `${dataKindTexts[drop.of].name}: ${countOf(rows ?? 0, ['row', 'rows'])} removed.`
    case 'clearAll':
      return `${countOf(rows ?? 0, ['row', 'rows'])} removed.`
  }
}

export const keptOwnText =
  'Backups hold accounts, settings, transfers and the address book. They don’t hold keys, or data that can be downloaded again.'

interface CheckWords {
  readonly title: string
  readonly line: string
}

export const checkWords: Readonly<Record<DataState['check']['status'], CheckWords>> = {
  notYet: {
    title: 'Not checked yet',
    line: 'Checks the database for damage.',
  },
  running: { title: 'Checking', line: 'You can keep using Starkdesk.' },
  sound: { title: 'No damage found', line: 'The whole database was read.' },
  damaged: {
    title: 'Damage found',
    line: 'Starkdesk rebuilds a damaged database and reports here what was restored.',
  },
  failed: {
    title: 'Check failed',
    line: 'The database could not be read completely; see the log for the reason.',
  },
}

// Text for local data: kinds, retention, clearing and integrity checks.
import type { DataKind, DataState, KeepDays } from '../../src-preload/contract/data.ts'
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
    about: 'As the service last told them.',
    older: (day) => `Orders made before ${day} that have ended`,
    again: 'They are fetched again, newest first.',
  },
  fills: {
    name: 'Fills of orders',
    about: 'The trades of those orders.',
    older: (day) => `Fills from before ${day}`,
    again: 'They are fetched again, newest first.',
  },
  pnl: {
    name: 'Profit and loss',
    about: 'Figures, each time they changed.',
    older: (day) => `Figures from before ${day}`,
    again:
      'Those of now are fetched again. Earlier ones do not come back: the service tells only what holds now.',
  },
  fineCandles: {
    name: 'Candles below 1 hour',
    about: 'Minute candles, and longer ones made of them.',
    older: (day) => `Candles below 1 hour from before ${day}`,
    again: 'They are fetched again, those on screen first.',
  },
  coarseCandles: {
    name: 'Candles from 1 hour',
    about: 'Candles of an hour and longer.',
    older: (day) => `Candles of 1 hour and longer from before ${day}`,
    again: 'They are fetched again, those on screen first.',
  },
  marketTrades: {
    name: 'Public trades',
    about: 'Trades of everybody in your markets.',
    older: (day) => `Public trades from before ${day}`,
    again: 'They are fetched again as far back as the service tells of them.',
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

const whatStays = 'Accounts, settings, transfers and the address book stay.'
const dayMs = 86_400_000

export const sharedTables = 'Estimated: all candles share their tables, and are told apart by their rows.'

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
          `${older(day)} will be removed from this computer and not fetched again${
            drop.of === 'pnl'
              ? ': the service tells only the figures of now, so they do not come back.'
              : ', unless more is kept later.'
          }`,
        ],
        keep: 'Change nothing',
        drop: `Remove what is older than ${length}`,
      }
    }
    case 'clear': {
      const { name, again } = dataKindTexts[drop.of]
      const size = describeSize(kinds.filter(({ kind }) => kind === drop.of))
      return {
        label: `Clear ${name}`,
        lines: [`${name} of every account and network will be removed${size}. ${again}`, whatStays],
        keep: 'Change nothing',
        drop: `Clear ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
      }
    }
    case 'clearAll': {
      const size = describeSize(kinds.filter(({ kind }) => fetchedAgain.includes(kind)))
      return {
        label: 'Clear all that can be fetched again',
        lines: [
          `Orders, fills, candles and public trades of every account and network will be removed${size}. They are fetched again, newest first; years of history take a while.`,
          `${whatStays} So do the figures of profit and loss: earlier ones could not be fetched again.`,
        ],
        keep: 'Change nothing',
        drop: 'Clear all that can be fetched again',
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
      return `${dataKindTexts[drop.of].name}: what is older than ${nameKeepDays(drop.to).toLowerCase()} goes now.`
    case 'clear':
      return `${dataKindTexts[drop.of].name}: ${countOf(rows ?? 0, ['row', 'rows'])} removed.`
    case 'clearAll':
      return `${countOf(rows ?? 0, ['row', 'rows'])} removed.`
  }
}

export const keptOwnText =
  'A backup holds what is your own: accounts, settings, transfers and the address book. It holds no keys: those are in the system keychain or in the encrypted key file. Orders, candles and the like are not in it, for they can be fetched again.'

interface CheckWords {
  readonly title: string
  readonly line: string
}

export const checkWords: Readonly<Record<DataState['check']['status'], CheckWords>> = {
  notYet: {
    title: 'Not checked yet',
    line: 'Reads the whole file and looks for damage. It changes nothing.',
  },
  running: { title: 'Checking', line: 'The whole file is read. Starkdesk can be used meanwhile.' },
  sound: { title: 'No damage found', line: 'Every page of the file was read.' },
  damaged: {
    title: 'Damage found',
    line: 'Starkdesk sets a damaged file aside, builds a new one, and says here what became of your own data.',
  },
  failed: {
    title: 'Could not be checked',
    line: 'The file could not be read to its end. The log has the reason.',
  },
}

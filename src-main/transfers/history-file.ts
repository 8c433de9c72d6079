// Owns: the history of transfers as the text of a file: CSV for people's tables, JSON Lines for programs. Pure.
// Must not: leave out or reorder what it is given, or round an amount.
import { type HistoryEntry, historyEntry } from '../../src-preload/contract/transfers.ts'
import type { SentTransfer, ToldTransfer } from '../../src-preload/contract/transfers.ts'
import { refusedBy } from '../../src-preload/domain/transfer-refusal.ts'
import { toCsv } from '../exports/csv.ts'

/** What all entries of one account have in common. */
export interface HistoryOwner {
  /** Kind of the network. */
  readonly network: string
  /** Host (and port) of the service. */
  readonly host: string
}

const isoOf = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '' : new Date(ms).toISOString()

interface Row {
  readonly owner: HistoryOwner
  readonly entry: HistoryEntry
  /** Null where the entry was only looked up. */
  readonly own: SentTransfer | null
  /** The service's word; null where it has not told of it. */
  readonly told: ToldTransfer | null
}

const textOf = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** Names of columns, with their units, and what stands in each. The order is part of the format: new ones go to the end. */
const columns: readonly (readonly [name: string, read: (row: Row) => string])[] = [
  ['Kind', ({ entry }) => entry.kind],
  ['Created (UTC)', ({ own, told }) => isoOf(own?.createdAtMs ?? told?.createdAtMs)],
  ['Direction', ({ entry }) => (entry.kind === 'journal' ? 'sent' : entry.transfer.direction)],
  ['State', ({ entry }) => (entry.kind === 'journal' ? entry.transfer.state : 'found')],
  ['Amount (in the currency)', ({ own, told }) => textOf(own?.amount ?? told?.amount)],
  ['Currency', ({ own, told }) => textOf(own?.currency ?? told?.currency)],
  ['Sender address', ({ own, told }) => textOf(own?.senderAddress ?? told?.fromAddress)],
  ['Recipient address', ({ own, told }) => textOf(own?.recipientAddress ?? told?.destinationAddress)],
  ['Recipient label', ({ own }) => textOf(own?.recipientLabel)],
  ['Reference', ({ own, told }) => textOf(own?.reference ?? told?.reference)],
  ['Note', ({ own }) => textOf(own?.note)],
  ['Network', ({ own, owner }) => own?.network.kind ?? owner.network],
  ['Host', ({ own, owner }) => own?.host ?? owner.host],
  ['Updated (UTC)', ({ own }) => isoOf(own?.updatedAtMs)],
  ['Service status', ({ told }) => textOf(told?.status)],
  ['Service amount (in the service currency)', ({ told }) => textOf(told?.amount)],
  ['Service currency', ({ told }) => textOf(told?.currency)],
  ['Service sender address', ({ told }) => textOf(told?.fromAddress)],
  ['Service recipient address', ({ told }) => textOf(told?.destinationAddress)],
  ['Service created (UTC)', ({ told }) => isoOf(told?.createdAtMs)],
  ['Service updated (UTC)', ({ told }) => isoOf(told?.updatedAtMs)],
  ['Service told (UTC)', ({ told }) => isoOf(told?.asOfMs)],
  ['Differences', ({ own }) => (own?.differences ?? []).join(' ')],
  ['Failed step', ({ own }) => textOf(own?.failure?.step)],
  ['Failure', ({ own }) => textOf(own?.failure?.error.code)],
  // service, way, unreached, starkdesk or unanswered (domain/transfer-refusal.ts).
  ['Refused by', ({ own }) => textOf(own === null ? null : refusedBy(own.failure))],
  ['Failed (UTC)', ({ own }) => isoOf(own?.failure?.atMs)],
  ['Look-ups (count)', ({ own }) => textOf(own?.lookUps.count)],
  ['Looked up (UTC)', ({ own }) => isoOf(own?.lookUps.lastAtMs)],
  ['Nonce', ({ own }) => textOf(own?.nonce)],
  ['Message hash', ({ own }) => textOf(own?.msgHash)],
  ['Id', ({ own }) => textOf(own?.id)],
]

/** One row an entry, in the order given. Times are ISO 8601 in UTC, amounts decimal text with a dot. */
export function toHistoryCsv(entries: readonly HistoryEntry[], owner: HistoryOwner): string {
  const rows = entries.map((entry): Row => {
    const own = entry.kind === 'journal' ? entry.transfer : null
    return { owner, entry, own, told: entry.transfer.told }
  })
  return toCsv(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, read]) => read(row))),
  )
}

/** One object a line, in the order given: the entries as they cross the border, which no signature does. */
export function toHistoryJsonLines(entries: readonly HistoryEntry[]): string {
  // The schema gives the fields in its own order, whatever order they were read in, and lets no other through.
  return entries.map((entry) => `${JSON.stringify(historyEntry.parse(entry))}\n`).join('')
}

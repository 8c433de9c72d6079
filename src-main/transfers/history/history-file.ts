// Formats the transfer history as CSV or JSON Lines, complete, in the given order, unrounded. Pure.
import { type HistoryEntry, historyEntry } from '../../../src-preload/contract/transfers.ts'
import type { SentTransfer, ToldTransfer } from '../../../src-preload/contract/transfers.ts'
import { refusedBy } from '../../../src-preload/domain/accounts/transfer-refusal.ts'
import { toCsv } from '../../exports/csv.ts'

/** Fields shared by all entries of an account. */
export interface HistoryOwner {
  /** Kind of the network. */
  readonly network: string
  /** Host (and port) of the exchange. */
  readonly host: string
}

const isoOf = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '' : new Date(ms).toISOString()

interface Row {
  readonly owner: HistoryOwner
  readonly entry: HistoryEntry
  /** Null if the entry was only looked up. */
  readonly own: SentTransfer | null
  /** The exchange's record; null if it reported none. */
  readonly told: ToldTransfer | null
}

const textOf = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** Column names with units, and their values. The order is part of the format: append new columns at the end. */
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
  // service, way, unreached, starkdesk or unanswered (domain/accounts/transfer-refusal.ts).
  ['Refused by', ({ own }) => textOf(own === null ? null : refusedBy(own.failure))],
  ['Failed (UTC)', ({ own }) => isoOf(own?.failure?.atMs)],
  ['Look-ups (count)', ({ own }) => textOf(own?.lookUps.count)],
  ['Looked up (UTC)', ({ own }) => isoOf(own?.lookUps.lastAtMs)],
  ['Nonce', ({ own }) => textOf(own?.nonce)],
  ['Message hash', ({ own }) => textOf(own?.msgHash)],
  ['Id', ({ own }) => textOf(own?.id)],
]

/** One row per entry, in the given order. Times are ISO 8601 in UTC, amounts decimal text with a dot. */
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

/** One object per line, in the given order: the entries as at the IPC border, without signatures. */
export function toHistoryJsonLines(entries: readonly HistoryEntry[]): string {
  // The schema fixes the order of fields and drops all others.
  return entries.map((entry) => `${JSON.stringify(historyEntry.parse(entry))}\n`).join('')
}

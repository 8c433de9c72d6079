// CSV columns of transactions as programs for taxes read them. Pure; computes no figure.
import type { TransactionLayout } from '../../src-preload/contract/app/exports.ts'
import type { Column } from './table.ts'
import type { Transaction, TransactionAmount } from './transaction-rows.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-20 12:03:22`, UTC. */
function utcTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** `11/20/2026 12:03:22`, UTC. */
function monthFirstTime(timeMs: number): string {
  const date = new Date(timeMs)
  return `${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}/${date.getUTCFullYear()} ${utcTime(timeMs).slice(11)}`
}

const column = (heading: string, read: (row: Transaction) => string): Column<Transaction> => ({
  heading: () => heading,
  read,
})

type Side = 'sent' | 'received' | 'fee'
const part = (heading: string, side: Side, field: keyof TransactionAmount): Column<Transaction> =>
  column(heading, (row) => row[side]?.[field] ?? '')

const empty = (heading: string): Column<Transaction> => column(heading, () => '')

/**
 * Koinly's universal columns and CoinTracker's, with their own headings and times in UTC. Worth is left to the program: it
 * knows prices in the user's own money. No hash of a blockchain is known for a fill or transfer.
 *
 * Koinly's columns are those of its universal template (support.koinly.io, article 9489976, read November 2026), whose times
 * are UTC. Its page does not print the heading of the date, and files of others have "Date" or "Koinly Date"; "Date UTC" is
 * found by its first word and says the zone to a reader.
 */
export const transactionColumns: Readonly<Record<TransactionLayout, readonly Column<Transaction>[]>> = {
  koinly: [
    column('Date UTC', ({ atMs }) => utcTime(atMs)),
    part('Sent Amount', 'sent', 'amount'),
    part('Sent Currency', 'sent', 'currency'),
    part('Received Amount', 'received', 'amount'),
    part('Received Currency', 'received', 'currency'),
    part('Fee Amount', 'fee', 'amount'),
    part('Fee Currency', 'fee', 'currency'),
    empty('Net Worth Amount'),
    empty('Net Worth Currency'),
    empty('Label'),
    column('Description', ({ description }) => description),
    empty('TxHash'),
  ],
  coinTracker: [
    column('Date', ({ atMs }) => monthFirstTime(atMs)),
    part('Received Quantity', 'received', 'amount'),
    part('Received Currency', 'received', 'currency'),
    part('Sent Quantity', 'sent', 'amount'),
    part('Sent Currency', 'sent', 'currency'),
    part('Fee Amount', 'fee', 'amount'),
    part('Fee Currency', 'fee', 'currency'),
    empty('Tag'),
  ],
}

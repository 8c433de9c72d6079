// IPC channels of exports: request, progress, cancellation. They carry no rows.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { fillFilter, orderFilter, orderSort } from '../orders/orders.ts'
import { costMethod } from '../portfolio/lots.ts'
import { reportRange } from '../portfolio/report.ts'

/** Column IDs in the order of the file; null: all, in the format's order. */
const columns = z.array(z.string().max(40)).min(1).max(60).nullable()
const tableFormat = z.enum(['csv', 'jsonl'])

/** Programs whose columns a file of transactions has. */
const transactionLayout = z.enum(['koinly', 'coinTracker'])
export type TransactionLayout = z.infer<typeof transactionLayout>

export const exportRequest = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('orders'),
    filter: orderFilter,
    sort: orderSort,
    columns,
    format: tableFormat,
  }),
  z.strictObject({
    what: z.literal('fills'),
    filter: fillFilter,
    isDescending: z.boolean(),
    columns,
    format: tableFormat,
  }),
  /** The exchange's current figures with the values derived from them. */
  z.strictObject({ what: z.literal('pnl'), format: tableFormat }),
  /** All snapshots of a range, one row per currency. */
  z.strictObject({ what: z.literal('pnlHistory'), ...reportRange.shape, format: tableFormat }),
  z.strictObject({
    what: z.literal('report'),
    ...reportRange.shape,
    format: z.enum(['csv', 'jsonl', 'pdf']),
  }),
  /** What was sold within a range, with the lots that it took by the method. */
  z.strictObject({
    what: z.literal('disposals'),
    ...reportRange.shape,
    method: costMethod,
    format: z.literal('csv'),
  }),
  /** All fills, fees and transfers. */
  z.strictObject({
    what: z.literal('transactions'),
    layout: transactionLayout,
    format: z.literal('csv'),
  }),
])
export type ExportRequest = z.infer<typeof exportRequest>

const exportStatus = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('running'),
    id: z.uuid(),
    rows: z.int().min(0),
    /** Null while unknown. */
    of: z.int().min(0).nullable(),
  }),
  z.strictObject({
    status: z.literal('done'),
    id: z.uuid(),
    /** File name without the folder. */
    file: z.string(),
    rows: z.int().min(0),
  }),
  /** No file was written. */
  z.strictObject({ status: z.literal('cancelled'), id: z.uuid() }),
  z.strictObject({ status: z.literal('failed'), id: z.uuid(), error: errorReport }),
])
export type ExportStatus = z.infer<typeof exportStatus>

export const exportsChannels = {
  /**
   * Opens a save dialog, then writes the file in the background; 'exports:changed' reports progress. Null: the user canceled.
   * One at a time: `validation` with field `export` while another runs.
   */
  'exports:start': {
    access: 'unlocked',
    input: exportRequest,
    output: z.strictObject({ id: z.uuid().nullable() }),
  },
  /** Cancels the export and removes its file. Does nothing if it has ended. */
  'exports:cancel': { access: 'always', input: z.strictObject({ id: z.uuid() }), output: nothing },
} satisfies ChannelTable<'exports'>

export const exportsEvents = { 'exports:changed': exportStatus }

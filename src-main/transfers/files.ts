// Exports transfers to files: the history as CSV or JSON Lines, a receipt as PDF or JSON.
import { basename } from 'node:path'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import {
  type HistoryEntry,
  type HistoryFilter,
  sentTransfer,
  type SentTransfer,
} from '../../src-preload/contract/transfers.ts'
import type { Durability } from '../keychain/vault/vault-file.ts'
import type { Journal } from '../store/api/journal-api.ts'
import { writeChosenFile } from '../exports/chosen-file.ts'
import type { AccountSession } from '../session/account-session.ts'
import { toHistoryCsv, toHistoryJsonLines } from './history/history-file.ts'
import { renderReceipt } from './receipt/receipt-page.ts'
import { describeReceipt, type ReceiptRecord } from './receipt/receipt.ts'
import type { Tools } from '../tools.ts'

/** Prints a self-contained page to PDF. Errors: internal. */
export type PrintPage = (html: string) => Promise<Uint8Array>

/** The part of the account session that files use. */
export interface FilesSession {
  readonly account: Pick<AccountSession['account'], 'label' | 'networkKind'>
  readonly client: Pick<AccountSession['client'], 'baseUrl'>
}

export interface TransferFilesOptions extends Pick<Tools, 'clock' | 'log' | 'chooseFile'> {
  /** Errors of `require`: notFound without an account. */
  readonly current: { require(): FilesSession }
  /** All matching entries of the account in use, newest first. */
  readonly readHistory: (filter: HistoryFilter) => Promise<HistoryEntry[]>
  /** A transfer of the account in use. Errors: notFound. */
  readonly readTransfer: (asked: { readonly id: string }) => Promise<SentTransfer>
  readonly readSteps: Journal['getTransferSteps']
  readonly print: PrintPage
}

/** Version of the JSON receipt; incremented for changes that old readers would misread. */
const receiptVersion = 1

function receiptJson({ transfer, steps, senderLabel, asOfMs }: ReceiptRecord): string {
  // The schema lists the exported fields; it has no signature.
  const record = {
    version: receiptVersion,
    asOfMs,
    senderLabel,
    transfer: sentTransfer.parse(transfer),
    steps,
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

export function createTransferFiles(options: TransferFilesOptions) {
  const { clock, log, current, chooseFile, print } = options
  const durability: Durability = {
    onUnsynced: (error) => log.fault('transfers', 'make a file durable', error),
  }

  return {
    /**
     * Opens a save dialog and writes the matching entries in the order of the list. Reads them before the dialog opens,
     * because another account may be in use when it closes. Errors: notFound without an account; fileUnavailable { file,
     * reason }.
     */
    async export({
      filter,
      format,
    }: ChannelInput<'transfers:export'>): Promise<ChannelOutput<'transfers:export'>> {
      const { account, client } = current.require()
      const entries = await options.readHistory(filter)
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const file = await chooseFile(`starkdesk-transfers-${day}.${format}`)
      if (file === null) return { file: null, count: 0 }
      const owner = { network: account.networkKind, host: new URL(client.baseUrl).host }
      const text = format === 'csv' ? toHistoryCsv(entries, owner) : toHistoryJsonLines(entries)
      await writeChosenFile(file, text, durability)
      log.info('transfers', 'exported the history', { format, count: entries.length })
      return { file: basename(file), count: entries.length }
    },

    /** Opens a save dialog and writes the receipt. Errors: notFound; fileUnavailable { file, reason }; internal. */
    async saveReceipt({
      id,
      format,
    }: ChannelInput<'transfers:saveReceipt'>): Promise<ChannelOutput<'transfers:saveReceipt'>> {
      const senderLabel = current.require().account.label
      const [transfer, steps] = await Promise.all([options.readTransfer({ id }), options.readSteps(id)])
      const record = { transfer, steps, senderLabel, asOfMs: clock.now() }
      const file = await chooseFile(`starkdesk-transfer-${transfer.reference}.${format}`)
      if (file === null) return { file: null }
      const content =
        format === 'pdf' ? await print(renderReceipt(describeReceipt(record))) : receiptJson(record)
      await writeChosenFile(file, content, durability)
      log.info('transfers', 'saved a receipt', { format, transfer: id })
      return { file: basename(file) }
    },
  }
}

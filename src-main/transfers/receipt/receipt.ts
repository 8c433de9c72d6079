// Builds the receipt of a transfer as sections of plain text: state, record and steps, complete and unrounded. Pure.
import type { SentTransfer, ToldTransfer } from '../../../src-preload/contract/transfers.ts'
import type { TransferStep } from '../../store/api/transfer-rows.ts'
import {
  describeFailedStep,
  describeState,
  failedStepTexts,
  fieldNames,
  networkNames,
  stateTexts,
} from './receipt-text.ts'

/** The data of a receipt. */
export interface ReceiptRecord {
  readonly transfer: SentTransfer
  /** Oldest first. */
  readonly steps: readonly TransferStep[]
  /** The sending account's name on this computer. */
  readonly senderLabel: string
  /** When the record was read. */
  readonly asOfMs: number
}

export type ReceiptValue =
  | { readonly kind: 'text'; readonly text: string }
  /** Text to compare character by character: references, hashes. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'address'; readonly address: string; readonly label: string | null }

export interface ReceiptRow {
  readonly name: string
  readonly value: ReceiptValue
}

export interface ReceiptSection {
  readonly heading: string
  readonly rows: readonly ReceiptRow[]
}

export interface Receipt {
  readonly title: string
  readonly meaning: string
  readonly amount: string
  readonly sections: readonly ReceiptSection[]
  /** The source of this information. */
  readonly closing: string
}

const text = (name: string, words: string): ReceiptRow => ({ name, value: { kind: 'text', text: words } })
const code = (name: string, words: string): ReceiptRow => ({ name, value: { kind: 'code', text: words } })
const addressRow = (name: string, address: string, label: string | null): ReceiptRow => ({
  name,
  value: { kind: 'address', address, label },
})

/** `2026-11-21 22:33:49 UTC` */
function timeText(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC`
}

const moneyText = (amount: string, currency: string): string => `${amount} ${currency.toUpperCase()}`

function recordSection({ transfer, senderLabel }: ReceiptRecord): ReceiptSection {
  const { senderAddress, recipientAddress, recipientLabel, reference, network, host, note } = transfer
  return {
    heading: 'Your request',
    rows: [
      addressRow('From', senderAddress, senderLabel),
      addressRow('To', recipientAddress, recipientLabel),
      code('Reference', reference),
      text('Network', `${networkNames[network.kind]}, at ${host}`),
      ...(note === '' ? [] : [text('Note', note)]),
      ...(transfer.nonce === null ? [] : [code('Nonce', String(transfer.nonce))]),
      ...(transfer.msgHash === null ? [] : [code('Message hash', transfer.msgHash)]),
    ],
  }
}

function toldRows(told: ToldTransfer, { differences }: SentTransfer): ReceiptRow[] {
  const rows = [text('Status', told.status)]
  if (differences.length > 0) {
    rows.push(
      text('Differs in', differences.map((field) => fieldNames[field]).join(', ')),
      text('Amount', moneyText(told.amount, told.currency)),
      addressRow('From', told.fromAddress, null),
      addressRow('To', told.destinationAddress, null),
      code('Reference', told.reference),
    )
  }
  rows.push(text('Created', timeText(told.createdAtMs)), text('Updated', timeText(told.updatedAtMs)))
  rows.push(text('Reported at', timeText(told.asOfMs)))
  return rows
}

function serviceSection({ transfer }: ReceiptRecord): ReceiptSection {
  const { told, failure, lookUps } = transfer
  const rows = told === null ? [text('Status', 'Not reported yet')] : toldRows(told, transfer)
  if (lookUps.lastAtMs !== null) {
    const wasUnknown = lookUps.wasKnown === false ? '; the exchange did not know the reference' : ''
    rows.push(text('Last checked', `${timeText(lookUps.lastAtMs)}${wasUnknown}`))
  }
  if (failure !== null) {
    rows.push(
      text('Last error', `${failedStepTexts[failure.step]}: ${describeFailedStep(failure)}`),
      text('Error time', timeText(failure.atMs)),
    )
  }
  return { heading: 'Reported by the exchange', rows }
}

/** Every record has a receipt; throws nothing. */
export function describeReceipt(record: ReceiptRecord): Receipt {
  const { transfer, steps, asOfMs } = record
  const wasSignatureSent = steps.some(({ state }) => state === 'processing')
  const { title, meaning } = describeState(transfer, wasSignatureSent)
  return {
    title,
    meaning,
    amount: moneyText(transfer.amount, transfer.currency),
    sections: [
      recordSection(record),
      serviceSection(record),
      {
        heading: 'Steps on this computer',
        rows: steps.map(({ state, atMs }) => text(stateTexts[state].step, timeText(atMs))),
      },
    ],
    closing:
      `This is Starkdesk’s record on this computer as of ${timeText(asOfMs)}. ` +
      'It is not a statement by the exchange, and later events may have changed it.',
  }
}

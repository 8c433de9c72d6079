// Text of a list row: counterparty, signed amount and state. A minus only appears when money may have left.
import type { HistoryEntry, TransferState } from '../../../../src-preload/contract/transfers.ts'
import { shortenAddress } from '../../../text/format/address.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { minusSign } from '../../../text/format/locale.ts'
import { formatAsOf } from '../../../text/format/time.ts'
import { maskAmount } from '../../../shell/page/private-amount.ts'
import {
  directionNames,
  nameState,
  nameReportedStatus,
  type StateTone,
  stateTones,
} from '../../../text/transfers/transfer-text.ts'
import { timeOf } from './list-pages.ts'

export type Direction = 'sent' | 'received' | 'other'

/** Content of a row. */
export interface EntryWords {
  readonly direction: Direction
  /** Label, short address, or both ends of a transfer between others. */
  readonly who: string
  /** True minus, plus, or empty: no money moved, or not this account's. */
  readonly sign: string
  /** Unsigned decimal text; zeros beyond USDC's six decimals are left to the receipt. */
  readonly amount: string
  /** Upper case. */
  readonly unit: string
  readonly state: string
  readonly tone: StateTone
  readonly timeMs: number
  readonly reference: string
}

/** States in which the money has left, or may have. */
const mayHaveLeft: ReadonlySet<TransferState> = new Set(['processing', 'succeeded', 'differs'])

/** The service sends 18 decimals: drops zeros beyond the sixth. Nonzero digits stay. */
function dropIdleZeros(amount: string): string {
  return amount.replace(/^(-?\d+\.\d{6}\d*?)0+$/, '$1')
}

type NameAddress = (address: string) => string | null

/** @param nameAddress - name of an address in the address book, null without one */
export function describeEntry(entry: HistoryEntry, nameAddress: NameAddress): EntryWords {
  const nameOf = (address: string): string => nameAddress(address) ?? shortenAddress(address)
  if (entry.kind === 'journal') {
    const { transfer } = entry
    return {
      direction: 'sent',
      who: transfer.recipientLabel ?? nameOf(transfer.recipientAddress),
      sign: mayHaveLeft.has(transfer.state) ? minusSign : '',
      amount: dropIdleZeros(transfer.amount),
      unit: transfer.currency.toUpperCase(),
      state: nameState(transfer),
      tone: stateTones[transfer.state],
      timeMs: timeOf(entry),
      reference: transfer.reference,
    }
  }
  const { direction, told } = entry.transfer
  const from = nameOf(told.fromAddress)
  const to = nameOf(told.destinationAddress)
  const isDone = told.status === 'success'
  return {
    direction,
    who: direction === 'received' ? from : direction === 'sent' ? to : `${from} to ${to}`,
    sign: direction === 'received' && isDone ? '+' : direction === 'sent' ? minusSign : '',
    amount: dropIdleZeros(told.amount),
    unit: told.currency.toUpperCase(),
    state: isDone ? directionNames[direction] : nameReportedStatus(told),
    tone: isDone ? 'done' : 'unknown',
    timeMs: timeOf(entry),
    reference: told.reference,
  }
}

const sentenceStarts: Readonly<Record<Direction, string>> = {
  sent: 'To',
  received: 'From',
  other: 'From',
}

/** The row in one sentence, for screen readers. */
export function nameEntry(words: EntryWords, nowMs: number): string {
  const { direction, who, sign, amount, unit, state, timeMs, reference } = words
  return [
    `${sentenceStarts[direction]} ${who}`,
    `${maskAmount(`${sign}${formatDecimal(amount)}`)} ${unit}`,
    state,
    formatAsOf(timeMs, nowMs),
    `reference ${reference}`,
  ].join(', ')
}

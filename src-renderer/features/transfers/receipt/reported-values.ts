// Intended and reported values by field; main decides what differs. Pure.
import type { ComparedField, SentTransfer, ToldTransfer } from '../../../../src-preload/contract/transfers.ts'

/** The service's value of a compared field. */
export function reportedValueOf(field: ComparedField, told: ToldTransfer): string {
  return told[field]
}

/** The intended value of a compared field. */
export function intendedValueOf(field: ComparedField, transfer: SentTransfer): string {
  switch (field) {
    case 'reference':
    case 'amount':
    case 'currency':
      return transfer[field]
    case 'fromAddress':
      return transfer.senderAddress
    case 'destinationAddress':
      return transfer.recipientAddress
  }
}

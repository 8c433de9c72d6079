// Owns: what was meant and what the service tells, field by field. Pure. Must not: decide what differs; main does.
import type { ComparedField, SentTransfer, ToldTransfer } from '../../../../src-preload/contract/transfers.ts'

export function toldValueOf(field: ComparedField, told: ToldTransfer): string {
  return told[field]
}

export function meantValueOf(field: ComparedField, transfer: SentTransfer): string {
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

// Refuses a hash, nonce or order id that another transfer or order has: signing or keeping it twice could send something else.
import { AppError } from '../../../../src-preload/domain/errors.ts'

/** What a change of a row brings, and who has it by now; `owner` is undefined while nobody has. */
export interface UsedField {
  readonly field: 'msgHash' | 'nonce' | 'orderId'
  readonly owner: { readonly id: string } | undefined
}

/**
 * Called inside the transaction that would write them. Errors: validation { field, reason: 'usedBefore' } for the first field that
 * another row than `id` has.
 */
export function refuseUsed(id: string, fields: Iterable<UsedField>): void {
  for (const { field, owner } of fields) {
    if (owner !== undefined && owner.id !== id)
      throw new AppError('validation', { field, reason: 'usedBefore' })
  }
}

// GET /sapi/v1/internal_transfers/v2/ (facts, B9 and A10): the account's internal transfers, in pages.
import { z } from 'zod'
import type { Transfer } from '../../../src-preload/contract/orders/entities.ts'
import { maxRows } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { countRows, type Rows, wireRows } from './rows.ts'
import { checkCount, maxLimits } from './rules.ts'
import { wireTransfer } from './transfers.ts'
import { checkRowCount, unreadAsNull, wireId } from './wire.ts'

export interface TransfersQuery {
  /** 1 to 500; the service's default is 50. */
  readonly limit?: number | undefined
  /** From 0. Whether it counts rows or pages is unknown (facts, A10). */
  readonly offset?: number | undefined
}

export interface TransferList extends Rows<Transfer> {
  /** As the service counts them; null if it does not. */
  readonly totalCount: number | null
}

export const transferList: Endpoint<TransferList> = {
  name: 'transfers.list',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({
      payload: z.object({
        internal_transfers: wireRows(wireTransfer, maxRows.transfers, 'payload.internal_transfers'),
        total_count: unreadAsNull(wireId),
      }),
    })
    .transform(({ payload }) => ({ ...payload.internal_transfers, totalCount: payload.total_count })),
  exactKeys: new Set(['amount']),
  unreadIn: ({ unread }) => unread,
}

/** The service's default for an omitted `limit` (facts, A3). */
const DEFAULT_LIMIT = 50

/**
 * One page of the account's transfers, sent and received. Errors: validation for a query outside the rules; contractViolation
 * for more transfers than requested; those of every read.
 */
export async function listTransfers(
  call: Call,
  query: TransfersQuery,
  options?: CallOptions,
): Promise<TransferList> {
  const parameters = {
    limit: checkCount(query.limit, 'limit', maxLimits.transfers),
    offset: checkCount(query.offset, 'offset', 1_000_000_000, 0),
  }
  const list = await call(
    transferList,
    { path: '/sapi/v1/internal_transfers/v2/', query: parameters },
    options,
  )
  checkRowCount(transferList.name, countRows(list), parameters.limit ?? DEFAULT_LIMIT)
  return list
}

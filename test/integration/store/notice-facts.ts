// Reading what a stored notice says, for tests.
import type { StoredNotice } from '../../../src-main/store/api/alert-rows.ts'

/** The facts as they lie in the store. */
export function noticeFactsOf({ facts }: Pick<StoredNotice, 'facts'>): { readonly orderId: number } {
  return JSON.parse(facts) as { readonly orderId: number }
}

// Where a ledger is read from.
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import type { Store } from '../../../store/api/store-api.ts'

export type LedgerStore = Pick<
  Store,
  | 'listFillMarkets'
  | 'readFillsByTime'
  | 'countFillsBetween'
  | 'sumFlows'
  | 'listPnlReadings'
  | 'getPnlSnapshots'
  | 'listCandleMarkets'
  | 'listClosesAt'
>

/** The store, account and zone that a ledger is read for. */
export interface LedgerSource {
  readonly store: LedgerStore
  readonly accountId: string
  readonly network: string
  readonly zone: Zone
  /** Aborts the reading with its reason. */
  readonly signal: AbortSignal
}

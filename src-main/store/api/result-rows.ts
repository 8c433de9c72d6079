// The store's calls for results and reports: fills in the order of time, orders of a range, earlier profit and loss.
import type { OpeningPart } from '../../../src-preload/contract/portfolio/opening.ts'
import type { Movement, MovementInput } from '../../../src-preload/contract/portfolio/movements.ts'
import type { OrderTrade, PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { FillPlace } from './order-pages.ts'

/** A fill with what its order tells. */
export interface TimedFill extends Pick<
  OrderTrade,
  'id' | 'price' | 'amount' | 'total' | 'feeCurrency' | 'feeAmount'
> {
  readonly side: OrderSide
  readonly atMs: number
  readonly orderId: number
}

/** A reading of profit and loss that a listing of the orders followed. */
export interface PnlReading {
  readonly id: number
  /** By the exchange's clock. */
  readonly momentMs: number
}

/** Where a movement or a split opening belongs: it stays with the wallet when the account is removed and added again. */
export interface MovementOwner {
  readonly networkKey: string
  readonly address: string
}

/** A part of the opening of one of the owner's currencies. */
export interface OwnedOpeningPart extends OpeningPart {
  readonly currency: string
}

export interface TimeRange {
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
}

/** Orders that were created within a range; of these, the ones that are filled by now, and canceled. */
export interface CreatedOrders {
  readonly created: number
  readonly filled: number
  readonly cancelled: number
}

/** An order whose fills are not all here. */
export interface LackingOrder {
  readonly id: number
  readonly market: string
  readonly createdMs: number
  readonly updatedMs: number
  /** `wanted`: still to be fetched; `dropped`: not kept; `short`: fetched, and they come to less than the order has filled. */
  readonly kind: 'wanted' | 'dropped' | 'short'
}

/** A snapshot with what its currencies were worth, those that are valued as the first one is. */
export interface PnlValues {
  readonly id: number
  readonly firstAsOfMs: number
  readonly asOfMs: number
  readonly values: readonly string[]
}

export interface StoredPnl {
  readonly id: number
  /** It is the account's newest: what it says still holds. */
  readonly isNewest: boolean
  readonly firstAsOfMs: number
  readonly asOfMs: number
  readonly entries: PnlEntry[]
}

/** The close of the last candle that had ended by some time. */
export interface StoredClose {
  readonly market: string
  /** As the service's JSON number. */
  readonly price: number
  /** When that candle had ended, or was told for the last time. */
  readonly asOfMs: number
}

/** What fills within a step of time moved. */
export interface FlowStep {
  readonly startMs: number
  readonly fills: number
  /** By currency in lower case, what came in less what went out: exact decimal texts. */
  readonly flows: Readonly<Record<string, string>>
}

export interface ResultMethods {
  /** Markets with fills here, by name. */
  listFillMarkets(accountId: string): string[]
  /**
   * Fills of a market before a time, oldest first, those of one time by their order, then as it lists them. In pieces of at most
   * `limit`: next is where to go on after, null at the end.
   * Those of which neither they nor their order tells the side are left out: `skipped` counts them.
   */
  readFillsByTime(
    accountId: string,
    market: string,
    after: FillPlace | null,
    toMs: number,
    limit: number,
  ): { fills: TimedFill[]; skipped: number; next: FillPlace | null }
  /**
   * What came in less what went out by the fills of a market after a place and not later than a time, by currency: exact decimal texts.
   * In pieces of at most `limit` fills: next is where to go on after, null at the end. Fees count as going out.
   */
  sumFlows(
    accountId: string,
    market: string,
    after: FillPlace | null,
    untilMs: number,
    limit: number,
  ): { flows: Record<string, string>; next: FillPlace | null }
  /**
   * The same of all markets, apart by steps of time (multiples of `stepMs`), in chronological order. In pieces of at most `limit` fills:
   * `last` is the place of the last one, from which the next piece goes on. A step may be told in two pieces.
   */
  sumFlowsByStep(
    accountId: string,
    after: FillPlace | null,
    untilMs: number,
    stepMs: number,
    limit: number,
  ): { steps: FlowStep[]; last: FillPlace | null; hasMore: boolean }
  /** How many fills are later than one time and not later than another. */
  countFillsBetween(accountId: string, afterMs: number, untilMs: number): number
  /** A text that differs after each change of what a ledger is made of (results/ledger-reader.ts), movements and transfers apart. */
  getLedgerVersion(accountId: string): string
  /** Readings that a listing of the orders followed, below an id (null: from the newest on), newest first. */
  listPnlReadings(accountId: string, beforeId: number | null, limit: number): PnlReading[]
  /** Newest first. */
  listMovements(owner: MovementOwner): Movement[]
  /** Answers the id. */
  putMovement(owner: MovementOwner, movement: MovementInput): number
  removeMovement(owner: MovementOwner, id: number): void
  /** By currency; of one currency in the order in which they were put. */
  listOpeningParts(owner: MovementOwner): OwnedOpeningPart[]
  /** Replaces all parts of a currency; none removes its split. */
  putOpeningParts(owner: MovementOwner, currency: string, parts: readonly OpeningPart[]): void
  countCreatedOrders(accountId: string, range: TimeRange): CreatedOrders
  /**
   * Looks at the next `limit` orders below an id (null: from the newest on); belowId is where to go on, null at the end. latestMs: the
   * latest change of all that were looked at.
   */
  listLackingOrders(
    accountId: string,
    belowId: number | null,
    limit: number,
  ): { orders: LackingOrder[]; belowId: number | null; latestMs: number }
  /**
   * The same of the orders that have changed after a time, and of all whose fills are still to be fetched. lookedIds: the former, those that
   * lack nothing among them.
   */
  listChangedLackingOrders(
    accountId: string,
    updatedAfterMs: number,
  ): { orders: LackingOrder[]; lookedIds: number[]; latestMs: number }
  /**
   * Snapshots that were told at some time within the range, in the order in which they came, after one of them; fewer than
   * `limit` only at the end.
   */
  listPnlValues(
    accountId: string,
    range: TimeRange,
    after: Pick<PnlValues, 'id'> | null,
    limit: number,
  ): PnlValues[]
  /** Snapshots of the account by their ids, in the order in which they came. */
  getPnlSnapshots(accountId: string, ids: readonly number[]): StoredPnl[]
  /** The newest close here of each market of the network, of whichever period; of equally new ones that of the shortest. By market. */
  listLastCloses(network: string): StoredClose[]
  /** Markets of which candles were ever told on the network, by name. */
  listCandleMarkets(network: string): string[]
  /**
   * For each time the newest close that had been made by then, of whichever of the markets and periods; null where none is here.
   * Of equally new ones that of the market that is named first.
   */
  listClosesAt(
    network: string,
    markets: readonly string[],
    timesMs: readonly number[],
  ): (StoredClose | null)[]
}

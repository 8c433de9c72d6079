// Reads the lots and disposals of an account by one method. One walk over all fills, which is kept until they change.
import { createMutex } from '../../async/mutex.ts'
import type { CostMethod, LotsAnswer } from '../../../src-preload/contract/portfolio/lots.ts'
import type { Opening, OpeningPart } from '../../../src-preload/contract/portfolio/opening.ts'
import type { BookState } from '../../../src-preload/contract/portfolio/figures.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { OwnedOpeningPart, TimeRange } from '../../store/api/result-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { AccountLedger, JudgedLedger, LedgerAccount } from '../results/ledger/account-ledger.ts'
import type { JudgedBook } from '../results/ledger/book-state.ts'
import { foldEvents } from '../results/ledger/fold-events.ts'
import type { LedgerStore } from '../results/ledger/ledger-source.ts'
import { sinceOf } from '../results/ledger/ledger-scope.ts'
import { lastPriceOf, type MarketPrice } from '../results/prices/price-path.ts'
import { DUST } from './lot-book.ts'
import {
  amountText,
  type DisposalFigures,
  disposalFigures,
  figureOf,
  lotFigures,
  openingLots,
  sumLots,
} from './lot-figures.ts'
import { createLotsFold, type LotsFold } from './lots-fold.ts'
import { faultOfParts, type OpeningLot, sortParts, splitOf } from './opening-split.ts'

/** The disposals of a period, and the books behind them. */
export interface AccountDisposals {
  readonly pnlCurrency: string
  /** Made one by one as they are read: there may be a million. */
  readonly disposals: Iterable<DisposalFigures>
  /** Of the currencies that were disposed of, by name. */
  readonly books: readonly BookState[]
}

interface KeptFold {
  readonly method: CostMethod
  readonly judged: JudgedLedger['judged']
  /** The user's splits, as JSON. */
  readonly parts: string
  readonly walked: Walked
}

interface Walked {
  readonly fold: LotsFold
  readonly openings: ReadonlyMap<string, OpeningLot>
}

/** The opening of a currency, and the time that its dates precede. */
interface FoundOpening {
  readonly lot: OpeningLot | null
  readonly beforeMs: number
}

const noBook: Pick<JudgedBook, 'state' | 'fault'> = { state: 'unknown', fault: { reason: 'noReading' } }

const bookStateOf = ({ judged }: Pick<JudgedLedger, 'judged'>, currency: string): BookState => {
  const { state, fault } = judged.get(currency) ?? noBook
  return { currency, state, fault }
}

/** False for the unit of account, whose units are worth one each; without a reading it is taken to be that. */
const hasLots = (book: JudgedBook | undefined, isUnit: boolean): boolean =>
  book === undefined || book.fault?.reason === 'noReading' ? !isUnit : book.openingCost !== null

function findOpening({ fold, openings }: Walked, { kept }: JudgedLedger, currency: string): FoundOpening {
  const lot = openings.get(currency)
  const isHeld = lot !== undefined && lot.amount > DUST && fold.books.has(currency)
  return { lot: isHeld ? lot : null, beforeMs: fold.firstMs.get(currency) ?? kept.scope.untilMs + 1 }
}

const ownerOf = ({ network, address }: LedgerAccount) => ({ networkKey: network, address })

type LotsStore = LedgerStore & Pick<Store, 'listOpeningParts' | 'putOpeningParts'>

export function createAccountLots(store: LotsStore, ledger: Pick<AccountLedger, 'judged'>) {
  let last: KeptFold | null = null
  const runExclusive = createMutex()

  async function walk(
    { accountId, network, zone, signal }: LedgerAccount,
    { kept, judged }: JudgedLedger,
    method: CostMethod,
    keep: TimeRange | null,
    parts: readonly OwnedOpeningPart[],
  ): Promise<Walked> {
    const openings = openingLots(kept.openings, judged, parts)
    const fold = createLotsFold({
      method,
      openings,
      unit: kept.unit,
      sinceOf: (currency) => sinceOf(kept.scope, currency),
      hasLots: (currency) => hasLots(judged.get(currency), currency === kept.unit),
      keep,
      endMs: kept.scope.untilMs + 1,
    })
    const source = { store, accountId, network, zone, signal }
    await foldEvents(source, fold, kept.unit, -1, kept.scope.untilMs, kept.movements, [])
    signal.throwIfAborted()
    fold.finish()
    return { fold, openings }
  }

  /**
   * The open lots; one walk at a time.
   * @param method - null: any
   */
  const openLots = (
    account: LedgerAccount,
    books: JudgedLedger,
    method: CostMethod | null,
  ): Promise<Walked> =>
    runExclusive(async () => {
      const rows = await store.listOpeningParts(ownerOf(account))
      const parts = JSON.stringify(rows)
      const wanted = method ?? last?.method ?? 'fifo'
      if (last?.method === wanted && last.judged === books.judged && last.parts === parts) return last.walked
      last = null
      const walked = await walk(account, books, wanted, null, rows)
      last = { method: wanted, judged: books.judged, parts, walked }
      return walked
    })

  return {
    /**
     * A page of the open lots of one currency.
     * @param currency - null, or one without lots: the first one that has some
     * @param prices - the last price of each market
     */
    async list(
      account: LedgerAccount,
      prices: ReadonlyMap<string, MarketPrice>,
      request: {
        readonly method: CostMethod
        readonly currency: string | null
        readonly offset: number
        readonly limit: number
      },
    ): Promise<LotsAnswer> {
      const { method, offset, limit } = request
      const books = await ledger.judged(account)
      const { kept, readingMs } = books
      const walked = await openLots(account, books, method)
      const lotsOf = (name: string) => walked.fold.books.get(name)?.list() ?? []
      const currencies = [...walked.fold.books.keys()].sort().flatMap((name) => {
        const lots = lotsOf(name).length
        const { lot } = findOpening(walked, books, name)
        return lots === 0 && lot === null ? [] : [{ ...bookStateOf(books, name), lots }]
      })
      const chosen =
        currencies.find((one) => one.currency === request.currency) ??
        currencies.find(({ lots }) => lots > 0) ??
        currencies[0]
      const head = { method, pnlCurrency: kept.unit, currencies, readingMs }
      if (chosen === undefined) return { ...head, currency: null, lots: [], total: null, split: null }
      const { currency, state } = chosen
      const lots = lotsOf(currency)
      const opening = findOpening(walked, books, currency)
      const split = opening.lot && splitOf(opening.lot, opening.beforeMs)
      const price = lastPriceOf(prices, currency, kept.unit, 0)
      return {
        ...head,
        currency,
        lots: lots.slice(offset, offset + limit).map((lot) => ({
          openedMs: lot.openedMs,
          isOpening: lot.isOpening,
          ...lotFigures(lot, state, price),
        })),
        total: lots.length === 0 ? null : lotFigures(sumLots(lots), state, price),
        split,
      }
    },

    /** What was disposed of within a period, in chronological order. */
    async disposals(account: LedgerAccount, method: CostMethod, range: TimeRange): Promise<AccountDisposals> {
      const books = await ledger.judged(account)
      const parts = await store.listOpeningParts(ownerOf(account))
      const { disposals } = (await walk(account, books, method, range, parts)).fold
      const currencies = [...new Set(disposals.map(({ currency }) => currency))].sort()
      const states = new Map(currencies.map((currency) => [currency, bookStateOf(books, currency)]))
      return {
        pnlCurrency: books.kept.unit,
        disposals: {
          *[Symbol.iterator]() {
            for (const one of disposals)
              yield disposalFigures(one, states.get(one.currency)?.state ?? noBook.state)
          },
        },
        books: [...states.values()],
      }
    },

    /** The opening of a currency, with the user's split of it. */
    async opening(account: LedgerAccount, currency: string): Promise<Opening> {
      const books = await ledger.judged(account)
      const { lot, beforeMs } = findOpening(await openLots(account, books, null), books, currency)
      const stored = await store.listOpeningParts(ownerOf(account))
      return {
        ...{ currency, pnlCurrency: books.kept.unit, beforeMs },
        amount: lot && amountText(lot.amount),
        cost: figureOf(lot && lot.cost, bookStateOf(books, currency).state),
        split: lot === null ? 'none' : splitOf(lot, beforeMs),
        parts: stored
          .filter((part) => part.currency === currency)
          .map(({ amount, openedMs, cost }) => ({ amount, openedMs, cost })),
      }
    },

    /** Stores a split of an opening. Errors: see the contract. */
    async splitOpening(
      account: LedgerAccount,
      currency: string,
      parts: readonly OpeningPart[],
    ): Promise<void> {
      const books = await ledger.judged(account)
      const { lot, beforeMs } = findOpening(await openLots(account, books, null), books, currency)
      const field = lot === null ? 'currency' : faultOfParts(parts, lot.amount, beforeMs)
      if (field !== null) throw new AppError('validation', { field })
      await store.putOpeningParts(ownerOf(account), currency, sortParts(parts))
    },

    async resetOpening(account: LedgerAccount, currency: string): Promise<void> {
      await store.putOpeningParts(ownerOf(account), currency, [])
    },
  }
}

// Reads the lots and disposals of an account by one method. One walk over all fills, which is kept until they change.
import { createMutex } from '../../async/mutex.ts'
import type { CostMethod, LotsAnswer } from '../../../src-preload/contract/portfolio/lots.ts'
import type { BookState } from '../../../src-preload/contract/portfolio/portfolio.ts'
import type { TimeRange } from '../../store/api/result-rows.ts'
import type { AccountLedger, JudgedLedger, LedgerAccount } from '../results/account-ledger.ts'
import type { JudgedBook } from '../results/book-state.ts'
import { foldEvents } from '../results/fold-events.ts'
import type { LedgerStore } from '../results/ledger-reader.ts'
import { sinceOf } from '../results/ledger-scope.ts'
import { lastPriceOf, type MarketPrice } from '../results/price-path.ts'
import { type DisposalFigures, disposalFigures, lotFigures, openingLots, sumLots } from './lot-figures.ts'
import { createLotsFold, type LotsFold } from './lots-fold.ts'

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
  readonly fold: LotsFold
}

const noBook: Pick<JudgedBook, 'state' | 'fault'> = { state: 'unknown', fault: { reason: 'noReading' } }

const bookStateOf = ({ judged }: Pick<JudgedLedger, 'judged'>, currency: string): BookState => {
  const { state, fault } = judged.get(currency) ?? noBook
  return { currency, state, fault }
}

/** False for the unit of account, whose units are worth one each; without a reading it is taken to be that. */
const hasLots = (book: JudgedBook | undefined, isUnit: boolean): boolean =>
  book === undefined || book.fault?.reason === 'noReading' ? !isUnit : book.openingCost !== null

export function createAccountLots(store: LedgerStore, ledger: Pick<AccountLedger, 'judged'>) {
  let last: KeptFold | null = null
  const runExclusive = createMutex()

  async function walk(
    { accountId, network, zone, signal }: LedgerAccount,
    { kept, judged }: JudgedLedger,
    method: CostMethod,
    keep: TimeRange | null,
  ): Promise<LotsFold> {
    const fold = createLotsFold({
      method,
      openings: openingLots(kept.openings, judged),
      unit: kept.unit,
      sinceOf: (currency) => sinceOf(kept.scope, currency),
      hasLots: (currency) => hasLots(judged.get(currency), currency === kept.unit),
      keep,
    })
    const source = { store, accountId, network, zone, signal }
    await foldEvents(source, fold, kept.unit, -1, kept.scope.untilMs, kept.movements, [])
    signal.throwIfAborted()
    return fold
  }

  /** The open lots; one walk at a time. */
  const openLots = (account: LedgerAccount, books: JudgedLedger, method: CostMethod): Promise<LotsFold> =>
    runExclusive(async () => {
      if (last?.method === method && last.judged === books.judged) return last.fold
      last = null
      const fold = await walk(account, books, method, null)
      last = { method, judged: books.judged, fold }
      return fold
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
      const fold = await openLots(account, books, method)
      const lotsOf = (name: string) => fold.books.get(name)?.list() ?? []
      const currencies = [...fold.books.keys()].sort().flatMap((name) => {
        const lots = lotsOf(name).length
        return lots === 0 ? [] : [{ ...bookStateOf(books, name), lots }]
      })
      const chosen = currencies.find((one) => one.currency === request.currency) ?? currencies[0]
      const head = { method, pnlCurrency: kept.unit, currencies, readingMs }
      if (chosen === undefined) return { ...head, currency: null, lots: [], total: null }
      const { currency, state } = chosen
      const lots = lotsOf(currency)
      const price = lastPriceOf(prices, currency, kept.unit, 0)
      return {
        ...head,
        currency,
        lots: lots
          .slice(offset, offset + limit)
          .map((lot) => ({ openedMs: lot.openedMs, ...lotFigures(lot, state, price) })),
        total: lotFigures(sumLots(lots), state, price),
      }
    },

    /** What was disposed of within a period, in chronological order. */
    async disposals(account: LedgerAccount, method: CostMethod, range: TimeRange): Promise<AccountDisposals> {
      const books = await ledger.judged(account)
      const { disposals } = await walk(account, books, method, range)
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
  }
}

// Owns: profit and loss of the active account, as the service reports it and as it follows from what is here.
// Must not: compute any (results/ does), or ask the service but for its own figures.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import {
  type PeriodReport,
  type PnlHistoryPoint,
  type PnlSnapshot,
  portfolioChannels,
} from '../../src-preload/contract/portfolio.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type Exact, parseExact, zero } from '../../src-preload/domain/exact.ts'
import { openZone } from '../../src-preload/domain/zone.ts'
import type { Clock } from '../async/clock.ts'
import type { CallTimes } from '../exchange/endpoint.ts'
import type { StoredPnl, TimeRange } from '../store/result-rows.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from '../session/link.ts'
import { convertPoints, listTargets } from './results/conversion.ts'
import { type HistorySource, readHistory, valueSnapshots } from './results/history.ts'
import { createAccountLedger, type LedgerAccount } from './results/account-ledger.ts'
import { readLastPrices } from './results/last-price.ts'
import { pnlResult, sumResults } from './results/pnl-results.ts'
import { isNearEvent } from './results/ledger-reader.ts'
import { readMovements } from './results/movements.ts'
import { lastPriceOf } from './results/price-path.ts'

/** Setting: the currency chosen for the history; empty: as the service tells it. */
const HISTORY_CURRENCY = 'portfolio/historyCurrency'
const historyChoice = portfolioChannels['portfolio:getHistoryCurrency'].output

/** A reading of `pnl` that took longer is of no certain moment, and checks nothing. */
const MAX_ANSWER_MS = 20_000

/** Between which times a reading was made, by the exchange's clock. */
interface ReadingTimes {
  readonly firstMs: number
  /** When its answer was written. */
  readonly momentMs: number
}

/**
 * The moment of a reading is its answer's Date header (figures.md, "One moment"); of the practice exchange, whose clock is ours, the time at
 * which it was asked. Null where nothing tells it.
 */
function momentOf({ account, time }: Link, answer: CallTimes | null): ReadingTimes | null {
  if (answer === null || answer.durationMs > MAX_ANSWER_MS) return null
  const { startedAtMs, durationMs, date } = answer
  if (account.networkKind === 'practice') return { firstMs: startedAtMs, momentMs: startedAtMs }
  const dateMs = date === null ? NaN : Date.parse(date)
  const momentMs = Number.isNaN(dateMs) ? startedAtMs + durationMs + (time.skewMs() ?? 0) : dateMs
  return { firstMs: momentMs - Math.ceil(durationMs), momentMs }
}

const turn = { lane: 'portfolio', urgency: 'screen' } as const

export interface PortfolioOptions {
  readonly store: Store
  readonly clock: Clock
  readonly getLink: () => Link | null
  /** What the last reading failed with. */
  readonly getFault: () => ErrorReport | null
  /** The zone of the display: whose days a report has. */
  readonly getTimeZone: () => string
  /** Figures follow from something else now, although the exchange's own are as they were. */
  readonly onChanged: () => void
}

export function createPortfolio(options: PortfolioOptions) {
  const { store, clock, getLink, getFault, getTimeZone, onChanged } = options

  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  const ledger = createAccountLedger(store)
  /** The newest reading, and when it had been answered, by our clock. */
  let reading: (ReadingTimes & { readonly link: Link; readonly answeredMs: number }) | null = null
  /** The last reading was too near to something that happened: the next one is to be listed although it may be the same. */
  let isListingWanted = false

  function ledgerAccount({ account, network, signal, time }: Link): LedgerAccount {
    return {
      accountId: account.id,
      network,
      address: account.ethereumAddress,
      zone: openZone(getTimeZone()),
      signal,
      // Fills and readings are of the exchange's clock.
      nowMs: clock.now() + time.offsetMs(),
    }
  }

  const ownerOf = ({ account, network }: Link) => ({
    networkKey: network,
    address: account.ethereumAddress,
  })

  function checkRange({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): void {
    if (toMs <= fromMs) throw new AppError('validation', { field: 'toMs' })
  }

  /** What prices the history of an account, and what was moved out of it, read at one moment. */
  async function openHistory(link: Link): Promise<HistorySource & { readonly store: Store }> {
    const { network, signal, time } = link
    const [lastPrices, movedOut] = await Promise.all([
      readLastPrices(store, network),
      ledger.movedOut(ledgerAccount(link)),
    ])
    signal.throwIfAborted()
    const offsetMs = time.offsetMs()
    /** An estimate would be drawn like what is known. Snapshots are of our clock, what was moved is of the exchange's. */
    const movedOutAt = (currency: string, atMs: number): Exact | null => {
      const figure = movedOut(currency, atMs + offsetMs)
      if (figure === undefined) return zero
      return figure.state === 'known' ? parseExact(figure.amount) : null
    }
    return { store, network, signal, lastPrices, movedOutAt }
  }

  return {
    async getPnl(): Promise<PnlSnapshot> {
      const latest = (await store.getLatestPnl(requireLink().account.id)) ?? { entries: [], asOfMs: null }
      return { ...latest, lastError: getFault() }
    },

    async getResults(): Promise<ChannelOutput<'portfolio:getResults'>> {
      const link = requireLink()
      const latest = await store.getLatestPnl(link.account.id)
      if (latest === null) return { results: [], totals: [], asOfMs: null }
      const { entries, asOfMs } = latest
      const [prices, movedOut] = await Promise.all([
        readLastPrices(store, link.network),
        ledger.movedOut(ledgerAccount(link)),
      ])
      const results = entries.map((entry) =>
        pnlResult(
          entry,
          lastPriceOf(prices, entry.currency, entry.pnlCurrency, asOfMs),
          movedOut(entry.currency.toLowerCase(), Number.MAX_SAFE_INTEGER),
        ),
      )
      return { results, totals: sumResults(results), asOfMs }
    },

    async getBooks(): Promise<ChannelOutput<'portfolio:getBooks'>> {
      const link = requireLink()
      return ledger.books(ledgerAccount(link), await readLastPrices(store, link.network))
    },

    async listMovements(): Promise<ChannelOutput<'portfolio:listMovements'>> {
      return { movements: await store.listMovements(ownerOf(requireLink())) }
    },

    /** Errors: those that the contract names. */
    async addMovement(
      input: ChannelInput<'portfolio:addMovement'>,
    ): Promise<ChannelOutput<'portfolio:addMovement'>> {
      if (parseExact(input.amount).units <= 0n) throw new AppError('validation', { field: 'amount' })
      const link = requireLink()
      if (input.atMs > link.time.latestMs()) throw new AppError('validation', { field: 'atMs' })
      const id = await store.putMovement(ownerOf(link), input)
      onChanged()
      return { id }
    },

    async removeMovement({
      id,
    }: ChannelInput<'portfolio:removeMovement'>): Promise<ChannelOutput<'portfolio:removeMovement'>> {
      await store.removeMovement(ownerOf(requireLink()), id)
      onChanged()
      return {}
    },

    /** Errors: `validation` with field `toMs` where it does not lie after fromMs. */
    async listHistory(
      input: ChannelInput<'portfolio:listHistory'>,
    ): Promise<ChannelOutput<'portfolio:listHistory'>> {
      checkRange(input)
      const link = requireLink()
      const source = await openHistory(link)
      const told = await readHistory(source, link.account.id, input, input.most)
      const [points, currencies] = await Promise.all([
        convertPoints(source, told, input.currency),
        listTargets(source, told, input),
      ])
      return { points, currencies }
    },

    /** The figures of snapshots of the account in use within a range, with the market values of then (history.ts). */
    async valueSnapshots(snapshots: readonly StoredPnl[], range: TimeRange): Promise<PnlHistoryPoint[]> {
      return valueSnapshots(await openHistory(requireLink()), snapshots, range)
    },

    /** What does not fit is as if nothing had been chosen. */
    async getHistoryCurrency(): Promise<ChannelOutput<'portfolio:getHistoryCurrency'>> {
      const kept = historyChoice.safeParse({ currency: await store.getSetting(HISTORY_CURRENCY) })
      return kept.success ? kept.data : { currency: null }
    },

    async setHistoryCurrency({
      currency,
    }: ChannelInput<'portfolio:setHistoryCurrency'>): Promise<ChannelOutput<'portfolio:setHistoryCurrency'>> {
      await store.setSetting(HISTORY_CURRENCY, currency ?? '')
      return {}
    },

    /** Errors: those that the contract names. */
    async getReport(range: ChannelInput<'portfolio:getReport'>): Promise<PeriodReport> {
      checkRange(range)
      return ledger.report(ledgerAccount(requireLink()), range)
    },

    /**
     * Reads the figures of now into the cache.
     * @returns whether the orders are to be listed, so that the two can be held against each other
     */
    async refresh(link: Link, signal: AbortSignal): Promise<boolean> {
      const before = await store.getLatestPnl(link.account.id)
      const askedAtMs = clock.now()
      let answer: CallTimes | null = null
      const entries = await link.client.getPnl({ ...turn, signal, onAnswer: (times) => (answer = times) })
      signal.throwIfAborted()
      const window = momentOf(link, answer)
      await store.putPnlSnapshot(link.account.id, entries, askedAtMs, window?.momentMs ?? null)
      reading = window && { ...window, link, answeredMs: clock.now() }
      const isNew = JSON.stringify(before?.entries) !== JSON.stringify(entries)
      return isNew || isListingWanted
    },

    /**
     * Notes that a listing of the orders, with their fills as they were then, has ended.
     * @param startedMs - when it began: a reading of before belongs to it
     * @returns `listed` where a reading belongs to it; `again` where something happened too near to the reading to tell on which side
     * of it that was, so that it is to be read again; `none` where there was no reading
     */
    async noteListing(link: Link, startedMs: number): Promise<'listed' | 'again' | 'none'> {
      if (reading === null || reading.link !== link || startedMs < reading.answeredMs) return 'none'
      const { momentMs, firstMs } = reading
      reading = null
      const accountId = link.account.id
      const movements = await readMovements(
        { store, network: link.network, signal: link.signal },
        link.account.ethereumAddress,
      )
      isListingWanted = await isNearEvent({ store, accountId }, movements, firstMs, momentMs)
      if (isListingWanted) return 'again'
      await store.notePnlListed(accountId, momentMs)
      return 'listed'
    },
  }
}
export type Portfolio = ReturnType<typeof createPortfolio>

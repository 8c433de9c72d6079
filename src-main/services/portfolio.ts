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
import { AppError } from '../../src-preload/shared/errors.ts'
import { parseExact } from '../../src-preload/shared/exact.ts'
import { openZone } from '../../src-preload/shared/zone.ts'
import type { Clock } from '../clock.ts'
import type { StoredPnl, TimeRange } from '../store/result-rows.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from './link.ts'
import { convertPoints, listTargets } from './results/conversion.ts'
import { type HistorySource, readHistory, valueSnapshots } from './results/history.ts'
import { createAccountLedger, type LedgerAccount } from './results/account-ledger.ts'
import { readLastPrices } from './results/last-price.ts'
import { movedOutOver } from './results/moved-out.ts'
import { readMovements } from './results/movements.ts'
import { pnlResult, sumResults } from './results/pnl-results.ts'
import { lastPriceOf } from './results/price-path.ts'

/** Setting: the currency chosen for the history; empty: as the service tells it. */
const HISTORY_CURRENCY = 'portfolio/historyCurrency'
const historyChoice = portfolioChannels['portfolio:getHistoryCurrency'].output

/** A reading of `pnl` that took longer is of no certain moment, and checks nothing. */
const MAX_ANSWER_MS = 1_000

const turn = { lane: 'portfolio', urgency: 'screen' } as const

export interface PortfolioOptions {
  readonly store: Store
  readonly clock: Clock
  readonly getLink: () => Link | null
  /** What the last reading failed with. */
  readonly getFault: () => ErrorReport | null
  /** The zone of the display: whose days a report has. */
  readonly getTimeZone: () => string
}

export function createPortfolio({ store, clock, getLink, getFault, getTimeZone }: PortfolioOptions) {
  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  const ledger = createAccountLedger(store)
  /** Of the newest reading: by the exchange's clock, and when it had been answered, by ours. */
  let reading: { readonly link: Link; readonly momentMs: number; readonly answeredMs: number } | null = null

  function ledgerAccount({ account, network, signal }: Link): LedgerAccount {
    return {
      accountId: account.id,
      network,
      address: account.ethereumAddress,
      zone: openZone(getTimeZone()),
      signal,
      nowMs: clock.now(),
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
    const { network, signal } = link
    const account = ledgerAccount(link)
    const [lastPrices, movements, movedOut] = await Promise.all([
      readLastPrices(store, network),
      readMovements(store, account),
      ledger.movedOut(account),
    ])
    signal.throwIfAborted()
    return { store, network, signal, lastPrices, movedOutAt: movedOutOver(movements, movedOut) }
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
          movedOut.get(entry.currency.toLowerCase()),
        ),
      )
      return { results, totals: sumResults(results), asOfMs }
    },

    async getBooks(): Promise<ChannelOutput<'portfolio:getBooks'>> {
      return ledger.books(ledgerAccount(requireLink()))
    },

    async listMovements(): Promise<ChannelOutput<'portfolio:listMovements'>> {
      return { movements: await store.listMovements(ownerOf(requireLink())) }
    },

    /** Errors: those that the contract names. */
    async addMovement(
      input: ChannelInput<'portfolio:addMovement'>,
    ): Promise<ChannelOutput<'portfolio:addMovement'>> {
      for (const field of ['amount', 'value'] as const) {
        if (parseExact(input[field]).units <= 0n) throw new AppError('validation', { field })
      }
      if (input.atMs > clock.now()) throw new AppError('validation', { field: 'atMs' })
      return { id: await store.putMovement(ownerOf(requireLink()), input) }
    },

    async removeMovement({
      id,
    }: ChannelInput<'portfolio:removeMovement'>): Promise<ChannelOutput<'portfolio:removeMovement'>> {
      await store.removeMovement(ownerOf(requireLink()), id)
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
     * @returns whether they are new: then the orders are to be listed, so that the two can be held against each other
     */
    async refresh(link: Link, signal: AbortSignal): Promise<boolean> {
      const before = await store.getLatestPnl(link.account.id)
      const askedAtMs = clock.now()
      const entries = await link.client.getPnl({ ...turn, signal })
      signal.throwIfAborted()
      const answeredMs = clock.now()
      // A slow answer may be of any moment of its wait.
      const isOneMoment = answeredMs >= askedAtMs && answeredMs - askedAtMs < MAX_ANSWER_MS
      const momentMs = isOneMoment ? askedAtMs + (link.time.skewMs() ?? 0) : null
      await store.putPnlSnapshot(link.account.id, entries, askedAtMs, momentMs)
      reading = momentMs === null ? null : { link, momentMs, answeredMs }
      return JSON.stringify(before?.entries) !== JSON.stringify(entries)
    },

    /**
     * Notes that a listing of the orders has ended.
     * @param startedMs - when it began: a reading of before belongs to it
     * @returns whether there was one
     */
    async noteListing(link: Link, startedMs: number): Promise<boolean> {
      if (reading === null || reading.link !== link || startedMs < reading.answeredMs) return false
      const { momentMs } = reading
      reading = null
      await store.notePnlListed(link.account.id, momentMs)
      return true
    },
  }
}
export type Portfolio = ReturnType<typeof createPortfolio>

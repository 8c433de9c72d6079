// Owns: profit and loss of the active account, as the service reports it and as it follows from what is here.
// Must not: compute any (results/ does), or ask the service but for its own figures.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import {
  type PeriodReport,
  type PnlSnapshot,
  portfolioChannels,
} from '../../src-preload/contract/portfolio.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import { openZone } from '../../src-preload/shared/zone.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from './link.ts'
import { convertPoints, listTargets } from './results/conversion.ts'
import { readHistory } from './results/history.ts'
import { findLastPrice } from './results/last-price.ts'
import { pnlResult } from './results/pnl-results.ts'
import { readReport } from './results/report-reader.ts'

/** Setting: the currency chosen for the history; empty: as the service tells it. */
const HISTORY_CURRENCY = 'portfolio/historyCurrency'
const historyChoice = portfolioChannels['portfolio:getHistoryCurrency'].output

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

  function checkRange({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): void {
    if (toMs <= fromMs) throw new AppError('validation', { field: 'toMs' })
  }

  return {
    async getPnl(): Promise<PnlSnapshot> {
      const latest = (await store.getLatestPnl(requireLink().account.id)) ?? { entries: [], asOfMs: null }
      return { ...latest, lastError: getFault() }
    },

    async getResults(): Promise<ChannelOutput<'portfolio:getResults'>> {
      const { account, network } = requireLink()
      const latest = await store.getLatestPnl(account.id)
      if (latest === null) return { results: [], asOfMs: null }
      const { entries, asOfMs } = latest
      const lasts = await Promise.all(entries.map((entry) => findLastPrice(store, network, entry, asOfMs)))
      return { results: entries.map((entry, at) => pnlResult(entry, lasts[at] ?? null)), asOfMs }
    },

    /** Errors: `validation` with field `toMs` where it does not lie after fromMs. */
    async listHistory(
      input: ChannelInput<'portfolio:listHistory'>,
    ): Promise<ChannelOutput<'portfolio:listHistory'>> {
      checkRange(input)
      const { account, network, signal } = requireLink()
      const told = await readHistory(store, account.id, input, input.most, signal)
      const [points, currencies] = await Promise.all([
        convertPoints({ store, network, signal }, told, input.currency),
        listTargets({ store, network, signal }, told, input),
      ])
      return { points, currencies }
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
      const { account, signal } = requireLink()
      const zone = openZone(getTimeZone())
      return readReport({ store, accountId: account.id, range, zone, signal, nowMs: clock.now() })
    },

    /** Reads the figures of now into the cache. */
    async refresh(link: Link, signal: AbortSignal): Promise<void> {
      const askedAtMs = clock.now()
      const entries = await link.client.getPnl({ ...turn, signal })
      signal.throwIfAborted()
      await store.putPnlSnapshot(link.account.id, entries, askedAtMs)
    },
  }
}
export type Portfolio = ReturnType<typeof createPortfolio>

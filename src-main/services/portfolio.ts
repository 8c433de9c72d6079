// Owns: profit and loss as the service reports it, from service to cache to page. Must not: compute or round any.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { PnlSnapshot } from '../../src-preload/contract/portfolio.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from './link.ts'

const turn = { lane: 'portfolio', urgency: 'screen' } as const

export interface PortfolioOptions {
  readonly store: Store
  readonly clock: Clock
  readonly getLink: () => Link | null
  /** What the last reading failed with. */
  readonly getFault: () => ErrorReport | null
}

export function createPortfolio({ store, clock, getLink, getFault }: PortfolioOptions) {
  return {
    async getPnl(): Promise<PnlSnapshot> {
      const link = getLink()
      if (link === null) throw new AppError('notFound', { what: 'active account' })
      const latest = (await store.getLatestPnl(link.account.id)) ?? { entries: [], asOfMs: null }
      return { ...latest, lastError: getFault() }
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

// Owns: what the page may ask about price alerts and notices, and passing on what is new to page and system.
// Must not: find out whether a price was crossed (price-watch.ts does) or an order ended (the store does).
import { levelOf } from './crossings.ts'
import { type Notice, notice as noticeSchema, type NoticeOptions } from '../../src-preload/contract/alerts.ts'
import type { Display } from '../../src-preload/contract/app.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { Clock } from '../async/clock.ts'
import type { Emit } from '../ipc/events.ts'
import type { Log } from '../diagnostics/log.ts'
import type { PriceSide, StoredNotice } from '../store/alert-rows.ts'
import type { Store } from '../store/store-api.ts'
import { createThrottle } from '../async/throttle.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { keepNoticeOptions, readNoticeOptions } from './notice-options.ts'
import { createNotifier, type SystemNotifications } from './notifier.ts'

const MINUTE_MS = 60_000
/** Orders come page by page; the list is told of so often. */
const NOTE_EVERY_MS = 250

export interface AlertsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly current: Pick<CurrentAccount, 'require' | 'work'>
  readonly system: SystemNotifications
  /** How things are shown now. */
  readonly getDisplay: () => Pick<Display, 'isPrivate' | 'timeZone'>
  /** Whether nothing but a password opens the app. */
  readonly isLocked: () => boolean
  /** The user chose the notification of a notice: the window comes to the front and shows what it is about. */
  readonly openNotice: (notice: Notice) => void
}

export type Alerts = Awaited<ReturnType<typeof createAlerts>>

/** Reads the options. Errors: those of the store. */
export async function createAlerts(given: AlertsOptions) {
  const { store, clock, emit, log, current, system } = given
  let options = await readNoticeOptions(store)

  const notifier = createNotifier({
    system,
    clock,
    getOptions: () => options,
    getDiscretion: () => ({ isPrivate: given.getDisplay().isPrivate, isLocked: given.isLocked() }),
    getZone: () => given.getDisplay().timeZone,
    onChosen: given.openNotice,
  })

  /** A row that does not fit the contract is left out: it must not take the others with it. */
  function toNotices(rows: readonly StoredNotice[]): Notice[] {
    return rows.flatMap(({ facts, ...row }) => {
      const parsed = noticeSchema.safeParse({ ...row, what: JSON.parse(facts) as unknown })
      if (parsed.success) return [parsed.data]
      log.fault('alerts', `read notice ${String(row.id)}`, parsed.error)
      return []
    })
  }

  async function tellCount(): Promise<void> {
    const unread = await store.countUnreadNotices()
    system.setBadge(unread)
    emit('alerts:noticesChanged', { unread })
  }

  const noting = createThrottle(NOTE_EVERY_MS, async () => {
    try {
      const fresh = await store.noteNotices(clock.now())
      if (fresh.length === 0) return
      await store.trimNotices(clock.now())
      notifier.add(toNotices(fresh))
      await tellCount()
    } catch (error) {
      log.fault('alerts', 'note what is new', error)
    }
  })

  /** On which side of a price the market is, if it was told just now. */
  async function sideOf(session: AccountSession, market: string, price: string): Promise<PriceSide | null> {
    const { candles, asOfMs } = await store.getCandles(session.network, market, 1, null, 1)
    const close = candles.close[0]
    const startMs = candles.timesMs[0]
    const isNew = asOfMs !== null && Math.abs(clock.now() - asOfMs) < MINUTE_MS
    if (close === undefined || startMs === undefined || !isNew || clock.now() - startMs > 2 * MINUTE_MS)
      return null
    const level = levelOf(price)
    return close < level ? 'below' : close > level ? 'above' : null
  }

  return {
    async list({ market }: ChannelInput<'alerts:list'>): Promise<ChannelOutput<'alerts:list'>> {
      const stored = await store.listAlerts(current.require().network)
      const wanted = stored.filter((alert) => market === null || alert.market === market)
      return {
        alerts: wanted.map(
          ({ network: _network, armedAtMs: _armed, progress: _progress, ...alert }) => alert,
        ),
      }
    },

    async put(input: ChannelInput<'alerts:put'>): Promise<Record<string, never>> {
      const session = current.require()
      const side = await sideOf(session, input.market, input.price)
      await store.putAlert({ ...input, network: session.network, armedAtMs: clock.now(), side })
      emit('alerts:changed', {})
      current.work()?.alertsChanged()
      return {}
    },

    async remove({ id }: ChannelInput<'alerts:remove'>): Promise<Record<string, never>> {
      if (await store.removeAlert(id)) emit('alerts:changed', {})
      return {}
    },

    async listNotices({
      beforeId,
      limit,
    }: ChannelInput<'alerts:listNotices'>): Promise<ChannelOutput<'alerts:listNotices'>> {
      const { notices, ...rest } = await store.listNotices(beforeId, limit)
      return { ...rest, notices: toNotices(notices) }
    },

    async markRead({ upToId }: ChannelInput<'alerts:markRead'>): Promise<Record<string, never>> {
      if ((await store.markNoticesRead(upToId)) > 0) await tellCount()
      return {}
    },

    async clearRead(): Promise<Record<string, never>> {
      if ((await store.clearReadNotices()) > 0) await tellCount()
      return {}
    },

    getOptions: (): NoticeOptions => options,

    async setOptions(next: NoticeOptions): Promise<Record<string, never>> {
      // At once, not when it is on the disk: what is muted must not sound a moment later.
      options = next
      await keepNoticeOptions(store, next)
      return {}
    },

    /** A price was crossed, and its notice is in the store. */
    noteCrossed(): void {
      emit('alerts:changed', {})
      noting.ask()
    },

    /** Orders have changed; some may have ended. */
    noteOrders(): void {
      noting.ask()
    },

    /** Tells what is there, and what the last run of the app did not get to. */
    start(): void {
      noting.ask()
      tellCount().catch((error: unknown) => {
        log.fault('alerts', 'count notices', error)
      })
    },

    /** Nothing is shown any more; the store keeps what is new for the next start. */
    close(): void {
      noting.stop()
      notifier.stop()
    },
  }
}

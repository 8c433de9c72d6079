// The alerts service for the page: price alerts, notifications, and delivery of new ones to page and system.
// price-watch.ts detects crossings; the store detects ended orders.
import { levelOf } from './crossings.ts'
import {
  type Notice,
  notice as noticeSchema,
  type NoticeFacts,
  type NoticeOptions,
} from '../../src-preload/contract/app/alerts.ts'
import type { TradingAlarm } from '../../src-preload/contract/trading/trading-alarms.ts'
import type { Display } from '../../src-preload/contract/app/app.ts'
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { PriceSide, StoredNotice } from '../store/api/alert-rows.ts'
import { createThrottle } from '../async/throttle.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { saveNoticeOptions, readNoticeOptions } from './notice-options.ts'
import { createNotifier, type SystemNotifications } from './notifier.ts'
import type { Tools } from '../tools.ts'

const MINUTE_MS = 60_000
/** Orders arrive page by page; events about them are throttled to this interval. */
const NOTE_EVERY_MS = 250

export interface AlertsOptions extends Pick<Tools, 'store' | 'clock' | 'emit' | 'log'> {
  readonly current: Pick<CurrentAccount, 'require' | 'work'>
  readonly system: SystemNotifications
  /** Current display settings. */
  readonly getDisplay: () => Pick<Display, 'isPrivate' | 'timeZone'>
  /** Whether the app is locked and only a password opens it. */
  readonly isLocked: () => boolean
  /** The user clicked a system notification: brings the window to the front and shows its subject. */
  readonly openNotice: (notice: Notice) => void
}

export type Alerts = Awaited<ReturnType<typeof createAlerts>>

/** Loads the options. Errors: those of the store. */
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

  /** A row that violates the contract is skipped, so it does not hide the others. */
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

  /** On which side of a price the market is, if a recent price is known. */
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

    async put(input: ChannelInput<'alerts:put'>): Promise<void> {
      const session = current.require()
      const side = await sideOf(session, input.market, input.price)
      await store.putAlert({ ...input, network: session.network, armedAtMs: clock.now(), side })
      emit('alerts:changed', {})
      current.work()?.alertsChanged()
    },

    async remove({ id }: ChannelInput<'alerts:remove'>): Promise<void> {
      if (await store.removeAlert(id)) emit('alerts:changed', {})
    },

    async listNotices({
      beforeId,
      limit,
    }: ChannelInput<'alerts:listNotices'>): Promise<ChannelOutput<'alerts:listNotices'>> {
      const { notices, ...rest } = await store.listNotices(beforeId, limit)
      return { ...rest, notices: toNotices(notices) }
    },

    async markRead({ id, isUpTo }: ChannelInput<'alerts:markRead'>): Promise<void> {
      if ((await store.markNoticesRead(id, isUpTo)) > 0) await tellCount()
    },

    async clearRead(): Promise<void> {
      if ((await store.clearReadNotices()) > 0) await tellCount()
    },

    getOptions: (): NoticeOptions => options,

    async setOptions(next: NoticeOptions): Promise<void> {
      // Applied before saving, so a muted notification a moment later makes no sound.
      options = next
      await saveNoticeOptions(store, next)
    },

    /** Call when a price was crossed and its notification is in the store. */
    noteCrossed(): void {
      emit('alerts:changed', {})
      noting.ask()
    },

    /**
     * Tells of what no reading of the exchange tells of. A key that was told of before is not told again. A failure is logged.
     */
    tell(facts: TradingAlarm | Extract<NoticeFacts, { kind: 'cancelAsked' }>, key: string): void {
      const { kind, accountId } = facts
      store
        .addNotice({ key, atMs: clock.now(), kind, accountId, facts: JSON.stringify(facts) })
        .then((isNew) => {
          if (isNew) noting.ask()
        })
        .catch((error: unknown) => log.fault('alerts', 'note what is new', error))
    },

    /** Call when transfers have changed; some may have been received. */
    noteTransfers(): void {
      noting.ask()
    },

    /** Call when orders have changed; some may have ended. */
    noteOrders(): void {
      noting.ask()
    },

    /** Reports pending notifications, including those of the last run. */
    start(): void {
      noting.ask()
      tellCount().catch((error: unknown) => log.fault('alerts', 'count notices', error))
    },

    /** Shows no more notifications; new ones stay in the store for the next start. */
    close(): void {
      noting.stop()
      notifier.stop()
    },
  }
}

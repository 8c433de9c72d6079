// State of notices, the unread count and notification settings.
import { untrack } from 'svelte'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { Notice, NoticeOptions } from '../../../src-preload/contract/alerts.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'
import { readNotices } from '../../text/notice-text.ts'
import { coalesce } from '../page/coalesce.ts'

const gapMs = 250
const pageSize = 50
/** Limit of one call. */
const maxPerCall = 200

export interface NoticeRows {
  /** Newest first. */
  readonly notices: readonly Notice[]
  readonly hasMore: boolean
}

let list = $state.raw<Loadable<NoticeRows>>(loading)
let unread = $state(0)
let options = $state.raw<Loadable<NoticeOptions>>(loading)
/** Last screen reader announcement. */
let said = $state('')
let isReadingMore = $state(false)
/** Error of the last change; null when it succeeded. */
let actionError = $state.raw<ErrorReport | null>(null)
/** Counts stops: responses from before a stop are dropped. */
let ended = 0
/** The newest notice announced or initially present; null before the first response. */
let newestId: number | null = null

async function load(): Promise<void> {
  const at = ended
  const shown = list.status === 'ready' ? list.value.notices.length : 0
  const limit = Math.min(maxPerCall, Math.max(pageSize, shown))
  try {
    const answer = await call('alerts:listNotices', { beforeId: null, limit })
    if (at !== ended) return
    const fresh = answer.notices.filter(({ id, isRead }) => newestId !== null && id > newestId && !isRead)
    if (fresh.length > 0) said = readNotices(fresh)
    newestId = answer.notices[0]?.id ?? newestId ?? 0
    list = ready({ notices: answer.notices, hasMore: answer.hasMore })
    unread = answer.unread
  } catch (error) {
    if (at === ended) list = failed(list, toReport(error))
  }
}

async function loadOptions(): Promise<void> {
  const at = ended
  try {
    const value = await call('alerts:getOptions', {})
    if (at === ended) options = ready(value)
  } catch (error) {
    if (at === ended) options = failed(options, toReport(error))
  }
}

async function act(work: () => Promise<unknown>): Promise<void> {
  actionError = null
  try {
    await work()
  } catch (error) {
    actionError = toReport(error)
  }
}

export const notices = {
  get list(): Loadable<NoticeRows> {
    return list
  },
  get unread(): number {
    return unread
  },
  get options(): Loadable<NoticeOptions> {
    return options
  },
  get isMuted(): boolean {
    return options.status === 'ready' && options.value.isMuted
  },
  /** Text of the live region: the newest notices. */
  get said(): string {
    return said
  },
  get isReadingMore(): boolean {
    return isReadingMore
  },
  get actionError(): ErrorReport | null {
    return actionError
  },
  load,
  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const own = coalesce(load, gapMs)
    const stops = [
      on('alerts:noticesChanged', (payload) => {
        unread = payload.unread
        own.request()
      }),
      // Removing an account removes its notices.
      on('accounts:changed', () => own.request()),
    ]
    // State read while loading must not rerun the calling effect.
    untrack(() => own.request())
    void loadOptions()
    return () => {
      stops.forEach((stop) => stop())
      own.stop()
      ended += 1
      list = loading
      options = loading
      unread = 0
      said = ''
      actionError = null
      newestId = null
    }
  },
  async loadMore(): Promise<void> {
    if (list.status !== 'ready' || isReadingMore) return
    const before = list.value.notices
    const at = ended
    isReadingMore = true
    try {
      const beforeId = before.at(-1)?.id ?? null
      const answer = await call('alerts:listNotices', { beforeId, limit: pageSize })
      if (at === ended) list = ready({ notices: [...before, ...answer.notices], hasMore: answer.hasMore })
    } catch (error) {
      if (at === ended) list = failed(list, toReport(error))
    } finally {
      isReadingMore = false
    }
  },
  /** Marks one as read, which was opened. */
  markRead({ id, isRead }: Notice): Promise<void> {
    return isRead ? Promise.resolve() : act(() => call('alerts:markRead', { id, isUpTo: false }))
  },
  /** Marks all as read, to the newest that is shown. */
  markAllRead(): Promise<void> {
    const newest = list.status === 'ready' ? list.value.notices[0] : undefined
    if (newest === undefined || unread === 0) return Promise.resolve()
    return act(() => call('alerts:markRead', { id: newest.id, isUpTo: true }))
  },
  clearRead: (): Promise<void> => act(() => call('alerts:clearRead', {})),
  /** Applies immediately on screen; reverts when it could not be stored. */
  async setOptions(change: Partial<NoticeOptions>): Promise<void> {
    // Called before main has provided the current settings.
    if (options.status !== 'ready') await loadOptions()
    if (options.status !== 'ready') {
      if (options.status === 'error') actionError = options.error
      return
    }
    const before = options
    const next = { ...options.value, ...change }
    options = ready(next)
    await act(() => call('alerts:setOptions', next))
    if (actionError !== null) options = before
  },
}

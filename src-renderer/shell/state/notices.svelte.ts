// State of notices, the unread count and notification settings.
import { untrack } from 'svelte'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { Notice, NoticeOptions } from '../../../src-preload/contract/alerts.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'
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

const list = new Fetched<NoticeRows>()
let unread = $state(0)
const options = new Fetched<NoticeOptions>()
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
  const limit = Math.min(maxPerCall, Math.max(pageSize, list.value?.notices.length ?? 0))
  await list.load(async () => {
    const answer = await call('alerts:listNotices', { beforeId: null, limit })
    if (at !== ended) return undefined
    const fresh = answer.notices.filter(({ id, isRead }) => newestId !== null && id > newestId && !isRead)
    if (fresh.length > 0) said = readNotices(fresh)
    newestId = answer.notices[0]?.id ?? newestId ?? 0
    unread = answer.unread
    return { notices: answer.notices, hasMore: answer.hasMore }
  })
}

const loadOptions = (): Promise<void> => options.load(() => call('alerts:getOptions', {}))

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
    return list.state
  },
  get unread(): number {
    return unread
  },
  get options(): Loadable<NoticeOptions> {
    return options.state
  },
  get isMuted(): boolean {
    return options.value?.isMuted ?? false
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
      list.drop()
      options.drop()
      unread = 0
      said = ''
      actionError = null
      newestId = null
    }
  },
  async loadMore(): Promise<void> {
    const before = list.value?.notices
    if (before === undefined || isReadingMore) return
    isReadingMore = true
    await list.load(async () => {
      const beforeId = before.at(-1)?.id ?? null
      const answer = await call('alerts:listNotices', { beforeId, limit: pageSize })
      return { notices: [...before, ...answer.notices], hasMore: answer.hasMore }
    })
    isReadingMore = false
  },
  /** Marks one as read, which was opened. */
  markRead({ id, isRead }: Notice): Promise<void> {
    return isRead ? Promise.resolve() : act(() => call('alerts:markRead', { id, isUpTo: false }))
  },
  /** Marks all as read, to the newest that is shown. */
  markAllRead(): Promise<void> {
    const newest = list.value?.notices[0]
    if (newest === undefined || unread === 0) return Promise.resolve()
    return act(() => call('alerts:markRead', { id: newest.id, isUpTo: true }))
  },
  clearRead: (): Promise<void> => act(() => call('alerts:clearRead', {})),
  /** Applies immediately on screen; reverts when it could not be stored. */
  async setOptions(change: Partial<NoticeOptions>): Promise<void> {
    // Called before main has provided the current settings.
    if (options.value === null) await loadOptions()
    const before = options.value
    if (before === null) {
      actionError = options.error
      return
    }
    const next = { ...before, ...change }
    options.set(next)
    await act(() => call('alerts:setOptions', next))
    if (actionError !== null) options.set(before)
  },
}

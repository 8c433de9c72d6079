// State of notices, the unread count and notification settings.
import { untrack } from 'svelte'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { Notice, NoticeOptions } from '../../../src-preload/contract/app/alerts.ts'
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

class Notices {
  readonly #list = new Fetched<NoticeRows>()
  readonly #options = new Fetched<NoticeOptions>()
  unread = $state(0)
  /** Text of the live region: the newest notices. */
  said = $state('')
  isReadingMore = $state(false)
  /** Error of the last change; null when it succeeded. */
  actionError = $state.raw<ErrorReport | null>(null)
  /** Counts stops: responses from before a stop are dropped. */
  #ended = 0
  /** The newest notice announced or initially present; null before the first response. */
  #newestId: number | null = null

  get list(): Loadable<NoticeRows> {
    return this.#list.state
  }

  get options(): Loadable<NoticeOptions> {
    return this.#options.state
  }

  get isMuted(): boolean {
    return this.#options.value?.isMuted ?? false
  }

  load = async (): Promise<void> => {
    const at = this.#ended
    const limit = Math.min(maxPerCall, Math.max(pageSize, this.#list.value?.notices.length ?? 0))
    await this.#list.load(async () => {
      const answer = await call('alerts:listNotices', { beforeId: null, limit })
      if (at !== this.#ended) return undefined
      const newest = this.#newestId
      const fresh = answer.notices.filter(({ id, isRead }) => newest !== null && id > newest && !isRead)
      if (fresh.length > 0) this.said = readNotices(fresh)
      this.#newestId = answer.notices[0]?.id ?? newest ?? 0
      this.unread = answer.unread
      return { notices: answer.notices, hasMore: answer.hasMore }
    })
  }

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const own = coalesce(this.load, gapMs)
    const stops = [
      on('alerts:noticesChanged', (payload) => {
        this.unread = payload.unread
        own.request()
      }),
      // Removing an account removes its notices.
      on('accounts:changed', () => own.request()),
    ]
    // State read while loading must not rerun the calling effect.
    untrack(() => own.request())
    void this.#loadOptions()
    return () => {
      stops.forEach((stop) => stop())
      own.stop()
      this.#ended += 1
      this.#list.drop()
      this.#options.drop()
      this.unread = 0
      this.said = ''
      this.actionError = null
      this.#newestId = null
    }
  }

  async loadMore(): Promise<void> {
    const before = this.#list.value?.notices
    if (before === undefined || this.isReadingMore) return
    this.isReadingMore = true
    await this.#list.load(async () => {
      const beforeId = before.at(-1)?.id ?? null
      const answer = await call('alerts:listNotices', { beforeId, limit: pageSize })
      return { notices: [...before, ...answer.notices], hasMore: answer.hasMore }
    })
    this.isReadingMore = false
  }

  /** Marks one as read, which was opened. */
  markRead({ id, isRead }: Notice): Promise<void> {
    return isRead ? Promise.resolve() : this.#act(() => call('alerts:markRead', { id, isUpTo: false }))
  }

  /** Marks all as read, to the newest that is shown. */
  markAllRead(): Promise<void> {
    const newest = this.#list.value?.notices[0]
    if (newest === undefined || this.unread === 0) return Promise.resolve()
    return this.#act(() => call('alerts:markRead', { id: newest.id, isUpTo: true }))
  }

  clearRead = (): Promise<void> => this.#act(() => call('alerts:clearRead', {}))

  /** Applies immediately on screen; reverts when it could not be stored. */
  async setOptions(change: Partial<NoticeOptions>): Promise<void> {
    // Called before main has provided the current settings.
    if (this.#options.value === null) await this.#loadOptions()
    const before = this.#options.value
    if (before === null) {
      this.actionError = this.#options.error
      return
    }
    const next = { ...before, ...change }
    this.#options.set(next)
    await this.#act(() => call('alerts:setOptions', next))
    if (this.actionError !== null) this.#options.set(before)
  }

  #loadOptions(): Promise<void> {
    return this.#options.load(() => call('alerts:getOptions', {}))
  }

  async #act(work: () => Promise<unknown>): Promise<void> {
    this.actionError = null
    try {
      await work()
    } catch (error) {
      this.actionError = toReport(error)
    }
  }
}

export const notices = new Notices()

// Serves the order book on screen: follows it while somebody can see it, and releases its stream when nobody can.
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import type { WatchedBook } from '../../src-preload/contract/markets/book.ts'
import { freshnessTopics } from '../../src-preload/domain/freshness.ts'
import { createDelayed } from '../async/delayed.ts'
import { reportError } from '../ipc/register.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { Store } from '../store/api/store-api.ts'
import { createBookChoices } from './choices.ts'
import { type FollowedBook, followBook } from './followed-book.ts'
import type { Tools } from '../tools.ts'

/** A window that is hidden for longer needs no stream; a shorter glance elsewhere does not end it. */
export const RELEASE_AFTER_MS = 20_000

export interface BookOptions extends Pick<Tools, 'clock' | 'emit' | 'log' | 'random'> {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly current: Pick<CurrentAccount, 'get' | 'work' | 'events'>
  /** Whether the window can be seen. */
  readonly isWindowShown: () => boolean
  /** Whether the lock hides all data. */
  readonly isHidden: () => boolean
  readonly isPowerSaving: () => boolean
}

export type Book = ReturnType<typeof createBook>

export function createBook(options: BookOptions) {
  const { store, clock, emit, log, current, random, isWindowShown, isHidden, isPowerSaving } = options
  let watched: WatchedBook | null = null
  let followed: { readonly market: string; readonly book: FollowedBook } | null = null
  /** The window was hidden for so long that the stream was released. */
  let isReleased = false
  const release = createDelayed(RELEASE_AFTER_MS, () => {
    isReleased = true
    follow()
  })

  let leaveBoard = (): void => undefined

  function leave(): void {
    leaveBoard()
    leaveBoard = () => undefined
    followed?.book.stop()
    followed = null
  }

  /** Background work that begins anew has a new board. */
  function showOnBoard(): void {
    leaveBoard()
    const board = current.work()?.freshness
    leaveBoard =
      followed === null || board === undefined
        ? () => undefined
        : board.show(freshnessTopics.book(followed.market), followed.book.freshness)
  }

  /** Follows what is watched in the session in use, or nothing. */
  function follow(): void {
    const session = current.get()
    if (watched === null || session === null || isHidden() || isReleased) {
      leave()
    } else if (followed?.market === watched.market) {
      followed.book.show(watched)
    } else {
      leave()
      const book = followBook({
        session,
        watched,
        clock,
        random,
        isPowerSaving,
        isShown: isWindowShown,
        report: (error) => reportError(error, log, 'order book'),
        onChange: (shown) => emit('book:changed', shown),
      })
      followed = { market: watched.market, book }
      showOnBoard()
    }
  }

  current.events.on('changed', () => {
    leave()
    follow()
  })
  current.events.on('workChanged', showOnBoard)

  return {
    ...createBookChoices(store),

    watch({ book }: ChannelInput<'book:watch'>): Record<string, never> {
      watched = book
      follow()
      return {}
    },

    /** Call when the lock, the window's visibility or the power source has changed. */
    conditionsChanged: (): void => {
      if (isWindowShown()) {
        release.stop()
        isReleased = false
        follow()
      } else release.ask()
      if (isHidden()) leave()
    },

    close(): void {
      release.stop()
      watched = null
      leave()
    },
  }
}

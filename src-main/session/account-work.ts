// Owns: the account in use and its background work, which ends with it and stands still while somebody changes the
// cache.
// Must not: choose the account, or know what the work is.
import type { Log } from '../diagnostics/log.ts'
import type { Link } from './link.ts'
import type { Workspace } from './workspace.ts'

export interface AccountWorkOptions {
  readonly start: (link: Link) => Workspace
  /** No work begins before; what a person asks for is done and kept meanwhile. At once unless told. */
  readonly beginsAfter?: Promise<unknown> | undefined
  /** Work has begun or ended. */
  readonly onChange: () => void
  readonly log: Log
}

export interface AccountWork {
  readonly getLink: () => Link | null
  /** Null where no account is in use, while its work is held, and before it begins. */
  readonly getWorkspace: () => Workspace | null
  /**
   * Aborted once the account is left or the cache is changed: nothing that was asked for before may be kept after. It is aborted
   * already where no account is in use and while the cache is changed.
   */
  readonly getCacheSignal: () => AbortSignal
  /** Ends the work of the account before, without waiting for it, and begins that of this one; null: none is in use. */
  readonly use: (link: Link | null) => void
  /**
   * Lets what is under way end or be given up, runs `change` while no work of an account runs, and begins it anew.
   * Errors: those of `change`.
   */
  readonly holdDuring: <T>(change: () => Promise<T>) => Promise<T>
}

interface InUse {
  readonly link: Link
  workspace: Workspace | null
  cache: AbortController
}

export function createAccountWork({ start, beginsAfter, onChange, log }: AccountWorkOptions): AccountWork {
  let current: InUse | null = null
  let isBegun = beginsAfter === undefined
  /** How many change the cache just now. */
  let holders = 0

  const beginWork = (): void => {
    if (current === null || holders > 0 || !isBegun) return
    current.workspace ??= start(current.link)
  }
  void beginsAfter?.then(() => {
    isBegun = true
    if (current === null) return
    beginWork()
    onChange()
  })

  return {
    getLink: () => current?.link ?? null,
    getWorkspace: () => current?.workspace ?? null,
    getCacheSignal: () => (current === null || holders > 0 ? AbortSignal.abort() : current.cache.signal),
    use(link) {
      current?.cache.abort()
      // What it still does for the account that is left does not land: that one's link has ended, too.
      current?.workspace?.stop().catch((error: unknown) => {
        log.fault('sync', 'end the work of an account', error)
      })
      current = link === null ? null : { link, workspace: null, cache: new AbortController() }
      beginWork()
      onChange()
    },
    async holdDuring(change) {
      holders += 1
      try {
        const { workspace = null } = current ?? {}
        if (current !== null) {
          current.cache.abort()
          current.workspace = null
        }
        await workspace?.stop()
        return await change()
      } finally {
        holders -= 1
        if (holders === 0 && current !== null) current.cache = new AbortController()
        beginWork()
        onChange()
      }
    },
  }
}

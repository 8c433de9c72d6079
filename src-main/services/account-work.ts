// Owns: the account in use and its background work, which ends with it and stands still while somebody changes the
// cache.
// Must not: choose the account, or know what the work is.
import type { Log } from '../log.ts'
import type { Link } from './link.ts'
import type { Workspace } from './workspace.ts'

export interface AccountWorkOptions {
  readonly start: (link: Link) => Workspace
  /** Work has begun or ended. */
  readonly onChange: () => void
  readonly log: Log
}

export interface AccountWork {
  readonly getLink: () => Link | null
  /** Null where no account is in use, and while its work is held. */
  readonly getWorkspace: () => Workspace | null
  /** Ends the work of the account before, without waiting for it, and begins that of this one; null: none is in use. */
  readonly use: (link: Link | null) => void
  /**
   * Lets what is under way end or be given up, runs `change` while no work of an account runs, and begins it anew.
   * Errors: those of `change`.
   */
  readonly holdDuring: <T>(change: () => Promise<T>) => Promise<T>
}

export function createAccountWork({ start, onChange, log }: AccountWorkOptions): AccountWork {
  let current: { readonly link: Link; workspace: Workspace | null } | null = null
  /** How many change the cache just now. */
  let holders = 0

  return {
    getLink: () => current?.link ?? null,
    getWorkspace: () => current?.workspace ?? null,
    use(link) {
      // What it still does for the account that is left does not land: that one's link has ended, too.
      current?.workspace?.stop().catch((error: unknown) => {
        log.fault('sync', 'end the work of an account', error)
      })
      current = link === null ? null : { link, workspace: holders > 0 ? null : start(link) }
      onChange()
    },
    async holdDuring(change) {
      holders += 1
      try {
        const { workspace = null } = current ?? {}
        if (current !== null) current.workspace = null
        await workspace?.stop()
        return await change()
      } finally {
        holders -= 1
        if (holders === 0 && current !== null) current.workspace = start(current.link)
        onChange()
      }
    },
  }
}

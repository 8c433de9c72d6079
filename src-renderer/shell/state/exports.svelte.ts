// Owns: the file that is being written, as main tells it, from being asked for to its end. Must not: word it, or choose a place.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ExportStatus, ExportWish } from '../../../src-preload/contract/exports.ts'
import { call, on, toReport } from '../page/api.ts'

/** `asking`: the user is choosing a place. `refused`: it did not begin. */
export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'asking' }
  | { readonly status: 'refused'; readonly error: ErrorReport }
  | ExportStatus

/** A file that a menu or a command offers. */
export interface ExportChoice {
  readonly label: string
  readonly run: () => void
}

/** @param wish - made when the file is chosen */
export const exportChoice = (label: string, wish: () => ExportWish): ExportChoice => ({
  label,
  run: () => void exports.start(wish()),
})

const idle: ExportState = { status: 'idle' }

let state = $state.raw<ExportState>(idle)
/** What was asked for, for its words; null before. */
let wish = $state.raw<ExportWish | null>(null)
let isCancelling = $state(false)
let stopFollowing = (): void => undefined

const isBusy = (): boolean => state.status === 'asking' || state.status === 'running'

function follow(status: ExportStatus): void {
  state = status
  if (status.status === 'running') return
  isCancelling = false
  stopFollowing()
}

/** There is one for the whole app: main writes one file at a time. */
export const exports = {
  get state(): ExportState {
    return state
  },
  get wish(): ExportWish | null {
    return wish
  },
  /** One is asked for or under way: another is refused. */
  get isBusy(): boolean {
    return isBusy()
  },
  get isCancelling(): boolean {
    return isCancelling
  },

  /** Does nothing while one is under way. */
  async start(wanted: ExportWish): Promise<void> {
    if (isBusy()) return
    wish = wanted
    state = { status: 'asking' }
    stopFollowing()
    // Before it is asked for: the first word of it may come before the answer.
    stopFollowing = on('exports:changed', follow)
    try {
      // A proxy of the page's state does not cross the border.
      const { id } = await call('exports:start', $state.snapshot(wanted))
      if (id !== null) return
      state = idle
    } catch (error) {
      state = { status: 'refused', error: toReport(error) }
    }
    stopFollowing()
  },

  async cancel(): Promise<void> {
    if (state.status !== 'running' || isCancelling) return
    isCancelling = true
    try {
      await call('exports:cancel', { id: state.id })
    } catch {
      // It goes on, and can be cancelled again; how it ends is told anyway.
      isCancelling = false
    }
  },

  /** Forgets how the last one ended. */
  dismiss(): void {
    if (!isBusy()) state = idle
  },
}

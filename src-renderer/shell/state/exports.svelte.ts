// State of the current export, from request to end.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ExportStatus, ExportRequest } from '../../../src-preload/contract/exports.ts'
import { describeDone } from '../../text/export-text.ts'
import { call, on, toReport } from '../page/api.ts'
import { savedFile } from './saved-file.svelte.ts'

/** `asking`: the user is choosing a file. `refused`: the export did not start. */
export type ExportState =
  | { readonly status: 'idle' }
  | { readonly status: 'asking' }
  | { readonly status: 'refused'; readonly error: ErrorReport }
  | Exclude<ExportStatus, { readonly status: 'done' }>

/** A file that a menu or a command offers. */
export interface ExportChoice {
  readonly label: string
  readonly run: () => void
}

/** @param wish - made when the file is chosen */
export const exportChoice = (label: string, wish: () => ExportRequest): ExportChoice => ({
  label,
  run: () => void exports.start(wish()),
})

const idle: ExportState = { status: 'idle' }

let state = $state.raw<ExportState>(idle)
/** The current request, for its text; null before one. */
let wish = $state.raw<ExportRequest | null>(null)
let isCancelling = $state(false)
let stopFollowing = (): void => undefined

const isBusy = (): boolean => state.status === 'asking' || state.status === 'running'

function follow(status: ExportStatus): void {
  if (status.status === 'done') {
    savedFile.tell(describeDone(wish?.what ?? 'orders', status.rows, status.file), status.file)
    state = idle
  } else state = status
  if (status.status === 'running') return
  isCancelling = false
  stopFollowing()
}

/** One for the app: main writes one file at a time. */
export const exports = {
  get state(): ExportState {
    return state
  },
  get wish(): ExportRequest | null {
    return wish
  },
  /** True while an export is requested or running; another one is refused. */
  get isBusy(): boolean {
    return isBusy()
  },
  get isCancelling(): boolean {
    return isCancelling
  },

  /** Does nothing while an export is running. */
  async start(wanted: ExportRequest): Promise<void> {
    if (isBusy()) return
    wish = wanted
    state = { status: 'asking' }
    stopFollowing()
    // Subscribes first: the first event may arrive before the response.
    stopFollowing = on('exports:changed', follow)
    try {
      // A state proxy cannot be sent over IPC.
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
      // The export continues and can be cancelled again; its end is reported anyway.
      isCancelling = false
    }
  },

  /** Clears the message of an export that was canceled: it does not follow to another view. A failure stays. */
  dismissCancelled(): void {
    if (state.status === 'cancelled') state = idle
  },

  /** Clears the result of the last export. */
  dismiss(): void {
    if (!isBusy()) state = idle
  },
}

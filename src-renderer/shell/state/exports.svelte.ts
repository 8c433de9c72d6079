// State of the current export, from request to end.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ExportStatus, ExportRequest } from '../../../src-preload/contract/app/exports.ts'
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

class Exports {
  state = $state.raw<ExportState>(idle)
  /** The current request, for its text; null before one. */
  wish = $state.raw<ExportRequest | null>(null)
  isCancelling = $state(false)
  #stopFollowing = (): void => undefined

  /** True while an export is requested or running; another one is refused. */
  get isBusy(): boolean {
    return this.state.status === 'asking' || this.state.status === 'running'
  }

  /** Does nothing while an export is running. */
  async start(wanted: ExportRequest): Promise<void> {
    if (this.isBusy) return
    this.wish = wanted
    this.state = { status: 'asking' }
    this.#stopFollowing()
    // Subscribes first: the first event may arrive before the response.
    this.#stopFollowing = on('exports:changed', (status) => this.#follow(status))
    try {
      // A state proxy cannot be sent over IPC.
      const { id } = await call('exports:start', $state.snapshot(wanted))
      if (id !== null) return
      this.state = idle
    } catch (error) {
      this.state = { status: 'refused', error: toReport(error) }
    }
    this.#stopFollowing()
  }

  async cancel(): Promise<void> {
    if (this.state.status !== 'running' || this.isCancelling) return
    this.isCancelling = true
    try {
      await call('exports:cancel', { id: this.state.id })
    } catch {
      // The export continues and can be cancelled again; its end is reported anyway.
      this.isCancelling = false
    }
  }

  /** Clears the message of an export that was canceled: it does not follow to another view. A failure stays. */
  dismissCancelled(): void {
    if (this.state.status === 'cancelled') this.state = idle
  }

  /** Clears the result of the last export. */
  dismiss(): void {
    if (!this.isBusy) this.state = idle
  }

  #follow(status: ExportStatus): void {
    if (status.status === 'done') {
      savedFile.tell(describeDone(this.wish?.what ?? 'orders', status.rows, status.file), status.file)
      this.state = idle
    } else this.state = status
    if (status.status === 'running') return
    this.isCancelling = false
    this.#stopFollowing()
  }
}

/** One for the app: main writes one file at a time. */
export const exports = new Exports()

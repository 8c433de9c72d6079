// The file that was saved last, for the one message about it: until it is dismissed, or another view is shown.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../page/api.ts'

interface Saved {
  /** A sentence with the file's name. */
  readonly text: string
  /** The name that main returned. */
  readonly file: string
}

class SavedFile {
  last = $state.raw<Saved | null>(null)
  /** Why its folder was not shown; null otherwise. */
  fault = $state.raw<ErrorReport | null>(null)

  tell(text: string, file: string): void {
    this.last = { text, file }
    this.fault = null
  }

  /** Shows the file in the system's file manager; a refusal goes to `fault`. */
  async show(): Promise<void> {
    if (this.last === null) return
    this.fault = null
    try {
      await call('app:showSavedFile', { file: this.last.file })
    } catch (error) {
      this.fault = toReport(error)
    }
  }

  dismiss(): void {
    this.last = this.fault = null
  }
}

export const savedFile = new SavedFile()

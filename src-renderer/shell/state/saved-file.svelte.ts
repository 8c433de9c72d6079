// The file that was saved last, for the one message about it: until it is dismissed, or another view is shown.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../page/api.ts'

interface Saved {
  /** A sentence with the file's name. */
  readonly text: string
  /** The name that main returned. */
  readonly file: string
}

let last = $state.raw<Saved | null>(null)
/** Why its folder was not shown; null otherwise. */
let fault = $state.raw<ErrorReport | null>(null)

export const savedFile = {
  get last(): Saved | null {
    return last
  },
  get fault(): ErrorReport | null {
    return fault
  },

  tell(text: string, file: string): void {
    last = { text, file }
    fault = null
  },

  /** Shows the file in the system's file manager; a refusal goes to `fault`. */
  async show(): Promise<void> {
    if (last === null) return
    fault = null
    try {
      await call('app:showSavedFile', { file: last.file })
    } catch (error) {
      fault = toReport(error)
    }
  },

  dismiss(): void {
    last = fault = null
  },
}

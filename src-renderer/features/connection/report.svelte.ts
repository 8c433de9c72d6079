// Owns: the report for support: asking for it, copying it, having it read first. Must not: write or change its text; main does.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../shell/page/api.ts'
import { copyText } from '../../shell/page/copy.ts'

const copiedForMs = 4_000

export class SupportReport {
  /** The text that is on screen to be read; null while none is. */
  shown = $state.raw<string | null>(null)
  isBusy = $state(false)
  /** True for a while after it was copied. */
  isCopied = $state(false)
  /** True where the system did not take the text. */
  isRefused = $state(false)
  error = $state.raw<ErrorReport | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Copies what is being read, so that it is what was read; else the report of now. */
  async copy(): Promise<void> {
    const text = this.shown ?? (await this.#ask())
    if (text === null) return
    this.isCopied = copyText(text)
    this.isRefused = !this.isCopied
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.isCopied = false), copiedForMs)
  }

  async show(): Promise<void> {
    this.shown = await this.#ask()
  }

  hide(): void {
    this.shown = null
  }

  async #ask(): Promise<string | null> {
    this.isBusy = true
    this.error = null
    try {
      return (await call('connection:getReport', {})).text
    } catch (error) {
      this.error = toReport(error)
      return null
    } finally {
      this.isBusy = false
    }
  }
}

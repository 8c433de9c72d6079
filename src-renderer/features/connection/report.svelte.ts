// Support report from main: loads, shows and copies its text unchanged.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../shell/page/api.ts'
import { copyText } from '../../shell/page/copy.ts'

const copiedForMs = 4_000

export class SupportReport {
  /** Shown report text; null when hidden. */
  shown = $state.raw<string | null>(null)
  isBusy = $state(false)
  /** True for a while after copying. */
  isCopied = $state(false)
  /** True when the clipboard rejected the text. */
  isRefused = $state(false)
  error = $state.raw<ErrorReport | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Copies the shown report, so that it matches what was read; otherwise the current one. */
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

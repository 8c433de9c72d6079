// Support report from main: loads, shows and copies its text unchanged.
import { call } from '../../shell/page/api.ts'
import { Attempt } from '../../shell/page/attempt.svelte.ts'
import { copyText } from '../../shell/page/copy.ts'

const copiedForMs = 4_000

export class SupportReport extends Attempt {
  /** Shown report text; null when hidden. */
  shown = $state.raw<string | null>(null)
  /** True for a while after copying. */
  isCopied = $state(false)
  /** True when the clipboard rejected the text. */
  isRefused = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Copies the shown report, so that it matches what was read; otherwise the current one. */
  async copy(): Promise<void> {
    const text = this.shown ?? (await this.#read())
    if (text === null) return
    this.isCopied = copyText(text)
    this.isRefused = !this.isCopied
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.isCopied = false), copiedForMs)
  }

  async show(): Promise<void> {
    this.shown = await this.#read()
  }

  hide(): void {
    this.shown = null
  }

  #read(): Promise<string | null> {
    return this.ask(async () => (await call('connection:getReport', {})).text)
  }
}

// A state that main keeps and tells: followed while a part of the page shows it, with commands that may be declined.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { EventName, EventPayload } from '../../../../src-preload/contract/contract.ts'
import { on, toReport } from '../../../shell/page/api.ts'

export class FollowedState<Name extends EventName> {
  /** Null until main has answered, and where it did not. */
  value = $state.raw<EventPayload<Name> | null>(null)
  /** Why the last command failed; null for nothing to tell. */
  error = $state.raw<ErrorReport | null>(null)
  readonly #event: Name
  readonly #read: () => Promise<EventPayload<Name>>
  /** How many parts of the page show it. */
  #users = 0
  #stop: (() => void) | null = null

  /**
   * @param event - tells each next state
   * @param read - asks for the present one
   */
  constructor(event: Name, read: () => Promise<EventPayload<Name>>) {
    this.#event = event
    this.#read = read
  }

  /** Follows main until the returned function is called. */
  follow(): () => void {
    this.#users += 1
    if (this.#stop === null) {
      this.#stop = on(this.#event, (state) => (this.value = state))
      void this.#load()
    }
    return () => {
      this.#users -= 1
      if (this.#users > 0) return
      this.#stop?.()
      this.#stop = null
      this.value = null
    }
  }

  /** Runs a command that main may ask about in the secure window; a no there is no error. */
  async act(command: () => Promise<unknown>): Promise<void> {
    this.error = null
    try {
      await command()
    } catch (cause) {
      const error = toReport(cause)
      if (error.code !== 'userDeclined') this.error = error
    }
  }

  async #load(): Promise<void> {
    try {
      const state = await this.#read()
      if (this.#stop !== null) this.value ??= state
    } catch {
      // Main tells the next change; until then nothing is shown.
    }
  }
}

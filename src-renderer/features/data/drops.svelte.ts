// State of deleting rows: question, progress and result.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { DataKind, KeepDays } from '../../../src-preload/contract/data.ts'
import { describeDropped, type Drop, fetchedAgain, isShorter } from '../../text/data-text.ts'
import { data } from '../../shell/state/data.svelte.ts'

export class Drops {
  /** The open question. */
  asked = $state.raw<Drop | null>(null)
  isBusy = $state(false)
  /** The last failure and its kind of data; null kind when it concerns all. */
  failure = $state.raw<{ readonly of: DataKind | null; readonly error: ErrorReport } | null>(null)
  /** Text of the last result, until something else starts. */
  told = $state('')

  ask(drop: Drop): void {
    if (this.isBusy) return
    this.failure = null
    this.told = ''
    this.asked = drop
  }

  /** Cancels the question. */
  leave(): void {
    if (this.isBusy) return
    this.asked = null
    this.failure = null
  }

  /**
   * Sets the retention of a kind: immediately when nothing is deleted, after a question otherwise.
   * @returns true when a question was opened
   */
  choose(of: DataKind, next: KeepDays, before: KeepDays): boolean {
    if (next === before || this.isBusy) return false
    if (next !== null && isShorter(next, before)) {
      this.ask({ kind: 'shorten', of, to: next })
      return true
    }
    this.asked = null
    void this.#run(of, async () => ({ result: await data.setKeepDays(of, next), told: '' }))
    return false
  }

  /** Performs the confirmed deletion. True on success. */
  async confirm(): Promise<boolean> {
    const drop = this.asked
    if (drop === null || this.isBusy) return false
    const of = drop.kind === 'clearAll' ? null : drop.of
    const isDone = await this.#run(of, async () => {
      if (drop.kind === 'shorten') {
        return { result: await data.setKeepDays(drop.of, drop.to), told: describeDropped(drop, null) }
      }
      const result = await data.clear(drop.kind === 'clear' ? [drop.of] : fetchedAgain)
      return { result, told: describeDropped(drop, result.ok ? result.value.rows : null) }
    })
    if (isDone) this.asked = null
    return isDone
  }

  async #run(
    of: DataKind | null,
    work: () => Promise<{ result: { ok: true } | { ok: false; error: ErrorReport }; told: string }>,
  ): Promise<boolean> {
    this.isBusy = true
    this.failure = null
    this.told = ''
    const { result, told } = await work()
    this.isBusy = false
    if (result.ok) this.told = told
    else this.failure = { of, error: result.error }
    return result.ok
  }
}

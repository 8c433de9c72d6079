// State of deleting rows: question, progress and result.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { DataKind, KeepDays } from '../../../src-preload/contract/app/data.ts'
import { describeDropped, type Drop, fetchedAgain, isShorter } from '../../text/data-text.ts'
import { Attempt } from '../../shell/page/attempt.svelte.ts'
import { data } from '../../shell/state/data.svelte.ts'

export class Drops extends Attempt {
  /** The open question. */
  asked = $state.raw<Drop | null>(null)
  /** Kind of data that the last one was about; null for all. */
  #of = $state<DataKind | null>(null)
  /** Text of the last result, until something else starts. */
  told = $state('')

  /** Its error and the kind of data; null kind when it concerns all. */
  get failure(): { readonly of: DataKind | null; readonly error: ErrorReport } | null {
    return this.error === null ? null : { of: this.#of, error: this.error }
  }

  open(drop: Drop): void {
    if (this.isBusy) return
    this.clear()
    this.told = ''
    this.asked = drop
  }

  /** Cancels the question. */
  leave(): void {
    if (this.isBusy) return
    this.asked = null
    this.clear()
  }

  /**
   * Sets the retention of a kind: immediately when nothing is deleted, after a question otherwise.
   * @returns true when a question was opened
   */
  choose(of: DataKind, next: KeepDays, before: KeepDays): boolean {
    if (next === before || this.isBusy) return false
    if (next !== null && isShorter(next, before)) {
      this.open({ kind: 'shorten', of, to: next })
      return true
    }
    this.asked = null
    void this.#run(of, async () => {
      await data.setKeepDays(of, next)
      return ''
    })
    return false
  }

  /** Performs the confirmed deletion. True on success. */
  async confirm(): Promise<boolean> {
    const drop = this.asked
    if (drop === null || this.isBusy) return false
    const of = drop.kind === 'clearAll' ? null : drop.of
    const isDone = await this.#run(of, async () => {
      if (drop.kind === 'shorten') {
        await data.setKeepDays(drop.of, drop.to)
        return describeDropped(drop, null)
      }
      const { rows } = await data.clear(drop.kind === 'clear' ? [drop.of] : fetchedAgain)
      return describeDropped(drop, rows)
    })
    if (isDone) this.asked = null
    return isDone
  }

  /** @param work - returns what it did, as a text */
  #run(of: DataKind | null, work: () => Promise<string>): Promise<boolean> {
    this.#of = of
    this.told = ''
    return this.attempt(async () => {
      this.told = await work()
    })
  }
}

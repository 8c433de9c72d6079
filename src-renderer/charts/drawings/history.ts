// Undo and redo of a market's drawings. Pure.
import type { Drawing } from '../../../src-preload/contract/drawings.ts'

/** One drawing before and after a change; null where it was not there. */
export interface DrawingEdit {
  readonly id: string
  readonly before: Drawing | null
  readonly after: Drawing | null
}

/** Changes that are undone together. */
export type DrawingStep = readonly DrawingEdit[]

/** Steps that can be undone. */
const mostSteps = 200

export class DrawingHistory {
  #done: readonly DrawingStep[] = []
  #undone: readonly DrawingStep[] = []
  /** The last step was just made, not come back to by undo or redo. */
  #isFresh = false

  /** Notes a change that was made; what was undone before cannot be redone after it. */
  note(step: DrawingStep): void {
    if (step.length === 0) return
    this.#done = [...this.#done, step].slice(-mostSteps)
    this.#undone = []
    this.#isFresh = true
  }

  /** As one step with the last one where that led to this one, as of a key that is held: they are undone together. */
  join(step: DrawingStep): void {
    const [edit] = step
    const [before, ...others] = this.#isFresh ? (this.#done.at(-1) ?? []) : []
    const isSingle = step.length === 1 && others.length === 0
    if (!isSingle || edit === undefined || before?.id !== edit.id || before.after === null) {
      this.note(step)
      return
    }
    this.#done = [...this.#done.slice(0, -1), [{ ...before, after: edit.after }]]
    this.#undone = []
  }

  /** Forgets a change that could not be kept. */
  drop(step: DrawingStep): void {
    this.#done = this.#done.filter((known) => known !== step)
    this.#undone = this.#undone.filter((known) => known !== step)
  }

  /** The changes that take the last step back; null where there is none. */
  undo(): DrawingStep | null {
    const step = this.#done.at(-1)
    if (step === undefined) return null
    this.#isFresh = false
    this.#done = this.#done.slice(0, -1)
    this.#undone = [...this.#undone, step]
    return step.toReversed().map(({ id, before, after }) => ({ id, before: after, after: before }))
  }

  /** The changes that make the last undone step again; null where there is none. */
  redo(): DrawingStep | null {
    const step = this.#undone.at(-1)
    if (step === undefined) return null
    this.#isFresh = false
    this.#undone = this.#undone.slice(0, -1)
    this.#done = [...this.#done, step]
    return step
  }

  /** The last step, if it can be undone. */
  get last(): DrawingStep | null {
    return this.#done.at(-1) ?? null
  }
}

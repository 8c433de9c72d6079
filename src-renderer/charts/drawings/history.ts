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
  /** The last step was just made by `join`, and others may join it. */
  #isSeries = false

  /** Notes a change that was made; what was undone before cannot be redone after it. */
  note(step: DrawingStep): void {
    if (step.length === 0) return
    this.#done = [...this.#done, step].slice(-mostSteps)
    this.#undone = []
    this.#isSeries = false
  }

  /** As `note`, and as one step with those of the same drawing that were joined right before: of a key that is held. */
  join(step: DrawingStep): void {
    const [edit] = step
    const [before] = this.#isSeries ? (this.#done.at(-1) ?? []) : []
    if (edit !== undefined && before?.id === edit.id) {
      this.#done = [...this.#done.slice(0, -1), [{ ...before, after: edit.after }]]
    } else this.note(step)
    this.#isSeries = true
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
    this.#isSeries = false
    this.#done = this.#done.slice(0, -1)
    this.#undone = [...this.#undone, step]
    return step.toReversed().map(({ id, before, after }) => ({ id, before: after, after: before }))
  }

  /** The changes that make the last undone step again; null where there is none. */
  redo(): DrawingStep | null {
    const step = this.#undone.at(-1)
    if (step === undefined) return null
    this.#isSeries = false
    this.#undone = this.#undone.slice(0, -1)
    this.#done = [...this.#done, step]
    return step
  }

  /** The last step, if it can be undone. */
  get last(): DrawingStep | null {
    return this.#done.at(-1) ?? null
  }
}

// Undo and redo of a market's drawings. Pure.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'

/** One drawing before and after a change; null where it was not there. */
export interface DrawingEdit {
  readonly id: string
  readonly before: Drawing | null
  readonly after: Drawing | null
}

/** Changes that are undone together. */
export type DrawingStep = readonly DrawingEdit[]

/** A step with its place in the order of making. */
interface Made {
  readonly turn: number
  readonly step: DrawingStep
}

/** Steps that can be undone. */
const mostSteps = 200

export class DrawingHistory {
  /** The last made is the last. */
  #done: readonly Made[] = []
  /** The last made is the first. */
  #undone: readonly Made[] = []
  #turn = 0
  /** The last step was just made by `join`, and others may join it. */
  #isSeries = false
  /** Turns of what `undo` and `redo` returned. */
  readonly #retraced = new WeakMap<DrawingStep, number>()

  /** Notes a change that was made; what was undone before cannot be redone after it. */
  note(step: DrawingStep): void {
    if (step.length === 0) return
    this.#turn += 1
    this.#done = [...this.#done, { turn: this.#turn, step }].slice(-mostSteps)
    this.#undone = []
    this.#isSeries = false
  }

  /** As `note`, and as one step with those of the same drawing that were joined right before: of a key that is held. */
  join(step: DrawingStep): void {
    const [edit] = step
    const made = this.#isSeries ? this.#done.at(-1) : undefined
    const [before] = made?.step ?? []
    if (edit !== undefined && made !== undefined && before?.id === edit.id) {
      this.#done = [...this.#done.slice(0, -1), { ...made, step: [{ ...before, after: edit.after }] }]
    } else this.note(step)
    this.#isSeries = true
  }

  /** Forgets what could not be kept of a change, also where it was joined to others; `kept` are its edits that were. */
  drop(step: DrawingStep, kept: DrawingStep = []): void {
    const [edit] = step
    const correct = (made: Made): readonly Made[] => {
      if (made.step === step) return kept.length === 0 ? [] : [{ ...made, step: kept }]
      const [whole] = made.step
      if (edit === undefined || edit.after === null || whole?.after !== edit.after) return [made]
      return [{ ...made, step: [{ ...whole, after: edit.before }] }]
    }
    this.#done = this.#done.flatMap(correct)
    this.#undone = this.#undone.flatMap(correct)
  }

  /** The changes that take the last step back; null where there is none. */
  undo(): DrawingStep | null {
    const made = this.#done.at(-1)
    if (made === undefined) return null
    this.#isSeries = false
    this.#done = this.#done.slice(0, -1)
    this.#undone = [...this.#undone, made]
    const changes = made.step
      .toReversed()
      .map(({ id, before, after }) => ({ id, before: after, after: before }))
    this.#retraced.set(changes, made.turn)
    return changes
  }

  /** The changes that make the last undone step again; null where there is none. */
  redo(): DrawingStep | null {
    const made = this.#undone.at(-1)
    if (made === undefined) return null
    this.#isSeries = false
    this.#undone = this.#undone.slice(0, -1)
    this.#done = [...this.#done, made]
    this.#retraced.set(made.step, made.turn)
    return made.step
  }

  /** Puts a step back in its place, to be tried again: the changes that `undo` returned could not be kept. */
  failUndo(changes: DrawingStep): void {
    const made = this.#find(this.#undone, changes)
    if (made === undefined) return
    this.#undone = this.#undone.filter((one) => one !== made)
    this.#done = [...this.#done, made].toSorted((a, b) => a.turn - b.turn)
  }

  /** As `failUndo` for what `redo` returned. */
  failRedo(changes: DrawingStep): void {
    const made = this.#find(this.#done, changes)
    if (made === undefined) return
    this.#done = this.#done.filter((one) => one !== made)
    this.#undone = [...this.#undone, made].toSorted((a, b) => b.turn - a.turn)
  }

  /** The last step, if it can be undone. */
  get last(): DrawingStep | null {
    return this.#done.at(-1)?.step ?? null
  }

  #find(among: readonly Made[], changes: DrawingStep): Made | undefined {
    const turn = this.#retraced.get(changes)
    return among.find((one) => one.turn === turn)
  }
}

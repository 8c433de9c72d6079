// What keys do with drawings while a chart has the focus.
import type { KeyPress } from '../../../charts/input/keys.ts'
import type { DrawingStep } from '../../../charts/drawings/history.ts'
import type { Frame } from '../../../charts/model/frame.ts'
import type { ChartDrawings } from './chart-drawings.svelte.ts'
import { nameDrawing, readDrawing } from './drawing-names.ts'

/** Steps of one key press with Shift. */
const farSteps = 10

const arrows: Readonly<Record<string, { readonly candles: number; readonly steps: number }>> = {
  ArrowLeft: { candles: -1, steps: 0 },
  ArrowRight: { candles: 1, steps: 0 },
  ArrowUp: { candles: 0, steps: 1 },
  ArrowDown: { candles: 0, steps: -1 },
}

/** Applies a key. Returns what to say of it; null where the key does not apply. */
export function pressDrawing(press: KeyPress, drawn: ChartDrawings, frame: Frame | null): string | null {
  if (press.altKey) return pressWithAlt(press, drawn)
  if (press.ctrlKey || press.metaKey) return pressWithCtrl(press, drawn, frame)
  const { selected } = drawn
  if (selected === null) return null
  if (press.key === 'Tab') {
    return drawn.nextHandle(press.shiftKey ? -1 : 1) ? readDrawing(selected, drawn.handle) : null
  }
  if ((press.key === 'Delete' || press.key === 'Backspace') && selected.isLocked) {
    return 'The drawing is locked. Unlock it to delete it.'
  }
  const by = arrows[press.key]
  if (by === undefined || frame === null) return null
  if (selected.isLocked) return 'The drawing is locked.'
  const far = press.shiftKey ? farSteps : 1
  const moved = drawn.nudge(frame, { candles: by.candles * far, steps: by.steps * far })
  return moved === null ? null : readDrawing(moved, drawn.handle)
}

export const isUndo = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  !altKey && !shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'z'

/** True for the keys of undo and redo. */
export const isRetrace = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  !altKey && (ctrlKey || metaKey) && ['z', 'y'].includes(key.toLowerCase())

function pressWithAlt(press: KeyPress, drawn: ChartDrawings): string | null {
  const hasCtrl = press.ctrlKey || press.metaKey
  if (press.code === 'KeyS' && !press.ctrlKey) return selectNext(press, drawn)
  return press.code === 'KeyH' && hasCtrl ? toggleAll(drawn) : null
}

function toggleAll(drawn: ChartDrawings): string {
  const all = drawn.kept.shown
  if (all.length === 0) return 'No drawings on this chart.'
  const isHidden = !all.some((one) => one.isHidden)
  drawn.setAll({ isHidden })
  return isHidden ? 'All drawings hidden.' : 'All drawings shown.'
}

function selectNext(press: KeyPress, drawn: ChartDrawings): string {
  const next = drawn.selectNext(press.shiftKey ? -1 : 1)
  return next === null ? 'No drawings on this chart.' : readDrawing(next, null)
}

function pressWithCtrl(press: KeyPress, drawn: ChartDrawings, frame: Frame | null): string | null {
  switch (press.key.toLowerCase()) {
    case 'z':
      return press.shiftKey
        ? wordStep('Redone', drawn.kept.redoStep())
        : wordStep('Undone', drawn.kept.undoStep())
    case 'y':
      return wordStep('Redone', drawn.kept.redoStep())
    case 'c': {
      const { selected } = drawn
      if (selected === null) return null
      drawn.copy(selected.id)
      return `${nameDrawing(selected)} copied.`
    }
    case 'v': {
      const pasted = drawn.paste(frame)
      return pasted === null ? null : `${nameDrawing(pasted)} pasted.`
    }
    default:
      return null
  }
}

function wordStep(what: 'Undone' | 'Redone', step: DrawingStep | null): string {
  if (step === null) return what === 'Undone' ? 'Nothing to undo.' : 'Nothing to redo.'
  const [edit] = step
  const drawing = edit?.after ?? edit?.before ?? null
  if (drawing === null || step.length > 1) return `${what}.`
  return `${what}: ${nameDrawing(drawing)}.`
}

// Keys that a button beside a chart has no use for, and that are meant for the chart: a choice by pointer leaves the focus there.

/** Undo, redo and paste, and with arrows panning and zooming: without Ctrl, arrows are the button's. */
const ofCtrl = new Set(['z', 'y', 'v', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright'])
const ofSelected = new Set(['Delete', 'Backspace'])

/** @param hasSelected - a drawing is selected on the chart */
export function isKeyForChart(event: KeyboardEvent, hasSelected: boolean): boolean {
  const isOnButton =
    event.target instanceof Element && event.target.closest('button, [type="radio"]') !== null
  if (!isOnButton || event.defaultPrevented || event.altKey) return false
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase()
    // Without a drawing to copy, selected text is.
    return ofCtrl.has(key) || (hasSelected && key === 'c')
  }
  return /^[\d\p{L}]$/u.test(event.key) || (hasSelected && ofSelected.has(event.key))
}

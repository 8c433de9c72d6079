// The parts of the layout Trade that F6 goes through, and where the focus lands in each.
import type { DeskFit } from './desk-fit.ts'

export type DeskPart = 'list' | 'chart' | 'dock' | 'book' | 'tape' | 'ticket' | 'tour'

/** In the order of F6. The card of the practice tour is the last, while it is there. */
export function partsOf(fit: DeskFit, isTouring: boolean): readonly DeskPart[] {
  return isTouring ? [...fixedParts(fit), 'tour'] : fixedParts(fit)
}

function fixedParts(fit: DeskFit): readonly DeskPart[] {
  switch (fit) {
    case 'wide':
      return ['list', 'chart', 'dock', 'book', 'tape', 'ticket']
    case 'full':
    case 'strip':
    case 'narrow':
      return ['list', 'chart', 'dock', 'book', 'ticket']
  }
}

/** The part after, or before, the one with the focus; from none of them, the chart. */
export function nextPart(parts: readonly DeskPart[], from: DeskPart | null, direction: -1 | 1): DeskPart {
  if (from === null) return 'chart'
  const at = parts.indexOf(from)
  return parts[(at + direction + parts.length) % parts.length] ?? 'chart'
}

/** Focus target of each part: the first selector that matches. */
export const partEntries: Readonly<Record<DeskPart, readonly string[]>> = {
  list: ['[aria-current="true"]', 'input', 'button'],
  chart: ['[data-active="true"] [role="application"]', 'input:checked', 'button'],
  dock: ['[role="grid"]', 'input:checked'],
  book: ['[role="grid"]', '[role="slider"]', '[role="region"][tabindex="0"]', 'input:checked'],
  ticket: ['input', 'button'],
  tape: ['[role="region"][tabindex="0"]', 'button'],
  tour: ['h2'],
}

/**
 * Puts the focus into a part that is on screen.
 * @returns false where the part has nothing to focus
 */
export function focusPart(root: HTMLElement | undefined, part: DeskPart): boolean {
  for (const entry of partEntries[part]) {
    const found = root?.querySelector<HTMLElement>(`[data-part="${part}"] ${entry}`)
    if (!found) continue
    found.focus()
    return true
  }
  return false
}

/** After a focused control has disappeared, the keys of the view go on from the chart. */
export const focusChart = (root: HTMLElement | undefined): void => {
  focusPart(root, 'chart')
}

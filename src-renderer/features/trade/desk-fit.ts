// Which parts of the Trade view stand beside each other in a window, and how large they may be. Pure.
import type { PartSizes } from '../../../src-preload/contract/trading/trade-view.ts'

/**
 * `wide`: list, chart over dock, book, tape, ticket. `full`: book and tape share a column over the ticket. `strip`: the list is
 * folded to a strip. `narrow`: the chart over one part at a time.
 */
export type DeskFit = 'wide' | 'full' | 'strip' | 'narrow'

/** Width of the folded list in pixels. */
export const stripPx = 56

/** @param windowPx - inner width of the window, in CSS pixels */
export function fitDesk(windowPx: number): DeskFit {
  if (windowPx >= 2_176) return 'wide'
  if (windowPx >= 1_400) return 'full'
  return windowPx >= 1_240 ? 'strip' : 'narrow'
}

interface Limits {
  readonly min: number
  readonly max: number
}

/** The chart keeps at least this. */
const chartPx = { width: 360, height: 180 }

const least: PartSizes = { list: 180, book: 240, tape: 208, ticket: 280, dock: 96 }
const most: PartSizes = { list: 760, book: 560, tape: 480, ticket: 480, dock: 1_200 }

/** The columns beside the chart, from left to right. */
export function columnsOf(fit: DeskFit): readonly ('list' | 'book' | 'tape' | 'ticket')[] {
  switch (fit) {
    case 'wide':
      return ['list', 'book', 'tape', 'ticket']
    case 'full':
      return ['list', 'book']
    case 'strip':
      return ['book']
    case 'narrow':
      return []
  }
}

/**
 * How small and large a part may be while the others keep their sizes.
 * @param room - width and height of the view in pixels
 */
export function limitsOf(
  part: keyof PartSizes,
  fit: DeskFit,
  sizes: PartSizes,
  room: { readonly width: number; readonly height: number },
): Limits {
  const min = least[part]
  if (part === 'dock') {
    return { min, max: Math.max(min, Math.min(most[part], room.height - chartPx.height)) }
  }
  const others = columnsOf(fit).filter((one) => one !== part)
  const taken = others.reduce((sum, one) => sum + sizes[one], fit === 'strip' ? stripPx : 0)
  return { min, max: Math.max(min, Math.min(most[part], room.width - chartPx.width - taken)) }
}

/** The sizes as far as the view has room: parts give way from the right to the left, to their least size. */
export function fitSizes(
  sizes: PartSizes,
  fit: DeskFit,
  room: { readonly width: number; readonly height: number },
): PartSizes {
  const fitted = { ...sizes }
  for (const part of [...columnsOf(fit), 'dock'] as const) {
    fitted[part] = Math.max(least[part], Math.min(most[part], fitted[part]))
  }
  for (const part of [...[...columnsOf(fit)].reverse(), 'dock'] as const) {
    fitted[part] = Math.min(fitted[part], limitsOf(part, fit, fitted, room).max)
  }
  return fitted
}

// How drawings are called on the screen.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'

export const kindNames: Readonly<Record<string, string>> = {
  trend: 'Trend line',
  ray: 'Ray',
  horizontal: 'Horizontal line',
  vertical: 'Vertical line',
  channel: 'Parallel channel',
  rectangle: 'Rectangle',
  fibonacci: 'Fibonacci retracement',
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 20 Nov 2026 12:03:22 UTC */
function momentOf(timeMs: number): string {
  const [day = '', clock = ''] = new Date(timeMs).toISOString().split('T')
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year} ${clock.slice(0, 8)} UTC`
}

/** 1,234.50 */
function priceOf(text: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** By its first point. */
export function nameOf({ kind, points: [first] }: Drawing): string {
  if (first === undefined) return ''
  const place = kind === 'vertical' ? momentOf(first.atMs) : priceOf(first.price)
  return `${kind === 'horizontal' ? 'Line' : (kindNames[kind] ?? kind)} at ${place}`
}

/** Its row in the list: the names of its buttons. */
export function listRow(drawing: Drawing): string {
  const name = nameOf(drawing)
  return [
    '',
    `${drawing.isHidden ? 'Show' : 'Hide'} ${name}`,
    `${drawing.isLocked ? 'Unlock' : 'Lock'} ${name}`,
    `Edit ${name}`,
    `Remove ${name}`,
  ].join('|')
}

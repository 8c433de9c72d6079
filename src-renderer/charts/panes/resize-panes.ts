// Heights of the panes below the price while a separator is dragged. Whole CSS pixels. Pure.
import { minPaneHeight, paneRoom, type Layout, type LowerPane } from '../model/layout.ts'

/** The panes below the price, from the top. */
export function panesBelow({ panes }: Pick<Layout, 'panes'>): readonly LowerPane[] {
  return panes.filter(({ kind }) => kind !== 'volume')
}

/** The largest height that pane `at` can have: it grows at the cost of what lies above it, the first at the price's. */
export function largestHeight(layout: Pick<Layout, 'panes' | 'axisTop'>, at: number): number {
  const heights = panesBelow(layout).map(({ height }) => height)
  const own = heights[at] ?? minPaneHeight
  const above = heights[at - 1]
  if (above !== undefined) return own + above - minPaneHeight
  const all = heights.reduce((sum, height) => sum + height, 0)
  return Math.max(own, Math.floor(paneRoom(layout.axisTop)) - (all - own))
}

/**
 * Heights by study after the separator above pane `at` gave it a height between the smallest and `largestHeight`. Panes that
 * are not shown keep what they had.
 *
 * @param before - by study; null where the user set none
 */
export function resizePanes(
  layout: Pick<Layout, 'panes' | 'axisTop'>,
  before: readonly (number | null)[],
  at: number,
  height: number,
): readonly (number | null)[] {
  const panes = panesBelow(layout)
  const own = panes[at]
  if (own === undefined) return before
  const next = Math.round(Math.min(largestHeight(layout, at), Math.max(minPaneHeight, height)))
  const after = panes.map((pane, place) => {
    if (place === at) return next
    return place === at - 1 ? pane.height + own.height - next : pane.height
  })
  const studies = Math.max(before.length, ...panes.map(({ study }) => study + 1))
  return Array.from({ length: studies }, (_, study) => {
    const place = panes.findIndex((pane) => pane.study === study)
    return after[place] ?? before[study] ?? null
  })
}

/** True when the panes of two layouts lie at the same places. */
export function haveSamePanes(a: Layout | null, b: Layout | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.axisTop === b.axisTop &&
    a.panes.length === b.panes.length &&
    a.panes.every(({ top, height, study }, at) => {
      const other = b.panes[at]
      return top === other?.top && height === other.height && study === other.study
    })
  )
}

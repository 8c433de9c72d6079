// Heights of panes stay with their indicators. Pure.
import type { Indicator } from '../../../../src-preload/contract/markets/charts.ts'

/**
 * The heights after a chart's indicators changed: an indicator that is still there keeps its height at its new place, and
 * one whose settings changed in its place keeps it too.
 *
 * @param heights - by place of the indicator; null or missing where none was set
 */
export function carryHeights(
  before: readonly Indicator[],
  after: readonly Indicator[],
  heights: readonly (number | null)[],
): (number | null)[] {
  const left = before.map((indicator) => JSON.stringify(indicator))
  const places = after.map((indicator) => {
    const place = left.indexOf(JSON.stringify(indicator))
    // Each goes to one: two indicators may be equal.
    if (place >= 0) left[place] = ''
    return place
  })
  const isChangedInPlace = (place: number): boolean =>
    before.length === after.length && left[place] !== undefined && left[place] !== ''
  const kept = places.map((from, place) => {
    if (from >= 0) return heights[from] ?? null
    return isChangedInPlace(place) ? (heights[place] ?? null) : null
  })
  return kept.some((height) => height !== null) ? kept : []
}

// The zoom levels of the app. Pure.

/** Percent, the same steps as in browsers. */
const steps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200] as const

export const minZoom = steps[0]
export const maxZoom = 200
export const defaultZoom = 100

/** The next zoom level up or down from any value; clamped at the ends. */
export function nextZoom(percent: number, direction: -1 | 1): number {
  if (direction === 1) return steps.find((step) => step > percent) ?? maxZoom
  return steps.findLast((step) => step < percent) ?? minZoom
}

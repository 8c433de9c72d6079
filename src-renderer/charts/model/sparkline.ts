// Path of a sparkline. Pure.

/**
 * SVG path of a series in a box, half a stroke inside its edges. A flat or single value is a horizontal line in the middle;
 * no values yield an empty path. Non-finite values are skipped.
 */
export function sparklinePath(
  values: readonly number[],
  width: number,
  height: number,
  stroke: number,
): string {
  const points = values.filter((value) => Number.isFinite(value))
  const [first] = points
  if (first === undefined) return ''
  const low = points.reduce((a, b) => Math.min(a, b))
  const high = points.reduce((a, b) => Math.max(a, b))
  const inset = stroke / 2
  const yOf = (value: number): number =>
    high === low ? height / 2 : inset + ((high - value) / (high - low)) * (height - stroke)
  if (points.length === 1 || high === low) return `M0 ${text(yOf(first))}H${text(width)}`
  const step = width / (points.length - 1)
  return points
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${text(index * step)} ${text(yOf(value))}`)
    .join('')
}

const text = (value: number): string => String(Math.round(value * 100) / 100)

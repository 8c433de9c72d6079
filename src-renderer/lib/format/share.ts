// Owns: how much of an order was executed, as a percentage. Must not: use floats or round up to "all".
import Big from 'big.js'

/**
 * The executed share of a volume in percent, rounded down to one decimal, so that 100 means all of it.
 * Null when there is no volume to be a share of, or a text is not decimal.
 */
export function formatExecutedPercent(executed: string, origin: string): string | null {
  try {
    const whole = new Big(origin)
    if (whole.lte(0)) return null
    const percent = new Big(executed).times(100).div(whole)
    if (percent.eq(100)) return '100'
    return percent.round(1, Big.roundDown).toFixed(1)
  } catch {
    // Not decimal text: the volumes themselves are shown as they are.
    return null
  }
}

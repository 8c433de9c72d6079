// Owns: how much of an order was executed, as a percentage. Must not: use floats or round up to "all".
import Big from 'big.js'

/** Divides to one decimal and cuts what follows: a quotient rounded first would turn almost all into all. */
const CutBig = Big()
CutBig.DP = 1
CutBig.RM = Big.roundDown

/**
 * The executed share of a volume in percent as decimal text, cut after one decimal, so that 100 means all of it.
 * Null when there is no volume to be a share of, or a text is not decimal.
 */
export function cutExecutedPercent(executed: string, origin: string): string | null {
  try {
    const whole = new CutBig(origin)
    if (whole.lte(0)) return null
    const part = new CutBig(executed)
    return part.eq(whole) ? '100' : part.times(100).div(whole).toFixed(1)
  } catch {
    // Not decimal text: the volumes themselves are shown as they are.
    return null
  }
}

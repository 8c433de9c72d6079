// Owns: which controls of the chart toolbar have room beside each other, and which wait in a menu. Pure.
// Must not: measure.

export interface ToolbarFit {
  /** The twelve periods side by side; else a menu. */
  readonly hasPeriods: boolean
  /** Scale, volume, marks and table side by side; else a menu. */
  readonly hasDisplay: boolean
  /** The tools side by side; else a menu. */
  readonly hasTools: boolean
}

/** Widths in CSS pixels that the arrangements need, from the widest. */
export interface ToolbarNeeds {
  readonly all: number
  readonly periods: number
  readonly tools: number
}

/** Measured in English with the widest of its texts. Another language, or font, teaches more by {@link learnNeed}. */
export const firstNeeds: ToolbarNeeds = { all: 1008, periods: 844, tools: 460 }

/** What fits into `width` CSS pixels. What is chosen most often gives way last. */
export function fitToolbar(width: number, needs: ToolbarNeeds): ToolbarFit {
  const hasTools = width >= needs.tools
  const hasPeriods = hasTools && width >= needs.periods
  return { hasTools, hasPeriods, hasDisplay: hasPeriods && width >= needs.all }
}

/**
 * The needs after an arrangement was seen to be cut off; the same ones where there is no narrower arrangement.
 * @param measured - the width in CSS pixels that it would have filled
 */
export function learnNeed(needs: ToolbarNeeds, fit: ToolbarFit, measured: number): ToolbarNeeds {
  if (fit.hasDisplay) return { ...needs, all: Math.max(needs.all, measured) }
  if (fit.hasPeriods) return { ...needs, periods: Math.max(needs.periods, measured) }
  if (fit.hasTools) return { ...needs, tools: Math.max(needs.tools, measured) }
  return needs
}

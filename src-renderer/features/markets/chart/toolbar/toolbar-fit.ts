// Chooses which toolbar controls fit and which move into a menu. Pure.

export interface ToolbarFit {
  /** All twelve intervals as buttons. */
  readonly hasAllPeriods: boolean
  /** The most used intervals as buttons and the others in a menu; otherwise only a menu. */
  readonly hasPeriods: boolean
  /** Scale, volume, marks and table as buttons; otherwise a menu. */
  readonly hasDisplay: boolean
  /** The most used tools as buttons; otherwise only in the menu of drawing tools. */
  readonly hasTools: boolean
}

/** Required widths of the arrangements in CSS pixels, widest first. */
export interface ToolbarNeeds {
  readonly allPeriods: number
  readonly all: number
  readonly periods: number
  /** The most used intervals without tools: they are changed more often than a tool is chosen. */
  readonly inline: number
  readonly tools: number
}

/** Measured in English. {@link learnNeed} adapts it to longer labels, other languages and fonts. */
export const firstNeeds: ToolbarNeeds = { allPeriods: 1092, all: 945, periods: 710, inline: 560, tools: 492 }

/** Controls that fit into `width` CSS pixels. The most used ones collapse last. */
export function fitToolbar(width: number, needs: ToolbarNeeds): ToolbarFit {
  const hasBoth = width >= needs.periods
  const hasDisplay = hasBoth && width >= needs.all
  const hasPeriods = hasBoth || width >= needs.inline
  return {
    hasTools: hasBoth || (!hasPeriods && width >= needs.tools),
    hasPeriods,
    hasDisplay,
    hasAllPeriods: hasDisplay && width >= needs.allPeriods,
  }
}

/**
 * Updates the widths after an arrangement was cut off; unchanged when there is no narrower arrangement.
 * @param measured - width in CSS pixels that it would have filled
 */
export function learnNeed(needs: ToolbarNeeds, fit: ToolbarFit, measured: number): ToolbarNeeds {
  if (fit.hasAllPeriods) return { ...needs, allPeriods: Math.max(needs.allPeriods, measured) }
  if (fit.hasDisplay) return { ...needs, all: Math.max(needs.all, measured) }
  if (fit.hasPeriods && !fit.hasTools) return { ...needs, inline: Math.max(needs.inline, measured) }
  if (fit.hasPeriods) return { ...needs, periods: Math.max(needs.periods, measured) }
  if (fit.hasTools) return { ...needs, tools: Math.max(needs.tools, measured) }
  return needs
}

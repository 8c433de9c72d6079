// Chooses which toolbar controls fit and which move into a menu. Pure.

export interface ToolbarFit {
  /** All twelve intervals as buttons. */
  readonly hasAllPeriods: boolean
  /** Favorite intervals as buttons, in the order in which they were chosen, and the others in a menu; 0 for only a menu. */
  readonly periods: number
  /** Scale, volume, marks and table as buttons; otherwise a menu. */
  readonly hasDisplay: boolean
  /** The most used tools as buttons; otherwise only in the menu of drawing tools. */
  readonly hasTools: boolean
  /** The button of the indicators is an icon, which leaves room for more intervals. */
  readonly isIconic: boolean
  /** Buttons stand closer together, without words that an icon beside them says too. */
  readonly isTight: boolean
}

/** Required widths of the arrangements in CSS pixels, widest first, with `usualCount` intervals as buttons. */
export interface ToolbarNeeds {
  readonly allPeriods: number
  readonly all: number
  readonly periods: number
  /** The same, closer together. */
  readonly tight: number
  /** Intervals without tools: they are changed more often than a tool is chosen. */
  readonly inline: number
  readonly tools: number
}

/** Measured in English. {@link learnNeed} adapts it to longer labels, other languages and fonts. */
export const firstNeeds: ToolbarNeeds = {
  allPeriods: 1094,
  all: 913,
  periods: 710,
  tight: 610,
  inline: 538,
  tools: 492,
}

/** The buttons of the price scale in CSS pixels. */
const scalePx = 99

/** Beside compared markets the scale is given, and has no buttons. */
export const comparingNeeds: ToolbarNeeds = {
  ...firstNeeds,
  allPeriods: firstNeeds.allPeriods - scalePx,
  all: firstNeeds.all - scalePx,
}

/** Intervals that the widths are for. */
const usualCount = 6
/** An interval's button in CSS pixels. */
const periodPx = 34
/** What an icon saves in place of "Indicators", in CSS pixels. */
const iconPx = 62

/** Width of the intervals beyond the usual number; negative for fewer. */
const widthBeyond = (periods: number): number => (periods - usualCount) * periodPx

/**
 * Controls that fit into `width` CSS pixels. The most used ones collapse last.
 *
 * @param favorites - number of favorite intervals
 */
export function fitToolbar(width: number, needs: ToolbarNeeds, favorites: number): ToolbarFit {
  const beyond = widthBeyond(favorites)
  const fit = {
    periods: favorites,
    hasAllPeriods: false,
    hasDisplay: false,
    hasTools: false,
    isIconic: false,
    isTight: false,
  }
  const withDisplay = Math.max(needs.all, needs.periods)
  if (width >= Math.max(needs.allPeriods, withDisplay)) {
    return { ...fit, hasAllPeriods: true, hasDisplay: true, hasTools: true }
  }
  if (width >= withDisplay + beyond) return { ...fit, hasDisplay: true, hasTools: true }
  if (favorites > 0 && width >= needs.periods + beyond) return { ...fit, hasTools: true }
  if (favorites > 0 && width >= needs.tight + beyond) return { ...fit, hasTools: true, isTight: true }
  const isOnlyMenu = favorites === 0 || width + iconPx < needs.inline + Math.min(beyond, 0)
  const hasTools = width >= needs.tools
  if (isOnlyMenu) return { ...fit, periods: 0, hasTools, isTight: !hasTools }
  const roomIn = (px: number): number => usualCount + Math.floor((px - needs.inline) / periodPx)
  return favorites <= roomIn(width)
    ? { ...fit, isTight: true }
    : { ...fit, periods: Math.min(favorites, roomIn(width + iconPx)), isIconic: true, isTight: true }
}

/**
 * Updates the widths after an arrangement was cut off; unchanged when there is no narrower arrangement.
 *
 * @param measured - width in CSS pixels that it would have filled
 */
export function learnNeed(needs: ToolbarNeeds, fit: ToolbarFit, measured: number): ToolbarNeeds {
  if (fit.hasAllPeriods) return { ...needs, allPeriods: Math.max(needs.allPeriods, measured) }
  const usual = measured - widthBeyond(fit.periods) + (fit.isIconic ? iconPx : 0)
  if (fit.hasDisplay) return { ...needs, all: Math.max(needs.all, usual) }
  if (fit.periods > 0 && fit.hasTools && !fit.isTight)
    return { ...needs, periods: Math.max(needs.periods, usual) }
  if (fit.periods > 0 && fit.hasTools) return { ...needs, tight: Math.max(needs.tight, usual) }
  if (fit.periods > 0) return { ...needs, inline: Math.max(needs.inline, usual) }
  if (fit.hasTools) return { ...needs, tools: Math.max(needs.tools, measured) }
  return needs
}

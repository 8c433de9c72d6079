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

/** Widths in CSS pixels that each arrangement needs, from the widest: measured with the widest of its texts. */
const needs = { all: 1008, periods: 844, tools: 460 } as const

/** What fits into `width` CSS pixels. What is chosen most often gives way last. */
export function fitToolbar(width: number): ToolbarFit {
  return {
    hasDisplay: width >= needs.all,
    hasPeriods: width >= needs.periods,
    hasTools: width >= needs.tools,
  }
}

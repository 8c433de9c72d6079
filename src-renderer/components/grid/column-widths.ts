// Widths of columns by the kind of what they hold, in CSS pixels.

/** The longest time, "27 Nov 2025 21:03", is never cut. */
export const timeColumnPx = 144

/** Most market names are whole: "USDC/USDT". */
export const marketColumnPx = 96

/** An order ID of nine digits is whole. */
export const idColumnPx = 96

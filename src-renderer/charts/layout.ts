// Owns: how the chart's area is divided into panes and axes. Pure.
// Must not: know prices or candles. All lengths are CSS pixels.

export interface Size {
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel. */
  readonly dpr: number
}

export interface Pane {
  readonly top: number
  readonly height: number
  /** Where values may lie: the pane less its padding. */
  readonly innerTop: number
  readonly innerBottom: number
}

export interface Layout extends Size {
  /** Width of both panes; the price axis begins here. */
  readonly plotWidth: number
  readonly price: Pane
  /** null where the chart is too low for a second pane. */
  readonly volume: Pane | null
  /** Top of the time axis. */
  readonly axisTop: number
}

export const timeAxisHeight = 28
const leastHeightForVolume = 220
/** The legend lies over the top of the price pane; the highest candle stays below it. */
const legendHeight = 40

/** Divides the area; `axisWidth` is what the price labels need. */
export function layOut(size: Size, axisWidth: number): Layout {
  const plotWidth = Math.max(1, size.width - axisWidth)
  const axisTop = Math.max(1, size.height - timeAxisHeight)
  const hasVolume = size.height >= leastHeightForVolume
  const volumeHeight = hasVolume ? Math.round(Math.min(140, Math.max(48, axisTop * 0.18))) : 0
  const priceHeight = axisTop - volumeHeight
  const topRoom = Math.min(legendHeight, priceHeight / 4)
  return {
    ...size,
    plotWidth,
    axisTop,
    price: {
      top: 0,
      height: priceHeight,
      innerTop: topRoom,
      innerBottom: priceHeight - Math.min(16, priceHeight / 8),
    },
    volume: hasVolume
      ? { top: priceHeight, height: volumeHeight, innerTop: priceHeight + 12, innerBottom: axisTop }
      : null,
  }
}

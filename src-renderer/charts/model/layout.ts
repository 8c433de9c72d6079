// Divides the chart's area into panes and axes. All lengths are CSS pixels. Pure.

export interface Size {
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel. */
  readonly dpr: number
}

export interface Pane {
  readonly top: number
  readonly height: number
  /** Value area: the pane without its padding. */
  readonly innerTop: number
  readonly innerBottom: number
}

/** Kinds of panes. Volume lies in the foot of the price pane, the others below it. */
export type PaneKind = 'volume' | 'rsi' | 'macd' | 'listed'

export interface WantedPane {
  readonly kind: PaneKind
  /** Index of the chart's study drawn in the pane; -1 for volume. */
  readonly study: number
  /** Height that the user set, in CSS pixels; the first one when not given. */
  readonly setHeight?: number
}

export interface LowerPane extends Pane, Pick<WantedPane, 'kind' | 'study'> {}

export interface Layout extends Size {
  /** Width of all panes; the price axis starts here. */
  readonly plotWidth: number
  readonly price: Pane
  /** The wanted panes that fit: volume, then those below the price from the top. */
  readonly panes: readonly LowerPane[]
  /** Top of the time axis. */
  readonly axisTop: number
}

const timeAxisHeight = 28
/** The price pane keeps this height, or this share of a taller chart; other panes give way first. */
const minPriceHeight = 96
const minPriceShare = 0.4
export const minPaneHeight = 48
const paneShare = 0.2
const paneHeight = 90
/** Volume takes this share of the price pane's foot; the lowest candle may reach into the upper half of it. */
const volumeShare = 0.2
const maxVolumeHeight = 110
/** A lower price pane has no volume. */
const minHeightWithVolume = 140
/** The legend covers the top of the price pane; the highest candle stays below it. */
const legendHeight = 40
/** Space for a pane's title and highest label. */
const paneTopRoom = 14
const paneBottomRoom = 6

/**
 * Divides the area. `axisWidth` is the width of the price labels; `wanted` lists the panes, those below the price from the top.
 */
export function layOut(size: Size, axisWidth: number, wanted: readonly WantedPane[]): Layout {
  const plotWidth = Math.max(1, size.width - axisWidth)
  const axisTop = Math.max(1, size.height - timeAxisHeight)
  const room = paneRoom(axisTop)
  const kept = wanted
    .filter(({ kind }) => kind !== 'volume')
    .slice(0, Math.max(0, Math.floor(room / minPaneHeight)))
  const heights = paneHeights(kept, axisTop, room)
  const priceHeight = axisTop - heights.reduce((sum, height) => sum + height, 0)
  const volume = wanted.find(({ kind }) => kind === 'volume')
  const foot = volume === undefined || priceHeight < minHeightWithVolume ? null : footOf(volume, priceHeight)
  let top = priceHeight
  const lower = kept.map(({ kind, study }, at): LowerPane => {
    const height = heights[at] ?? minPaneHeight
    const pane = {
      kind,
      study,
      top,
      height,
      innerTop: top + paneTopRoom,
      innerBottom: top + height - paneBottomRoom,
    }
    top += height
    return pane
  })
  return {
    ...size,
    plotWidth,
    axisTop,
    price: {
      top: 0,
      height: priceHeight,
      innerTop: Math.min(legendHeight, priceHeight / 4),
      innerBottom: priceHeight - Math.max(Math.min(16, priceHeight / 8), (foot?.height ?? 0) / 2),
    },
    panes: foot === null ? lower : [foot, ...lower],
  }
}

/** The volume's place in the foot of a price pane. */
function footOf(volume: WantedPane, priceHeight: number): LowerPane {
  const height = Math.floor(Math.min(maxVolumeHeight, priceHeight * volumeShare))
  const top = priceHeight - height
  return { kind: volume.kind, study: volume.study, top, height, innerTop: top, innerBottom: priceHeight }
}

/** Height that all panes below the price can have together. */
export function paneRoom(axisTop: number): number {
  return axisTop - Math.max(minPriceHeight, axisTop * minPriceShare)
}

/** Whole heights of the panes below the price; where they do not fit, each gives the same share of what is above the least. */
function paneHeights(panes: readonly WantedPane[], axisTop: number, room: number): readonly number[] {
  const first = Math.min(paneHeight, axisTop * paneShare)
  const spare = panes.map(({ setHeight = first }) => Math.max(0, setHeight - minPaneHeight))
  const all = spare.reduce((sum, one) => sum + one, 0)
  const share = all === 0 ? 0 : Math.min(1, (room - minPaneHeight * panes.length) / all)
  return spare.map((one) => minPaneHeight + Math.floor(one * share))
}

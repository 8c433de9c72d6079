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

/** Kinds of panes below the price. */
export type PaneKind = 'volume' | 'rsi' | 'macd'

export interface WantedPane {
  readonly kind: PaneKind
  /** Index of the chart's study drawn in the pane; -1 for volume. */
  readonly study: number
}

export interface LowerPane extends Pane, WantedPane {}

export interface Layout extends Size {
  /** Width of all panes; the price axis starts here. */
  readonly plotWidth: number
  readonly price: Pane
  /** The wanted panes that fit, from the top. */
  readonly panes: readonly LowerPane[]
  /** Top of the time axis. */
  readonly axisTop: number
}

const timeAxisHeight = 28
/** The price pane keeps this height, or this share of a taller chart; other panes give way first. */
const minPriceHeight = 96
const minPriceShare = 0.4
const minHeights: Record<PaneKind, number> = { volume: 40, rsi: 48, macd: 48 }
const shares: Record<PaneKind, number> = { volume: 0.18, rsi: 0.2, macd: 0.2 }
const maxPaneHeight = 140
/** The legend covers the top of the price pane; the highest candle stays below it. */
const legendHeight = 40
/** Space for a pane's title and highest label. */
const paneTopRoom = 14
const paneBottomRoom = 6

/**
 * Divides the area. `axisWidth` is the width of the price labels; `wanted` lists the panes below the price from the top.
 */
export function layOut(size: Size, axisWidth: number, wanted: readonly WantedPane[]): Layout {
  const plotWidth = Math.max(1, size.width - axisWidth)
  const axisTop = Math.max(1, size.height - timeAxisHeight)
  const room = axisTop - Math.max(minPriceHeight, axisTop * minPriceShare)
  const kept = keepFitting(wanted, room)
  const heights = shareRoom(
    kept.map(({ kind }) => kind),
    axisTop,
    room,
  )
  const priceHeight = axisTop - heights.reduce((a, b) => a + b, 0)
  let top = priceHeight
  const panes = kept.map(({ kind, study }, at): LowerPane => {
    const height = heights[at] ?? 0
    const pane = {
      kind,
      study,
      top,
      height,
      innerTop: top + paneTopRoom,
      innerBottom: top + height - (kind === 'volume' ? 0 : paneBottomRoom),
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
      innerBottom: priceHeight - Math.min(16, priceHeight / 8),
    },
    panes,
  }
}

/** Volume is dropped first, then indicators from the last to the first. */
function keepFitting(wanted: readonly WantedPane[], room: number): readonly WantedPane[] {
  const isVolume = ({ kind }: WantedPane): number => (kind === 'volume' ? 1 : 0)
  const kept = new Set<WantedPane>()
  let left = room
  for (const pane of [...wanted].sort((a, b) => isVolume(a) - isVolume(b))) {
    left -= minHeights[pane.kind]
    if (left < 0) break
    kept.add(pane)
  }
  return wanted.filter((pane) => kept.has(pane))
}

/** Whole heights: each pane's share of the chart, shrunk proportionally towards the minimum when they do not fit. */
function shareRoom(kinds: readonly PaneKind[], axisTop: number, room: number): readonly number[] {
  const least = kinds.map((kind) => minHeights[kind])
  const request = kinds.map((kind, at) =>
    Math.max(least[at] ?? 0, Math.min(maxPaneHeight, axisTop * shares[kind])),
  )
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  const spare = sum(request) - sum(least)
  const share = spare <= 0 ? 1 : Math.min(1, Math.max(0, (room - sum(least)) / spare))
  return request.map((height, at) => Math.floor((least[at] ?? 0) + (height - (least[at] ?? 0)) * share))
}

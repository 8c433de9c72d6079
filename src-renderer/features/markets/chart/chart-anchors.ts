// Anchors of one chart's indicators: placed by a click or a key, dragged by their handles.
import type { Indicator } from '../../../../src-preload/contract/markets/charts.ts'
import { FirstTool } from '../../../charts/drawings/first-tool.ts'
import { lineColor } from '../../../charts/indicators/study-look.ts'
import { AnchorsLayer, AnchorTool } from '../../../charts/layers/anchors.ts'
import type { ChartTool } from '../../../charts/layers/layer.ts'
import { PlaceTool } from '../../../charts/layers/place-tool.ts'

export interface AnchorHost {
  readonly invalidate: () => void
  /** A place for a new anchor was chosen. */
  readonly onPlace: (timeMs: number) => void
  /** The anchor of an indicator was dragged. */
  readonly onMove: (index: number, timeMs: number) => void
}

export class ChartAnchors {
  readonly layer = new AnchorsLayer()
  readonly placeTool: ChartTool
  readonly #dragTool: ChartTool
  readonly #host: AnchorHost
  readonly #tools = new WeakMap<ChartTool, ChartTool>()

  constructor(host: AnchorHost) {
    this.#host = host
    this.placeTool = new PlaceTool({
      onHold: (held) => {
        this.layer.placingMs = held?.timeMs ?? null
        host.invalidate()
      },
      onPlace: ({ timeMs }) => host.onPlace(timeMs),
    })
    this.#dragTool = new AnchorTool(this.layer, host.invalidate, host.onMove)
  }

  /** The chart's tool without a chosen one, with presses on handles taken out; the same one for the same tool. */
  toolOver(usual: ChartTool): ChartTool {
    const known = this.#tools.get(usual)
    if (known !== undefined) return known
    const made = new FirstTool(this.#dragTool, usual)
    this.#tools.set(usual, made)
    return made
  }

  /** Passes the chart's indicators to the layer. */
  paint(indicators: readonly Indicator[]): void {
    this.layer.set(
      indicators.flatMap((indicator, index) =>
        indicator.kind === 'anchoredVwap' && indicator.isHidden !== true
          ? [{ index, timeMs: indicator.anchorMs, color: lineColor(indicator, 'average', 0, index) }]
          : [],
      ),
    )
    this.#host.invalidate()
  }
}

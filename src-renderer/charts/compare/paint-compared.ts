// Lines of compared markets, their places under the crosshair and their labels on the price axis.
import { axisOf, endOf } from '../../../src-preload/domain/markets/intervals.ts'
import type { AxisTag } from '../layers/layer.ts'
import { leftEdges, yOfPrice, type Crosshair, type Frame } from '../model/frame.ts'
import { percentText } from '../model/tick-texts.ts'
import { numberedColor } from '../indicators/study-look.ts'
import { colorOf, inkOn } from '../painters/palette.ts'
import type { ChartTheme } from '../painters/theme.ts'
import { comparedIndexAt, ownPriceOf, type ComparedCandles } from './compared-line.ts'

const lineCss = 1.5
const dotCss = 7
/** A candle without neighbors is drawn at least this wide. */
const leastCss = 3

/** Draws each line. There is none where a market has no candle. The caller clips to the price pane. */
export function paintCompared(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  const { percentBase } = frame
  if (percentBase === null) return
  ctx.lineWidth = lineCss * frame.layout.dpr
  ctx.lineJoin = 'round'
  for (const { candles, colorIndex } of frame.compared) {
    if (candles === null) continue
    ctx.strokeStyle = colorOf(theme, numberedColor(colorIndex))
    ctx.beginPath()
    trace(ctx, frame, candles, percentBase)
    ctx.stroke()
  }
}

/** Adds runs of neighboring candles to the path, with one candle beyond each edge of the view. */
function trace(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  candles: ComparedCandles,
  percentBase: number,
): void {
  const { buffer, period, periodMs } = candles.level
  const { columns, start } = buffer
  const { offset, factor } = frame.x
  const half = Math.max((periodMs * factor) / 2, (leastCss * frame.layout.dpr) / 2)
  const end = Math.min(buffer.length, candles.endIndex + 1)
  const edges = leftEdges(candles.level)
  const timeAt = (at: number): number => columns.timesMs[start + at] ?? NaN
  const isNeighbor = (at: number): boolean => timeAt(at) <= endOf(period, timeAt(at - 1))
  const first = Math.max(0, candles.firstIndex - 1)
  for (let at = first; at < end; at++) {
    const x = offset + ((edges[start + at] ?? NaN) + periodMs / 2) * factor
    const y = yOfPrice(frame, ownPriceOf(percentBase, candles, columns.close[start + at] ?? NaN))
    const continues = at > first && isNeighbor(at)
    const goesOn = at + 1 < end && isNeighbor(at + 1)
    if (continues) ctx.lineTo(x, y)
    else if (goesOn) ctx.moveTo(x, y)
    else {
      ctx.moveTo(x - half, y)
      ctx.lineTo(x + half, y)
    }
  }
}

/** A square on each line at the crosshair. The caller clips to the price pane. */
export function paintComparedDots(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  { timeMs }: Crosshair,
  theme: ChartTheme,
): void {
  const { percentBase, layout } = frame
  if (percentBase === null) return
  for (const { candles, colorIndex } of frame.compared) {
    if (candles === null) continue
    const candle = candles.level.buffer.candleAt(comparedIndexAt(candles, timeMs))
    if (candle === null) continue
    const x =
      frame.x.offset +
      (axisOf(candles.level.period, candle.timeMs) + candles.level.periodMs / 2) * frame.x.factor
    const y = yOfPrice(frame, ownPriceOf(percentBase, candles, candle.close))
    const size = Math.round(dotCss * layout.dpr)
    ctx.fillStyle = colorOf(theme, numberedColor(colorIndex))
    ctx.fillRect(Math.round(x - size / 2), Math.round(y - size / 2), size, size)
  }
}

/** The newest price of each compared market on the price axis, in percent. */
export function comparedTags(frame: Frame, theme: ChartTheme): readonly AxisTag[] {
  const { percentBase } = frame
  if (percentBase === null) return []
  return frame.compared.flatMap(({ candles, colorIndex, last }) =>
    candles === null || last === null
      ? []
      : [
          {
            price: ownPriceOf(percentBase, candles, last),
            text: percentText(last, candles.base),
            background: colorOf(theme, numberedColor(colorIndex)),
            color: inkOn(theme, numberedColor(colorIndex)),
          },
        ],
  )
}

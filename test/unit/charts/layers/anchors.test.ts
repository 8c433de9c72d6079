// Anchors of indicators: where their handles are, and dragging one.
import { describe, expect, it } from 'vitest'
import { anchorOfHit, AnchorsLayer, AnchorTool } from '../../../../src-renderer/charts/layers/anchors.ts'
import { makeTestFrame, minuteMs, noteCanvas, placeAt, startMs, theme, xAt } from './frames.ts'

const hourMs = 60 * minuteMs
const frame = makeTestFrame()
const handleY = frame.layout.price.height - 10
/** In the middle of the candle of an hour. */
const handleX = (hour: number): number => xAt(frame, startMs + (hour + 0.5) * hourMs)

function makeLayer(): AnchorsLayer {
  const layer = new AnchorsLayer()
  layer.set([
    { index: 2, timeMs: startMs + 10.3 * hourMs, color: 'line1' },
    { index: 5, timeMs: startMs + 40 * hourMs, color: 'amber' },
  ])
  return layer
}

describe('anchors', () => {
  it('are found at their handles only', () => {
    const layer = makeLayer()
    const hit = layer.hit(frame, { x: handleX(10) + 6, y: handleY - 6 })
    expect(anchorOfHit(hit?.id ?? '')).toBe(2)
    expect(anchorOfHit(layer.hit(frame, { x: handleX(40), y: handleY })?.id ?? '')).toBe(5)
    expect(layer.hit(frame, { x: handleX(10), y: handleY - 30 })).toBeNull()
    expect(anchorOfHit('alert:2')).toBeNull()
  })

  it('are painted where they are dragged to, and one that is being placed too', () => {
    const paintedAt = (layer: AnchorsLayer): unknown => {
      const canvas = noteCanvas()
      layer.paint(canvas.ctx, frame, theme)
      return canvas.asked.filter(({ name }) => name === 'fillRect').map(({ args }) => args[0])
    }
    const layer = makeLayer()
    const [first, second] = [10, 40].map((hour) => Math.round(handleX(hour)) - 4)
    expect(paintedAt(layer)).toEqual([first, second])
    layer.moving = { index: 5, timeMs: startMs + 20 * hourMs }
    layer.placingMs = startMs
    expect(paintedAt(layer)).toEqual([first, Math.round(handleX(20)) - 4, Math.round(handleX(0)) - 4])
  })

  it('are dragged to the candle under the pointer, and stay after Escape', () => {
    const dropped: (readonly [number, number])[] = []
    const layer = makeLayer()
    const tool = new AnchorTool(
      layer,
      () => undefined,
      (...drop) => dropped.push(drop),
    )
    expect(tool.down(placeAt(frame, handleX(25), handleY))).toBe(false)
    expect(tool.down(placeAt(frame, handleX(40), handleY))).toBe(true)
    tool.move(placeAt(frame, handleX(30), 100))
    expect(layer.moving).toEqual({ index: 5, timeMs: startMs + 30 * hourMs })
    tool.cancel()
    expect(layer.moving).toBeNull()
    tool.down(placeAt(frame, handleX(10), handleY))
    tool.up(placeAt(frame, handleX(12), 50))
    expect(dropped).toEqual([[2, startMs + 12 * hourMs]])
    // A click moves nothing, nor does a drag within the candle.
    tool.down(placeAt(frame, handleX(10) + 5, handleY))
    tool.up(placeAt(frame, handleX(10) + 7, handleY))
    tool.down(placeAt(frame, handleX(40), handleY))
    tool.move(placeAt(frame, handleX(44), handleY))
    tool.up(placeAt(frame, handleX(40), handleY))
    expect(dropped).toHaveLength(1)
  })
})

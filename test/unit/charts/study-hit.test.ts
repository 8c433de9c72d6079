// Which indicator is under the pointer.
import { describe, expect, it } from 'vitest'
import { studyAt } from '../../../src-renderer/charts/input/study-hit.ts'
import {
  middleOf,
  toPixel,
  xOfTime,
  type Frame,
  type Scale,
} from '../../../src-renderer/charts/model/frame.ts'
import type { StudyLine } from '../../../src-renderer/charts/indicators/studies.ts'
import { frameOf } from './frames.ts'
import { rowAt } from './synthetic.ts'

const startMs = Date.UTC(2026, 10, 20)
const rows = Array.from({ length: 160 }, (_, minute) => rowAt(startMs + minute * 60_000))

/** Where a line is at a candle of the level, in CSS pixels. */
function placeOn(frame: Frame, line: StudyLine | undefined, scale: Scale, index: number) {
  const { dpr } = frame.layout
  return {
    x: xOfTime(frame, middleOf(frame, index)) / dpr,
    y: toPixel(scale, line?.values[index - (line.shift || 0)] ?? NaN) / dpr,
  }
}

describe.each([1, 2])('at %i device pixels per pixel', (dpr) => {
  const frame = frameOf({
    rows,
    dpr,
    height: 700,
    indicators: [
      { kind: 'sma', length: 30 },
      { kind: 'listed', id: 'sar', inputs: [0.02, 0.2] },
      { kind: 'rsi', length: 14 },
      { kind: 'macd', fast: 3, slow: 6, signal: 3 },
      { kind: 'listed', id: 'ichimoku', inputs: [9, 26, 52, 26] },
      { kind: 'sma', length: 60, isHidden: true },
    ],
  })
  const lineOf = (study: number, line = 0): StudyLine | undefined => frame.studies[study]?.lines[line]
  const paneOf = (study: number) => frame.panes.find((pane) => pane.study === frame.studies[study])
  const at = frame.endIndex - 20

  it('a line is found within a few pixels, and not farther away', () => {
    const place = placeOn(frame, lineOf(0), frame.price, at)
    const alone = { ...frame, studies: frame.studies.slice(0, 1) }
    expect(studyAt(alone, { ...place, y: place.y + 3 })).toBe(0)
    expect(studyAt(alone, { ...place, y: place.y + 40 })).toBeNull()
    // Between two candles it is where they are joined.
    const next = placeOn(frame, lineOf(0), frame.price, at + 1)
    expect(studyAt(alone, { x: (place.x + next.x) / 2, y: (place.y + next.y) / 2 })).toBe(0)
  })

  it('dots, histograms, lines in panes and lines that are drawn ahead are found too', () => {
    expect(studyAt(frame, placeOn(frame, lineOf(1), frame.price, at))).toBe(1)
    expect(studyAt(frame, placeOn(frame, lineOf(2), paneOf(2)?.scale ?? frame.price, at))).toBe(2)
    const scale = paneOf(3)?.scale ?? frame.price
    const bar = placeOn(frame, lineOf(3, 2), scale, at)
    expect(studyAt(frame, { x: bar.x, y: (bar.y + toPixel(scale, 0) / dpr) / 2 })).toBe(3)
    expect(studyAt(frame, placeOn(frame, lineOf(4, 2), frame.price, at))).toBe(4)
  })

  it('nothing is found beside the plot, and no hidden indicator', () => {
    expect(studyAt(frame, { x: frame.layout.plotWidth + 5, y: 100 })).toBeNull()
    expect(studyAt(frame, { x: 100, y: frame.layout.axisTop + 5 })).toBeNull()
    for (let y = 0; y < frame.layout.axisTop; y += 3) expect(studyAt(frame, { x: 300, y })).not.toBe(5)
  })
})

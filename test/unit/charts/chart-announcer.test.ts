import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChartAnnouncer } from '../../../src-renderer/charts/chart-announcer.ts'
import { crosshairOf } from '../../../src-renderer/charts/input/crosshair.ts'
import type { Crosshair, Frame } from '../../../src-renderer/charts/model/frame.ts'
import { setFigureLocale } from '../../../src-renderer/text/format/current-locale.svelte.ts'
import { frameOf } from './frames.ts'
import { rowAt } from './synthetic.ts'

beforeAll(() => setFigureLocale('en-US'))
afterAll(() => setFigureLocale(undefined))

const startMs = Date.UTC(2026, 10, 20)
const at = (minute: number): number => startMs + minute * 60_000
const rows = [0, 1, 2, 3, 8, 9].map((minute) => rowAt(at(minute)))

function listen() {
  const heard: string[] = []
  const teller = new ChartAnnouncer({
    onLegend: (legend) => heard.push(`legend ${legend?.reading?.time ?? legend?.place ?? 'none'}`),
    onSpeak: (text) => heard.push(`speak ${text.split('.')[0] ?? ''}`),
    onCompared: (readings) =>
      heard.push(`compared ${readings.map(({ market, text }) => `${market} ${text}`).join(', ')}`),
    onCrosshair: (place) => heard.push(`crosshair ${place?.timeMs ?? 'none'}`),
  })
  return { heard, teller }
}

const keyboard = (frame: Frame, minute: number): Crosshair | null =>
  crosshairOf(frame, { pointer: null, cursorMs: at(minute), linkedMs: null })
const linked = (frame: Frame, minute: number): Crosshair | null =>
  crosshairOf(frame, { pointer: null, cursorMs: null, linkedMs: at(minute) })

describe('what a chart tells', () => {
  it('is told once, not with every picture', () => {
    const { heard, teller } = listen()
    const frame = frameOf({ rows })
    teller.tell(frame, null)
    teller.tell(frame, null)
    teller.tell(frame, keyboard(frame, 2))
    teller.tell(frame, keyboard(frame, 2))
    teller.tell(null, null)
    expect(heard).toEqual([
      'legend Fri 20 Nov 2026 00:09',
      'legend Fri 20 Nov 2026 00:02',
      `crosshair ${at(2.5)}`,
      'legend none',
      'crosshair none',
    ])
  })

  it('is told again for another type of the same candles', () => {
    const { heard, teller } = listen()
    const frame = frameOf({ rows })
    teller.tell(frame, null)
    teller.tell({ ...frame, type: 'heikinAshi' }, null)
    expect(heard).toHaveLength(2)
  })

  it('reads the place of another chart’s crosshair, and does not tell it back', () => {
    const { heard, teller } = listen()
    const frame = frameOf({ rows })
    teller.tell(frame, linked(frame, 1))
    expect(heard).toEqual(['legend Fri 20 Nov 2026 00:01'])
  })

  it('says where the keyboard came to, once', () => {
    const { heard, teller } = listen()
    const frame = frameOf({ rows })
    teller.tell(frame, keyboard(frame, 2))
    teller.announceCursor('candle')
    teller.tell(frame, keyboard(frame, 3))
    teller.tell(frame, keyboard(frame, 3))
    expect(heard.filter((words) => words.startsWith('speak'))).toEqual(['speak Fri 20 Nov 2026 00:03 UTC'])
  })

  it('waits with a date until its candles are here, and says when there was no trade', () => {
    const { heard, teller } = listen()
    const spoken = (): string[] => heard.filter((words) => words.startsWith('speak'))
    const loading = frameOf({ rows, unknown: [{ fromMs: at(4), toMs: at(7) }] })
    teller.announceCursor('place')
    teller.tell(loading, keyboard(loading, 5))
    teller.tell({ ...loading, isPartial: true }, keyboard(loading, 2))
    expect(spoken()).toEqual([])
    const loaded = frameOf({ rows })
    teller.tell(loaded, keyboard(loaded, 5))
    expect(spoken()).toEqual(['speak Fri 20 Nov 2026 00:05 UTC: no trades'])
  })

  it('says nothing of a pointer, or of what was not waited for any more', () => {
    const { heard, teller } = listen()
    const frame = frameOf({ rows })
    teller.announceCursor('candle')
    teller.tell(frame, crosshairOf(frame, { pointer: { x: 700, y: 50 }, cursorMs: null, linkedMs: null }))
    teller.announceCursor(null)
    teller.tell(frame, keyboard(frame, 2))
    expect(heard.some((words) => words.startsWith('speak'))).toBe(false)
  })
})

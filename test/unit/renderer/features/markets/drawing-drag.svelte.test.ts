// @vitest-environment page
// Drawings that change under the hand that drags them.
import { afterEach, expect, it } from 'vitest'
import type { Drawing } from '../../../../../src-preload/contract/markets/drawings.ts'
import { pixelsOf, placeDrawing } from '../../../../../src-renderer/charts/drawings/placed.ts'
import { ChartDrawings } from '../../../../../src-renderer/features/markets/drawings/chart-drawings.svelte.ts'
import { lineAt } from '../../../../fixtures/drawings.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { makeTestFrame, placeAt } from '../../../charts/layers/frames.ts'
import { installFakeMain } from '../fake-main.ts'

let stop: () => void = () => undefined
afterEach(() => stop())

/** A chart with one line, as it is kept, and what main was asked to store. */
async function openWith(line: Drawing) {
  const kept = new Map<string, Drawing>([[line.id, line]])
  const stored: Drawing[] = []
  installFakeMain({
    // As over the border: another object of the same content each time.
    'charts:listDrawings': () => ({ drawings: structuredClone([...kept.values()]) }),
    'charts:putDrawing': ({ drawing }) => {
      stored.push(drawing)
      kept.set(drawing.id, drawing)
      return {}
    },
    'charts:removeDrawing': ({ id }) => {
      kept.delete(id)
      return {}
    },
  })
  let selected: string | null = null
  const drawn = new ChartDrawings({
    invalidate: () => undefined,
    nowMs: () => 1,
    hasMagnet: () => false,
    selectedId: () => selected,
    select: (id) => (selected = id),
    open: () => undefined,
    onDrawn: () => undefined,
  })
  stop = drawn.show(line.market)
  await eventually(() => expect(drawn.kept.shown).toHaveLength(1))
  drawn.paint(true)
  return { drawn, kept, stored }
}

const frame = makeTestFrame()
const middle = ((frame.priceRange.min + frame.priceRange.max) / 2).toFixed(2)

it('keeps no step of a drag that moved nothing, though the list was read again meanwhile', async () => {
  const line = lineAt('a', middle, { market: 'lockedusdc', isLocked: true })
  const { drawn, stored } = await openWith(line)
  const y = pixelsOf(frame, placeDrawing(line))[0]?.y ?? NaN
  expect(drawn.editTool.down(placeAt(frame, 200, y))).toBe(true)
  drawn.editTool.move(placeAt(frame, 200, y + 40))
  const before = drawn.kept.shown[0]
  drawn.kept.reload()
  await eventually(() => expect(drawn.kept.shown[0]).not.toBe(before))
  drawn.editTool.up(placeAt(frame, 200, y + 40))
  expect(drawn.kept.undoStep()).toBeNull()
  expect(stored).toEqual([])
})

it('does not bring back a drawing that was removed while it was dragged', async () => {
  const line = lineAt('a', middle, { market: 'dragusdc' })
  const { drawn, kept } = await openWith(line)
  const y = pixelsOf(frame, placeDrawing(line))[0]?.y ?? NaN
  expect(drawn.editTool.down(placeAt(frame, 200, y))).toBe(true)
  drawn.editTool.move(placeAt(frame, 200, y + 40))
  drawn.remove(line.id)
  await eventually(() => expect(kept.size).toBe(0))
  drawn.editTool.up(placeAt(frame, 200, y + 40))
  await eventually(() => expect(drawn.kept.isLoading).toBe(false))
  expect(drawn.kept.shown).toEqual([])
  expect([...kept.keys()]).toEqual([])
})

// @vitest-environment page
// Drawings that change under the hand that drags them.
import { afterEach, expect, it } from 'vitest'
import type { Drawing } from '../../../../../src-preload/contract/drawings.ts'
import { pixelsOf, placeDrawing } from '../../../../../src-renderer/charts/drawings/placed.ts'
import { ChartDrawings } from '../../../../../src-renderer/features/markets/drawings/chart-drawings.svelte.ts'
import { lineAt } from '../../../../fixtures/drawings.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { makeTestFrame, placeAt } from '../../../charts/layers/frames.ts'
import { installFakeMain } from '../fake-main.ts'

let stop: () => void = () => undefined
afterEach(() => stop())

it('does not bring back a drawing that was removed while it was dragged', async () => {
  const market = 'dragusdc'
  const frame = makeTestFrame()
  const { min, max } = frame.priceRange
  const line = lineAt('a', ((min + max) / 2).toFixed(2), { market })
  const kept = new Map<string, Drawing>([[line.id, line]])
  installFakeMain({
    'charts:listDrawings': () => ({ drawings: [...kept.values()] }),
    'charts:putDrawing': ({ drawing }) => {
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
  stop = drawn.show(market)
  await eventually(() => expect(drawn.kept.shown).toHaveLength(1))
  drawn.paint(true)
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

// @vitest-environment page
// Random histories of drawings: drawing, moving, restyling, hiding, copying, removing, undo and redo, another market, another
// interval, the chart made anew. What is shown and what is kept equal a plain model.
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Drawing } from '../../../../../src-preload/contract/markets/drawings.ts'
import { pixelsOf, placeDrawing } from '../../../../../src-renderer/charts/drawings/placed.ts'
import { ChartDrawings } from '../../../../../src-renderer/features/markets/drawings/chart-drawings.svelte.ts'
import { makeTestFrame, placeAt } from '../../../charts/layers/frames.ts'
import { installFakeMain } from '../fake-main.ts'

type Picture = ReadonlyMap<string, Drawing>

/** A market in the plain model: all pictures so far, which is shown, and what a held key has moved last. */
interface Plain {
  past: Picture[]
  at: number
  nudged: string | null
}

const anyPlace = fc.record({ x: fc.integer({ min: 20, max: 700 }), y: fc.integer({ min: 20, max: 440 }) })
const anyAct = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('draw' as const), from: anyPlace, to: anyPlace }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('drag' as const), pick: fc.nat(9), to: anyPlace }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('nudge' as const),
      pick: fc.nat(9),
      candles: fc.integer({ min: -3, max: 3 }),
      steps: fc.integer({ min: -3, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('style', 'lock', 'duplicate', 'remove' as const),
      pick: fc.nat(9),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'redo' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('hideAll', 'market', 'interval', 'anew' as const) }),
  },
)

/** Nothing here waits for another process: what is not so soon never is, and the smallest history is found in time. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 3_000, interval: 2 })

it('show and keep what a plain model has', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 40 }), async (acts) => {
      runs += 1
      // Histories live as long as the app: each run has markets of its own.
      const markets = [`a${String(runs)}usdc`, `b${String(runs)}usdc`]
      const kept = new Map<string, Drawing>()
      installFakeMain({
        'charts:listDrawings': ({ market }) => ({
          drawings: [...kept.values()].filter((one) => one.market === market),
        }),
        'charts:putDrawing': ({ drawing }) => {
          kept.set(drawing.id, drawing)
          return {}
        },
        'charts:removeDrawing': ({ id }) => {
          kept.delete(id)
          return {}
        },
      })
      const plain = new Map(
        markets.map((market): [string, Plain] => [market, { past: [new Map()], at: 0, nudged: null }]),
      )
      let market = markets[0] ?? ''
      const here = (): Plain => {
        const one = plain.get(market)
        if (one === undefined) throw new Error(`no model of ${market}`)
        return one
      }
      let frame = makeTestFrame()
      let selected: string | null = null
      let stop = (): void => undefined
      const makeDrawn = (): ChartDrawings =>
        new ChartDrawings({
          invalidate: () => undefined,
          nowMs: () => 1,
          hasMagnet: () => false,
          selectedId: () => selected,
          select: (id) => (selected = id),
          open: () => undefined,
          onDrawn: () => undefined,
        })
      let drawn = makeDrawn()
      const settled = async (): Promise<void> => {
        const { past, at } = here()
        await soon(() => {
          const shown = new Map(drawn.kept.shown.map((one) => [one.id, one]))
          expect(shown).toEqual(past[at])
        })
      }
      const start = async (): Promise<void> => {
        stop()
        drawn = makeDrawn()
        stop = drawn.show(market)
        await soon(() => expect(drawn.kept.isLoading).toBe(false))
      }
      await start()
      /** Notes in the model what the chart now has to show. */
      const note = (change: (picture: Map<string, Drawing>) => void, nudged: string | null = null): void => {
        const one = here()
        const next = new Map(one.past[one.at])
        change(next)
        const joins = nudged !== null && one.nudged === nudged
        one.past = [...one.past.slice(0, joins ? one.at : one.at + 1), next]
        one.at = one.past.length - 1
        one.nudged = nudged
      }
      const pickedOf = (pick: number): Drawing | null => {
        const { past, at } = here()
        const all = [...(past[at]?.values() ?? [])]
        return all[pick % Math.max(1, all.length)] ?? null
      }
      for (const act of acts) {
        const picked = 'pick' in act ? pickedOf(act.pick) : null
        if ('pick' in act && picked === null) continue
        switch (act.kind) {
          case 'draw': {
            const before = new Set(kept.keys())
            const tool = drawn.toolOf('trend')
            for (const { x, y } of [act.from, act.to]) {
              tool.down(placeAt(frame, x, y))
              tool.up(placeAt(frame, x, y))
            }
            await soon(() => expect(kept.size).toBe(before.size + 1))
            const made = [...kept.values()].find(({ id }) => !before.has(id))
            if (made !== undefined) note((picture) => picture.set(made.id, made))
            break
          }
          case 'drag': {
            if (picked === null || picked.isHidden) break
            drawn.layer.set([picked])
            const [first] = pixelsOf(frame, placeDrawing(picked))
            if (first === undefined || first.y < 0 || first.y > 440 || first.x < 0 || first.x > 700) break
            selected = picked.id
            drawn.editTool.down(placeAt(frame, first.x, first.y))
            drawn.editTool.move(placeAt(frame, act.to.x, act.to.y))
            drawn.editTool.up(placeAt(frame, act.to.x, act.to.y))
            const moved = drawn.kept.find(picked.id) ?? picked
            if (moved !== picked && JSON.stringify(moved) !== JSON.stringify(picked)) {
              // The handle is now at the place of the hand, by the candle and the cent.
              const now = pixelsOf(frame, placeDrawing(moved))
              expect(now.some(({ y }) => Math.abs(y - act.to.y) < 1)).toBe(true)
              note((picture) => picture.set(moved.id, moved))
            }
            break
          }
          case 'nudge': {
            if (picked === null) break
            selected = picked.id
            const moved = drawn.nudge(frame, act)
            if (moved !== null && JSON.stringify(moved.points) !== JSON.stringify(picked.points)) {
              note((picture) => picture.set(moved.id, moved), moved.id)
            }
            break
          }
          case 'style':
            if (picked === null) break
            drawn.set(picked.id, { style: { color: 'amber', width: 3, dash: 'dotted' } })
            note((picture) =>
              picture.set(picked.id, { ...picked, style: { color: 'amber', width: 3, dash: 'dotted' } }),
            )
            break
          case 'lock':
            if (picked === null) break
            drawn.set(picked.id, { isLocked: !picked.isLocked })
            note((picture) => picture.set(picked.id, { ...picked, isLocked: !picked.isLocked }))
            break
          case 'duplicate': {
            if (picked === null) break
            drawn.duplicate(picked.id, frame)
            const made = drawn.selected
            if (made !== null) note((picture) => picture.set(made.id, made))
            break
          }
          case 'remove':
            if (picked !== null && drawn.remove(picked.id)) note((picture) => picture.delete(picked.id))
            break
          case 'hideAll':
            if (here().past[here().at]?.size === 0) break
            drawn.setAll({ isHidden: true })
            note((picture) => picture.forEach((one, id) => picture.set(id, { ...one, isHidden: true })))
            break
          case 'undo':
          case 'redo': {
            const one = here()
            const next = one.at + (act.kind === 'undo' ? -1 : 1)
            const step = act.kind === 'undo' ? drawn.kept.undoStep() : drawn.kept.redoStep()
            expect(step === null).toBe(one.past[next] === undefined)
            if (step === null) break
            one.at = next
            one.nudged = null
            break
          }
          case 'interval':
            frame = makeTestFrame({ levelMinutes: frame.level.period === 60 ? 240 : 60 })
            break
          case 'market':
            market = markets.find((other) => other !== market) ?? market
            selected = null
            await start()
            break
          case 'anew':
            selected = null
            await start()
            break
        }
        await settled()
      }
      stop()
      const shown = [...plain.values()].flatMap(({ past, at }) => [...(past[at]?.values() ?? [])])
      await soon(() => expect(new Map(kept)).toEqual(new Map(shown.map((one) => [one.id, one]))))
    }),
    { numRuns: 60 },
  )
}, 240_000)

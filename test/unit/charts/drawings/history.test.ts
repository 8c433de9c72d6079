// Undo and redo against a plain model: a list of all pictures that there were, and a place in it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { DrawingHistory, type DrawingStep } from '../../../../src-renderer/charts/drawings/history.ts'
import { lineAt } from '../../../fixtures/drawings.ts'

type Picture = ReadonlyMap<string, Drawing>

function apply(picture: Picture, step: DrawingStep): Picture {
  const next = new Map(picture)
  for (const { id, after } of step) {
    if (after === null) next.delete(id)
    else next.set(id, after)
  }
  return next
}

const anyAct = fc.oneof(
  fc.record({
    kind: fc.constantFrom('put', 'nudge' as const),
    id: fc.constantFrom('a', 'b', 'c'),
    price: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constantFrom('undo', 'redo', 'lockAll' as const) }),
)

it('shows what was there before and after, whatever was done in between', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 60 }), (acts) => {
      const history = new DrawingHistory()
      let shown: Picture = new Map()
      let past: Picture[] = [shown]
      let at = 0
      let nudged: string | null = null
      const make = (step: DrawingStep, isJoined: boolean): void => {
        if (step.length === 0) return
        const joins = isJoined && nudged !== null && step[0]?.id === nudged
        if (isJoined) history.join(step)
        else history.note(step)
        shown = apply(shown, step)
        // A joined step takes the place of the picture that it came from.
        past = [...past.slice(0, joins ? at : at + 1), shown]
        at = past.length - 1
        nudged = isJoined ? (step[0]?.id ?? null) : null
      }
      for (const act of acts) {
        switch (act.kind) {
          case 'put':
          case 'nudge': {
            const before = shown.get(act.id) ?? null
            make([{ id: act.id, before, after: lineAt(act.id, String(act.price)) }], act.kind === 'nudge')
            break
          }
          case 'remove': {
            const before = shown.get(act.id) ?? null
            if (before !== null) make([{ id: act.id, before, after: null }], false)
            break
          }
          case 'lockAll':
            make(
              [...shown.values()].map((before) => ({
                id: before.id,
                before,
                after: { ...before, isLocked: true },
              })),
              false,
            )
            break
          case 'undo':
          case 'redo': {
            const step = act.kind === 'undo' ? history.undo() : history.redo()
            const next = at + (act.kind === 'undo' ? -1 : 1)
            expect(step === null).toBe(past[next] === undefined)
            if (step === null) break
            at = next
            shown = apply(shown, step)
            expect(shown).toEqual(past[at])
            nudged = null
            break
          }
        }
        expect(shown).toEqual(past[at])
      }
    }),
  )
})

it('keeps a number of steps, and forgets one that could not be kept', () => {
  const history = new DrawingHistory()
  const step = (id: string): DrawingStep => [{ id, before: null, after: lineAt(id, '1') }]
  for (let at = 0; at < 300; at += 1) history.note(step(String(at)))
  let count = 0
  while (history.undo() !== null) count += 1
  expect(count).toBe(200)
  const refused = step('x')
  history.note(refused)
  history.drop(refused)
  expect(history.undo()).toBeNull()
})

it('forgets a nudge that could not be kept and has those joined before it', () => {
  const history = new DrawingHistory()
  const [first, second, third] = ['1', '2', '3'].map((price) => lineAt('a', price))
  if (first === undefined || second === undefined || third === undefined) throw new Error('three lines')
  history.join([{ id: 'a', before: first, after: second }])
  const refused: DrawingStep = [{ id: 'a', before: second, after: third }]
  history.join(refused)
  history.drop(refused)
  expect(history.undo()).toEqual([{ id: 'a', before: second, after: first }])
  expect(history.redo()).toEqual([{ id: 'a', before: first, after: second }])
})

it('keeps the edits of a step that were stored where others were not', () => {
  const history = new DrawingHistory()
  const step: DrawingStep = ['a', 'b'].map((id) => ({ id, before: null, after: lineAt(id, '1') }))
  history.note(step)
  history.drop(step, step.slice(1))
  expect(history.undo()?.map(({ id }) => id)).toEqual(['b'])
})

it('has steps in their order again after failures to undo and redo them, whichever ends first', () => {
  const ids = ['a', 'b', 'c', 'd']
  fc.assert(
    fc.property(fc.shuffledSubarray(ids, { minLength: 4 }), fc.boolean(), (ends, isRedo) => {
      const history = new DrawingHistory()
      for (const id of ids) history.note([{ id, before: null, after: lineAt(id, '1') }])
      const undone = ids.map(() => history.undo() ?? [])
      const tried = isRedo ? ids.map(() => history.redo() ?? []) : undone
      for (const id of ends) {
        const step = tried.find(([edit]) => edit?.id === id) ?? []
        if (isRedo) history.failRedo(step)
        else history.failUndo(step)
      }
      const next = ids.map(() => (isRedo ? history.redo() : history.undo())?.[0]?.id)
      expect(next).toEqual(isRedo ? ids : ids.toReversed())
    }),
  )
})

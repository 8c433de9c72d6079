// Which of the user's own order events a chart shows by its three choices.
import { expect, it } from 'vitest'
import { isShownKind } from '../../../../../../src-renderer/features/markets/overlays/own-kinds.ts'
import { makeCancelled, makeFill, makePlaced } from '../../../../charts/layers/frames.ts'

const marks = [
  makeFill(1, '100'),
  makePlaced(2, '100', { isOpen: true }),
  makeCancelled(3, '100'),
  makePlaced(4, '100'),
]

it.each([
  ['hasMarks', ['fill']],
  ['hasOpenOrders', ['placed']],
  ['hasCanceled', ['cancelled']],
] as const)(
  '%s shows its own kind alone, and none the placing of an order that has ended',
  (choice, kinds) => {
    const none = { hasMarks: false, hasOpenOrders: false, hasCanceled: false }
    const shown = marks.filter((mark) => isShownKind(mark, { ...none, [choice]: true }))
    expect(shown.map(({ kind }) => kind)).toEqual(kinds)
    expect(marks.some((mark) => isShownKind(mark, none))).toBe(false)
  },
)

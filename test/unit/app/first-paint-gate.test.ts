// When background work begins.
import { expect, it } from 'vitest'
import { createFirstPaintGate } from '../../../src-main/app/first-paint-gate.ts'

const nothing = Symbol('nothing')
const soon = (ms: number): Promise<symbol> => new Promise((resolve) => setTimeout(() => resolve(nothing), ms))

it('work waits for the page', async () => {
  const firstPaint = createFirstPaintGate(60_000)
  expect(await Promise.race([firstPaint.passed, soon(20)])).toBe(nothing)
  firstPaint.open()
  await firstPaint.passed
})

it('a page that says nothing keeps nothing back for ever', async () => {
  await createFirstPaintGate(1).passed
})

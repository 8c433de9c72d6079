// Owns: when work begins that nobody waits for. Must not: start an app.
import { expect, it } from 'vitest'
import { createCalm } from '../../../src-main/app/calm.ts'

const nothing = Symbol('nothing')
const soon = (ms: number): Promise<symbol> => new Promise((resolve) => setTimeout(() => resolve(nothing), ms))

it('work waits for the page', async () => {
  const calm = createCalm(60_000)
  expect(await Promise.race([calm.come, soon(20)])).toBe(nothing)
  calm.begin()
  await calm.come
})

it('a page that says nothing keeps nothing back for ever', async () => {
  await createCalm(1).come
})

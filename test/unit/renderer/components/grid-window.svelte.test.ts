// The place of a table on screen, while it scrolls and its rows come.
import { tick } from 'svelte'
import { expect, it } from 'vitest'
import { GridWindow } from '../../../../src-renderer/components/grid/grid-window.svelte.ts'
import { noRows, type Rows } from '../../../../src-renderer/components/grid/row-blocks.ts'

const list = (length: number, shifted = 0): Rows<never> => ({ ...noRows(), length, total: length, shifted })

async function open() {
  const looks: number[] = []
  const sight = new GridWindow((first) => looks.push(first))
  const element = { scrollTop: 0 }
  sight.attach(element)
  sight.viewPx = 700
  sight.take(list(1_000), 1)
  await tick()
  return { sight, element, looks }
}

it('keeps a scroll whose event is still to come when rows of the same list are loaded', async () => {
  const { sight, element, looks } = await open()
  element.scrollTop = 14_000
  sight.take(list(1_000), 1)
  await tick()
  expect(element.scrollTop).toBe(14_000)
  sight.follow()
  expect([sight.first, looks.at(-1)]).toEqual([500, 460])
})

it('says what is in sight after each answer, moves with its rows, and starts another list at its top', async () => {
  const { sight, element, looks } = await open()
  element.scrollTop = 14_000
  sight.follow()
  const before = looks.length
  sight.take(list(1_000), 1)
  await tick()
  expect(looks.slice(before)).toEqual([460])
  sight.take(list(1_002, 2), 1)
  await tick()
  expect([element.scrollTop, sight.first]).toEqual([14_056, 502])
  expect(sight.take(list(1_002, 2), 2)).toBe(true)
  await tick()
  expect([element.scrollTop, sight.first]).toEqual([0, 0])
})

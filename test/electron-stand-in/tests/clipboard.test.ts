// Owns the facts about the stand-in's clipboard: forms of one thing, and what replaces what. It must not open a page.
import { expect, it } from 'vitest'
import { clipboard, ClipboardItem } from '../api/clipboard.ts'

const png = new Blob([Uint8Array.of(137, 80, 78, 71)], { type: 'image/png' })

it('has what was written last, in each of its forms', async () => {
  await clipboard.writeText('0x1')
  expect(await clipboard.readText()).toBe('0x1')
  expect(await clipboard.has('image/png')).toBe(false)
  await clipboard.write([new ClipboardItem({ 'image/png': png })])
  expect(await clipboard.readText()).toBe('')
  const [item] = await clipboard.read()
  expect(item?.types).toEqual(['image/png'])
  expect(await (await item?.getType('image/png'))?.bytes()).toEqual(Uint8Array.of(137, 80, 78, 71))
  await expect(item?.getType('text/plain')).rejects.toThrow('type was not found')
  clipboard.clear()
  expect(await clipboard.read()).toEqual([])
})

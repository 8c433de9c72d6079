// What is canceled when it turns up: nothing that may still be open is forgotten.
import { expect, it } from 'vitest'
import { createPendingCancels } from '../../../src-main/trading/cancel/pending-cancels.ts'

function open() {
  const settings = new Map<string, string>()
  return createPendingCancels({
    getSetting: (key) => Promise.resolve(settings.get(key) ?? null),
    setSetting: (key, text) => {
      settings.set(key, text)
      return Promise.resolve()
    },
  })
}

const ticket = (at: number): string => `5f0c1d1e-6f3c-4d3b-9a53-${String(at).padStart(12, '0')}`

it('an order that turned up after the entry was read keeps it', async () => {
  const pending = open()
  await pending.add([ticket(1), ticket(2)])
  const [first, second] = await pending.list()
  await pending.noteFound(ticket(1), 7)
  if (first === undefined || second === undefined) throw new Error('no entries')
  await pending.remove(first)
  await pending.remove(second)
  expect(await pending.list()).toEqual([{ ticketId: ticket(1), open: [7], gone: [] }])
})

it('the newest two hundred are kept, and each whose order is not surely gone', async () => {
  const pending = open()
  await pending.add([ticket(0), ticket(1)])
  await pending.noteFound(ticket(1), 7)
  await pending.add(Array.from({ length: 250 }, (_, at) => ticket(at + 2)))
  const kept = await pending.list()
  expect(kept).toHaveLength(201)
  expect(kept[0]).toEqual({ ticketId: ticket(1), open: [7], gone: [] })
})

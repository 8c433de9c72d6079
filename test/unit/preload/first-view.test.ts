// What is asked for ahead of the page: given once, and neither a refusal nor what has changed since.
import { expect, it } from 'vitest'
import { askFirstView } from '../../../src-preload/first-view.ts'

const open = { 'app:getInfo': { startupError: null }, 'security:getState': { password: 'none' } }

/** Main, with an answer to each call by name, and the names in the order in which they were asked. */
function main(values: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  let isRefusing = false
  const ask = (name: string): Promise<unknown> => {
    asked.push(name)
    return Promise.resolve(
      isRefusing
        ? { ok: false, error: { code: 'internal', data: {}, ref: null } }
        : { ok: true, value: values[name] ?? `${name} ${String(asked.length)}` },
    )
  }
  return { asked, ask, refuse: (refuses: boolean) => (isRefusing = refuses) }
}

/** After all that was asked for ahead is answered. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

it('asks for the first view once it may be seen, and gives each answer once', async () => {
  const { asked, ask } = main(open)
  const view = askFirstView(ask)
  await settle()
  expect(asked.slice(0, 2)).toEqual(['app:getInfo', 'security:getState'])
  expect(asked).toContain('charts:getLayout')
  const before = asked.length
  expect(await view.take('charts:getLayout')).toMatchObject({ ok: true })
  expect(view.take('charts:getLayout')).toBeNull()
  expect(view.take('orders:list')).toBeNull()
  expect(asked).toHaveLength(before)
})

it.each([
  ['locked and hidden', { ...open, 'security:getState': { password: 'locked', readableWhenLocked: false } }],
  ['damaged', { ...open, 'security:getState': { password: 'damaged', readableWhenLocked: false } }],
  ['without its data', { ...open, 'app:getInfo': { startupError: { code: 'storeFailed' } } }],
])('asks for nothing more while %s', async (_state, values) => {
  const { asked, ask } = main(values)
  askFirstView(ask)
  await settle()
  expect(asked).toEqual(['app:getInfo', 'security:getState'])
})

it('asks for the first view while locked with readable figures', async () => {
  const { asked, ask } = main({
    ...open,
    'security:getState': { password: 'locked', readableWhenLocked: true },
  })
  askFirstView(ask)
  await settle()
  expect(asked).toContain('accounts:getState')
})

it('asks again where main refused', async () => {
  const { asked, ask, refuse } = main(open)
  refuse(true)
  const view = askFirstView(ask)
  await settle()
  refuse(false)
  expect(await view.take('app:getInfo')).toEqual({ ok: true, value: { startupError: null } })
  expect(asked).toEqual(['app:getInfo', 'security:getState', 'app:getInfo'])
})

it('asks again after a call that failed, and passes on the next failure', async () => {
  const view = askFirstView(() => Promise.reject(new Error('no main')))
  await settle()
  await expect(view.take('app:getInfo')).rejects.toThrow('no main')
})

it('has none after an event, nor after a while', async () => {
  let nowMs = 0
  const view = askFirstView(main(open).ask, () => nowMs)
  await settle()
  view.drop()
  expect(view.take('markets:list')).toBeNull()

  const old = askFirstView(main(open).ask, () => nowMs)
  await settle()
  nowMs = 60_000
  expect(old.take('markets:list')).toBeNull()
})

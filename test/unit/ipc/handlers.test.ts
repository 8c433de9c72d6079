// Proof of how a channel finds its service.
import { expect, it } from 'vitest'
import { createHandlers } from '../../../src-main/ipc/handlers.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'

it('hands a call to the method of its name, and makes no handler of another domain', async () => {
  let running = ['a', 'b']
  const service = {
    start: () => ({ id: null }),
    cancel: ({ id }: { readonly id: string }) => {
      running = running.filter((other) => other !== id)
      return {}
    },
    isRunning: () => running.length > 0,
  }
  const handlers = createHandlers({ exports: () => service })
  expect(Object.keys(handlers).sort()).toEqual(['exports:cancel', 'exports:start'])
  await handlers['exports:cancel']({ id: 'a' })
  expect(running).toEqual(['b'])
})

it('answers with the reason why a service did not become ready', async () => {
  const handlers = createHandlers({ exports: () => Promise.reject(new AppError('databaseTooNew')) })
  await expect(handlers['exports:cancel']({ id: 'a' })).rejects.toMatchObject({ code: 'databaseTooNew' })
})

it('has no service without a method for each channel: it does not compile', async () => {
  // @ts-expect-error -- `cancel` is missing
  const handlers = createHandlers({ exports: () => ({ start: () => ({ id: null }) }) })
  await expect(handlers['exports:cancel']({ id: 'a' })).rejects.toMatchObject({ code: 'internal' })
})

// @vitest-environment page
// Fetched data keeps the newest question only, and an attempt runs one at a time.
import { expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { Attempt } from '../../../src-renderer/shell/page/attempt.svelte.ts'
import { Fetched } from '../../../src-renderer/shell/page/fetched.svelte.ts'

it('shows the answer to the newest question, however late an earlier one comes', async () => {
  const fetched = new Fetched<string>()
  const late = Promise.withResolvers<string>()
  const first = fetched.load(() => late.promise)
  await fetched.load(() => Promise.resolve('new'))
  late.resolve('old')
  await first
  expect(fetched.value).toBe('new')
})

it('keeps what is shown when a refresh fails, and drops what was asked before a drop or a told value', async () => {
  const fetched = new Fetched<string>()
  await fetched.load(() => Promise.resolve('kept'))
  await fetched.load(() => Promise.reject(new AppError('internal', {})))
  expect([fetched.value, fetched.error?.code]).toEqual(['kept', 'internal'])
  const late = Promise.withResolvers<string>()
  const asked = fetched.load(() => late.promise)
  fetched.set('told')
  late.resolve('late')
  await asked
  expect([fetched.value, fetched.error]).toEqual(['told', null])
  fetched.drop()
  expect(fetched.state.status).toBe('loading')
})

it('runs one attempt at a time, and tells a no apart from an error', async () => {
  const attempt = new Attempt()
  const slow = Promise.withResolvers<string>()
  const running = attempt.ask(() => slow.promise)
  expect(attempt.isBusy).toBe(true)
  expect(await attempt.attempt(() => Promise.resolve())).toBe(false)
  slow.resolve('done')
  expect(await running).toBe('done')
  expect(await attempt.attempt(() => Promise.reject(new AppError('internal', {})))).toBe(false)
  expect(attempt.error?.code).toBe('internal')
  expect(
    await attempt.attempt(
      () => Promise.reject(new AppError('internal', {})),
      () => true,
    ),
  ).toBe(false)
  expect([attempt.error, attempt.isBusy]).toEqual([null, false])
})

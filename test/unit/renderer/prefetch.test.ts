// An answer which was asked for ahead is given once, and no refusal in its place.
import { afterEach, expect, it, vi } from 'vitest'
import type { Result } from '../../../src-preload/contract/channel.ts'
import { prefetch, call } from '../../../src-renderer/shell/page/api.ts'

type Layout = 'charts:getLayout'
const asked: Layout[] = []

function answerWith(...answers: readonly Result<unknown>[]): void {
  const left = [...answers]
  vi.stubGlobal('window', {
    starkdesk: {
      invoke: {
        'charts:getLayout': () => {
          asked.push('charts:getLayout')
          return Promise.resolve(left.shift())
        },
      },
    },
  })
}

afterEach(() => {
  asked.length = 0
  vi.unstubAllGlobals()
})

it('takes up what was asked ahead, once', async () => {
  answerWith({ ok: true, value: 'first' }, { ok: true, value: 'second' })
  void prefetch('charts:getLayout')
  expect(await call('charts:getLayout', {})).toBe('first')
  expect(asked).toHaveLength(1)
  expect(await call('charts:getLayout', {})).toBe('second')
})

it('asks again where main refused', async () => {
  answerWith({ ok: false, error: { code: 'vaultLocked', data: {}, ref: null } }, { ok: true, value: 'then' })
  void prefetch('charts:getLayout')
  expect(await call('charts:getLayout', {})).toBe('then')
  expect(asked).toHaveLength(2)
})

// @vitest-environment page
// The confirmation page keeps still while it must, and tells what main says.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConfirmAnswer, ConfirmRequest } from '../../../../src-preload/contract/accounts/confirm.ts'
import type { StarkdeskConfirmApi } from '../../../../src-preload/contract/contract.ts'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import { createConfirmation } from '../../../../src-renderer/confirm/confirmation.svelte.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const transfer: ConfirmRequest = {
  kind: 'transfer',
  accountLabel: 'Main',
  network: 'practice',
  host: '127.0.0.1:4000',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  recipient: {
    label: null,
    sentBefore: { count: 0, lastAtMs: null },
    warnings: [{ kind: 'firstTime' }],
    moreLookAlikes: 0,
  },
  amount: '25',
  currency: 'usdc',
  reference: '1',
}
const quiz: ConfirmRequest = { kind: 'quiz', label: 'Main', network: 'mainnet', positions: [1, 2, 3] }
const approve: ConfirmAnswer = { kind: 'approveTransfer', acknowledged: ['firstTime'] }

function makeMain(
  deafForMs: number,
  faults: (ErrorReport | ConfirmRequest)[] = [],
  request: ConfirmRequest = transfer,
) {
  const answers: ConfirmAnswer[] = []
  const words: string[] = []
  let deafUntilMs = Date.now() + deafForMs
  const api: StarkdeskConfirmApi = {
    'confirm:getRequest': () => {
      const leftMs = Math.max(0, deafUntilMs - Date.now())
      return Promise.resolve({ ok: true, value: { request, deafForMs: leftMs, word: 'Heron' } })
    },
    'confirm:listAddresses': () => Promise.resolve({ ok: true, value: { addresses: [] } }),
    'confirm:setWord': ({ word }) => {
      words.push(word)
      const fault = faults.shift()
      if (fault !== undefined && 'code' in fault) return Promise.resolve({ ok: false, error: fault })
      return Promise.resolve({ ok: true, value: {} })
    },
    'confirm:answer': (given) => {
      answers.push(given)
      const next = faults.shift()
      if (next !== undefined && 'code' in next) return Promise.resolve({ ok: false, error: next })
      return Promise.resolve({ ok: true, value: { next: next ?? null } })
    },
  }
  /** The window was shown or focused, which the page does not always hear of. */
  const drawAttention = (): void => {
    deafUntilMs = Date.now() + 700
  }
  return { api, answers, words, drawAttention }
}

describe('the confirmation page', () => {
  it('gives no answer before the time that main names is over', async () => {
    const main = makeMain(700)
    const page = createConfirmation(main.api)
    expect(page.ignoresInput).toBe(true)
    await page.answer(approve)
    await page.load()
    expect(page.request).toEqual(transfer)
    vi.advanceTimersByTime(699)
    await page.answer(approve)
    expect(main.answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(page.ignoresInput).toBe(false)
    await page.answer(approve)
    expect(main.answers).toEqual([approve])
  })

  it('keeps still as long as main does, which began anew when the window was shown', async () => {
    const main = makeMain(700)
    const page = createConfirmation(main.api)
    await page.load()
    await vi.advanceTimersByTimeAsync(400)
    main.drawAttention()
    await vi.advanceTimersByTimeAsync(699)
    expect(page.ignoresInput).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(page.ignoresInput).toBe(false)
  })

  it('takes input where main does not say how long it does not', async () => {
    const main = makeMain(700)
    let isGone = false
    const told = main.api['confirm:getRequest']
    const page = createConfirmation({
      ...main.api,
      'confirm:getRequest': (input) => (isGone ? Promise.reject(new Error('gone')) : told(input)),
    })
    await page.load()
    isGone = true
    await vi.advanceTimersByTimeAsync(700)
    expect(page.ignoresInput).toBe(false)
  })

  it('passes a no on at once, however new it is', async () => {
    const main = makeMain(700)
    const page = createConfirmation(main.api)
    await page.answer({ kind: 'decline' })
    await page.load()
    expect(page.ignoresInput).toBe(true)
    await page.answer({ kind: 'decline' })
    expect(main.answers).toEqual([{ kind: 'decline' }, { kind: 'decline' }])
  })

  it('keeps still again for a while after each focus', async () => {
    const main = makeMain(0)
    const page = createConfirmation(main.api)
    await page.load()
    vi.advanceTimersByTime(1)
    page.ignoreInput()
    vi.advanceTimersByTime(400)
    page.ignoreInput()
    vi.advanceTimersByTime(699)
    await page.answer(approve)
    expect(main.answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await page.answer(approve)
    expect(main.answers).toEqual([approve])
  })

  it('listens to a password that unlocks whatever comes to the front, as main does', async () => {
    const unlock: ConfirmRequest = { kind: 'appPassword', task: 'unlock', keysIn: null, retryAfterMs: 0 }
    const main = makeMain(0, [], unlock)
    const page = createConfirmation(main.api)
    await page.load()
    vi.advanceTimersByTime(0)
    page.ignoreInput()
    const given: ConfirmAnswer = {
      kind: 'appPassword',
      currentPassword: 'secret',
      newPassword: '',
      newPasswordAgain: '',
    }
    await page.answer(given)
    expect(main.answers).toEqual([given])
    // Any other task keeps still.
    const set = createConfirmation(makeMain(0, [], { ...unlock, task: 'set', keysIn: 'vault' }).api)
    await set.load()
    vi.advanceTimersByTime(0)
    set.ignoreInput()
    expect(set.ignoresInput).toBe(true)
  })

  it('shows the word that main has, and another only once main has kept it', async () => {
    const notKept: ErrorReport = { code: 'databaseUnavailable', data: {}, ref: null }
    const main = makeMain(0, [notKept])
    const page = createConfirmation(main.api)
    expect(page.word).toBeNull()
    await page.load()
    expect(page.word).toBe('Heron')
    expect(await page.chooseWord('Crane')).toBe(false)
    expect(page.word).toBe('Heron')
    expect(await page.chooseWord(' Crane ')).toBe(true)
    expect(page.word).toBe('Crane')
    expect(main.words.map((word) => word.trim())).toEqual(['Crane', 'Crane'])
  })

  it('keeps still again when main found an answer too early', async () => {
    const tooEarly: ErrorReport = {
      code: 'validation',
      data: { field: 'answer', reason: 'tooEarly' },
      ref: null,
    }
    const main = makeMain(0, [tooEarly])
    const page = createConfirmation(main.api)
    await page.load()
    vi.advanceTimersByTime(1)
    await page.answer(approve)
    expect(page.fault).toEqual(tooEarly)
    expect(page.ignoresInput).toBe(true)
    await vi.advanceTimersByTimeAsync(700)
    await page.answer(approve)
    expect(page.fault).toBeNull()
    expect(main.answers).toHaveLength(2)
  })

  it('goes on to what is asked next', async () => {
    const main = makeMain(0, [quiz])
    const page = createConfirmation(main.api)
    await page.load()
    vi.advanceTimersByTime(1)
    await page.answer(approve)
    expect(page.request).toEqual(quiz)
  })

  it('gives one answer at a time, but can be declined while one is looked at', async () => {
    const main = makeMain(0)
    const looking = Promise.withResolvers<undefined>()
    const slow: StarkdeskConfirmApi = {
      ...main.api,
      'confirm:answer': async (given) => {
        const told = main.api['confirm:answer'](given)
        if (given.kind === 'approve') await looking.promise
        return await told
      },
    }
    const page = createConfirmation(slow)
    await page.load()
    vi.advanceTimersByTime(1)
    const first = page.answer(approve)
    expect(page.isBusy).toBe(true)
    await page.answer(approve)
    await page.answer({ kind: 'decline' })
    expect(main.answers).toEqual([approve, { kind: 'decline' }])
    looking.resolve(undefined)
    await first
  })
})

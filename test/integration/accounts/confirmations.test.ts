// Proof of what the confirmation window takes for an answer, and when.
import { describe, expect, it } from 'vitest'
import type { TransferRequest } from '../../../src-preload/contract/accounts/confirm.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { noOrderBusiness } from '../../fixtures/no-order-business.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { type Desk, makeDesk } from './confirm-desk.ts'

const transfer: Omit<TransferRequest, 'kind'> = {
  accountLabel: 'Main',
  network: 'testnet',
  host: 'api-testnet.tanx.fi',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  recipient: {
    label: 'Cold storage',
    sentBefore: { count: 1, lastAtMs: 1_763_000_000_000 },
    warnings: [],
    moreLookAlikes: 0,
  },
  amount: '25.000001',
  currency: 'usdc',
  reference: '162482341236712',
}
const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident'
const approve = { kind: 'approve' } as const
const approveTransfer = { kind: 'approveTransfer', acknowledged: [] } as const
const never = new AbortController().signal
const tooEarly = { ok: false, error: { code: 'validation', data: { field: 'answer', reason: 'tooEarly' } } }

describe('the confirmation of a transfer', () => {
  it('shows the record and nothing else, and goes through when it is approved', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.confirmTransfer(transfer, never)
    expect(await desk.look()).toEqual({ kind: 'transfer', ...transfer })
    desk.wait(700)
    expect(await desk.say(approveTransfer)).toEqual({ ok: true, value: { next: null } })
    await done
    expect(desk.windows).toMatchObject([{ isOpen: false, isExcludedFromCapture: true }])
  })

  it('ignores an approval in the first moments, and takes it after them', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.confirmTransfer(transfer, never)
    expect(await desk.say(approveTransfer)).toMatchObject(tooEarly)
    desk.wait(699)
    expect(await desk.lookHowDeaf()).toBe(1)
    expect(await desk.say(approveTransfer)).toMatchObject(tooEarly)
    expect(desk.windows[0]?.isOpen).toBe(true)
    desk.wait(1)
    expect(await desk.lookHowDeaf()).toBe(0)
    expect(await desk.say(approveTransfer)).toMatchObject({ ok: true })
    await done
  })

  it('ignores an approval before the window is on the screen, however long that takes', async () => {
    const desk = makeDesk({ isShown: false })
    const failed = failureOf(desk.confirmations.confirmTransfer(transfer, never))
    desk.wait(60_000)
    expect(await desk.lookHowDeaf()).toBe(700)
    expect(await desk.say(approveTransfer)).toMatchObject(tooEarly)
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
  })

  it('does not listen for a moment each time that the window comes to the front', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.confirmTransfer(transfer, never)
    desk.wait(5_000)
    desk.focus()
    desk.wait(300)
    desk.focus()
    desk.wait(500)
    expect(await desk.say(approveTransfer)).toMatchObject(tooEarly)
    desk.wait(200)
    expect(await desk.say(approveTransfer)).toMatchObject({ ok: true })
    await done
  })

  it('is declined by saying no, at any time, and the window closes', async () => {
    const desk = makeDesk()
    const failed = failureOf(desk.confirmations.confirmTransfer(transfer, never))
    await desk.say({ kind: 'decline' })
    expect((await failed).code).toBe('userDeclined')
    expect((await failed).data).toEqual({})
    expect(desk.windows[0]?.isOpen).toBe(false)
    expect(await desk.say(approveTransfer)).toMatchObject({ ok: false, error: { code: 'notFound' } })
  })

  it('is declined by closing the window', async () => {
    const desk = makeDesk()
    const failed = failureOf(desk.confirmations.confirmTransfer(transfer, never))
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
  })

  it('is not approved by the answer to another question, or by one that is none', async () => {
    const desk = makeDesk()
    const failed = failureOf(desk.confirmations.confirmTransfer(transfer, never))
    desk.wait(700)
    for (const given of [
      { kind: 'showWords' },
      { kind: 'words', words: ['a', 'b', 'c'] },
      { kind: 'passwords', filePassword: 'x'.repeat(9), filePasswordAgain: 'x'.repeat(9), appPassword: null },
      approve,
      { ...approveTransfer, amount: '1' },
      { kind: 'approveTransfer' },
      { kind: 'approveTransfer', acknowledged: ['anything'] },
      { kind: 'yes' },
      {},
    ]) {
      expect(await desk.say(given)).toMatchObject({ ok: false, error: { code: 'validation' } })
    }
    expect(desk.windows[0]?.isOpen).toBe(true)
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
  })

  it('is refused while another question is open, which stays as it is', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.confirmTransfer(transfer, never)
    const second = await failureOf(desk.confirmations.confirmTransfer({ ...transfer, amount: '9' }, never))
    expect(second).toMatchObject({ code: 'userDeclined', data: { reason: 'busy' } })
    expect(desk.windows).toHaveLength(1)
    expect(await desk.look()).toMatchObject({ amount: '25.000001' })
    desk.wait(700)
    await desk.say(approveTransfer)
    await done
    const third = desk.confirmations.confirmTransfer(transfer, never)
    desk.wait(700)
    await desk.say(approveTransfer)
    await third
    expect(desk.windows).toHaveLength(2)
  })
})

describe('a transfer that is asked for again after a no', () => {
  const closed = async (desk: Desk): Promise<unknown> => {
    const windows = desk.windows.length
    const failed = failureOf(desk.confirmations.confirmTransfer(transfer, never))
    if (desk.windows.length > windows) desk.closeWindow()
    return (await failed).data
  }
  const byHand = { reason: 'closed' }
  const tooSoon = (retryAfterMs: number) => ({ reason: 'tooSoon', retryAfterMs })
  const approved = async (desk: Desk): Promise<void> => {
    const done = desk.confirmations.confirmTransfer(transfer, never)
    desk.wait(700)
    await desk.say(approveTransfer)
    await done
  }

  it('opens at once after the first no, then after 5 s, 15 s, 1 min and 5 min, and no window comes before', async () => {
    const desk = makeDesk()
    expect(await closed(desk)).toEqual(byHand)
    for (const [at, pauseMs] of [0, 5_000, 15_000, 60_000, 300_000, 300_000].entries()) {
      if (pauseMs > 0) {
        expect(await closed(desk)).toEqual(tooSoon(pauseMs))
        desk.wait(pauseMs - 1)
        expect(await closed(desk)).toEqual(tooSoon(1))
        desk.wait(1)
      }
      expect(desk.windows).toHaveLength(at + 1)
      expect(await closed(desk)).toEqual(byHand)
    }
  })

  it('counts a no by the button as one by the frame, and a question that was taken back', async () => {
    const desk = makeDesk()
    const declined = failureOf(desk.confirmations.confirmTransfer(transfer, never))
    await desk.say({ kind: 'decline' })
    await declined
    const stopper = new AbortController()
    const takenBack = failureOf(desk.confirmations.confirmTransfer(transfer, stopper.signal))
    stopper.abort(new AppError('cancelled'))
    expect((await takenBack).code).toBe('cancelled')
    expect(await closed(desk)).toEqual(tooSoon(5_000))
  })

  it('has no pause any more after a yes', async () => {
    const desk = makeDesk()
    await closed(desk)
    await closed(desk)
    desk.wait(5_000)
    await approved(desk)
    expect([await closed(desk), await closed(desk)]).toEqual([byHand, byHand])
    expect(await closed(desk)).toEqual(tooSoon(5_000))
  })

  it('has none where a question was taken back while its answer went through', async () => {
    const desk = makeDesk()
    const target = { label: 'New', network: 'testnet', host: 'api-testnet.tanx.fi', again: null } as const
    const privateKey = { kind: 'privateKey', ethereumPrivateKey: `0x${'1'.repeat(64)}` } as const
    const failure = new AppError('cancelled')
    const giveAndTakeBack = async (end: () => () => string): Promise<void> => {
      const stopper = new AbortController()
      const asked = desk.confirmations.askWallet(
        target,
        () => {
          // As the page does once it is told of the account, before this answer reaches anybody.
          stopper.abort(failure)
          return Promise.resolve().then(end)
        },
        stopper.signal,
      )
      const failed = failureOf(asked)
      desk.wait(700)
      await desk.say({ kind: 'wallet', wallet: privateKey })
      expect(await failed).toBe(failure)
    }
    const refused = (): never => {
      throw new AppError('network')
    }
    const declined = failureOf(desk.confirmations.askWallet(target, () => Promise.resolve(() => ''), never))
    desk.closeWindow()
    await declined
    await giveAndTakeBack(() => () => 'connected')
    await giveAndTakeBack(refused)
    await giveAndTakeBack(refused)
    const early = failureOf(desk.confirmations.askWallet(target, () => Promise.resolve(() => ''), never))
    expect((await early).data).toMatchObject({ reason: 'tooSoon' })
  })

  it('has no pause any more after ten minutes of quiet', async () => {
    const desk = makeDesk()
    await closed(desk)
    await closed(desk)
    desk.wait(599_999)
    await closed(desk)
    expect(await closed(desk)).toEqual(tooSoon(15_000))
    desk.wait(600_000)
    expect([await closed(desk), await closed(desk)]).toEqual([byHand, byHand])
  })

  it('keeps no other question waiting', async () => {
    const desk = makeDesk()
    await closed(desk)
    await closed(desk)
    const done = desk.confirmations.confirmChange({ what: 'setVaultAside', ...noOrderBusiness })
    desk.wait(700)
    await desk.say(approve)
    await done
  })
})

describe('the warnings about a recipient', () => {
  const known = {
    kind: 'lookAlike',
    address: '0x2B5ADf4B15b1B4d1B3c1B5a4d1B3c1B5a4d1D6cF',
    label: 'Bob',
    why: 'sameEnds',
  } as const
  const warned: typeof transfer = {
    ...transfer,
    recipient: {
      label: null,
      sentBefore: { count: 0, lastAtMs: null },
      warnings: [{ kind: 'firstTime' }, known, { kind: 'onlyReceivedFrom', atMs: 5 }],
      moreLookAlikes: 0,
    },
  }
  const all = ['firstTime', 'lookAlike', 'onlyReceivedFrom'] as const
  const lacking = [[], ['firstTime'], ['firstTime', 'lookAlike'], ['lookAlike', 'onlyReceivedFrom']] as const

  it.each(lacking.map((acknowledged) => ({ acknowledged })))(
    'keep the question open when only $acknowledged was acknowledged',
    async ({ acknowledged }) => {
      const desk = makeDesk()
      const failed = failureOf(desk.confirmations.confirmTransfer(warned, never))
      desk.wait(700)
      expect(await desk.say({ kind: 'approveTransfer', acknowledged })).toMatchObject({
        ok: false,
        error: { code: 'validation', data: { field: 'answer', reason: 'unacknowledged' } },
      })
      expect(desk.windows[0]?.isOpen).toBe(true)
      expect(await desk.look()).toMatchObject({ recipient: warned.recipient })
      desk.closeWindow()
      expect((await failed).code).toBe('userDeclined')
    },
  )

  it('let it through when each of them was acknowledged, after a refusal too', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.confirmTransfer(warned, never)
    desk.wait(700)
    await desk.say(approveTransfer)
    expect(await desk.say({ kind: 'approveTransfer', acknowledged: all })).toMatchObject({ ok: true })
    await done
    expect(desk.windows[0]?.isOpen).toBe(false)
  })

  it('go with their window when the account is left', async () => {
    const desk = makeDesk()
    const stopper = new AbortController()
    const failed = failureOf(desk.confirmations.confirmTransfer(warned, stopper.signal))
    desk.wait(700)
    stopper.abort(new AppError('cancelled'))
    expect((await failed).code).toBe('cancelled')
    expect(desk.windows[0]?.isOpen).toBe(false)
    expect(await desk.say({ kind: 'approveTransfer', acknowledged: all })).toMatchObject({
      ok: false,
      error: { code: 'notFound' },
    })
  })
})

describe('what is asked with a mere yes or no', () => {
  const removal = {
    label: 'Main',
    keyKind: 'ethereum',
    network: 'custom',
    baseUrl: 'https://exchange.example',
    ethereumAddress: transfer.senderAddress,
    ...noOrderBusiness,
  } as const
  const host = { host: 'exchange.example', baseUrl: 'https://exchange.example/path' }
  const questions: [string, (desk: Desk) => Promise<void>, unknown][] = [
    [
      'a removal',
      ({ confirmations }) => confirmations.confirmRemoval(removal),
      { kind: 'removal', ...removal },
    ],
    ['a new host', ({ confirmations }) => confirmations.confirmHost(host, never), { kind: 'host', ...host }],
  ]

  it.each(questions)(
    'goes through for %s that is approved after the first moments',
    async (_, ask, shown) => {
      const desk = makeDesk()
      const done = ask(desk)
      expect(await desk.look()).toEqual(shown)
      expect(await desk.say(approve)).toMatchObject(tooEarly)
      desk.wait(700)
      expect(await desk.say({ kind: 'showWords' })).toMatchObject({
        ok: false,
        error: { data: { reason: 'notAsked' } },
      })
      await desk.say(approve)
      await done
      expect(desk.windows[0]?.isOpen).toBe(false)
    },
  )

  it.each(questions)('is declined for %s when its window is closed', async (_, ask) => {
    const desk = makeDesk()
    const failed = failureOf(ask(desk))
    desk.closeWindow()
    // A no as any other, and the window may be closed by a lock: who needs a person's own no can tell.
    expect(await failed).toMatchObject({ code: 'userDeclined', data: { reason: 'closed' } })
  })

  it('is taken back with its window when the caller gives up', async () => {
    const desk = makeDesk()
    const stopper = new AbortController()
    const failed = failureOf(desk.confirmations.confirmHost(host, stopper.signal))
    stopper.abort(new AppError('cancelled'))
    expect((await failed).code).toBe('cancelled')
    expect(desk.windows[0]?.isOpen).toBe(false)
    expect((await failureOf(desk.confirmations.confirmHost(host, stopper.signal))).code).toBe('cancelled')
    expect(desk.windows).toHaveLength(1)
  })
})

describe('the backup of a new phrase', () => {
  const asked = { label: 'New', network: 'mainnet', phrase } as const

  it('asks three of the words back and is done when they are right', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.backUpPhrase(asked)
    expect(await desk.look()).toMatchObject({ kind: 'backup', words: phrase.split(' ') })
    desk.wait(700)
    await desk.say(approve)
    const quiz = await desk.look()
    expect(quiz).toEqual({ kind: 'quiz', label: 'New', network: 'mainnet', positions: [10, 11, 12] })
    expect(await desk.say({ kind: 'words', words: ['Abuse ', 'access', 'accident'] })).toMatchObject({
      ok: true,
    })
    await done
    expect(desk.windows).toMatchObject([{ isOpen: false, isExcludedFromCapture: true }])
  })

  it('says which words are wrong, without a word, and stays open', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.backUpPhrase(asked)
    desk.wait(700)
    await desk.say(approve)
    const told = await desk.say({ kind: 'words', words: ['abuse', 'accident', ''] })
    expect(told).toEqual({
      ok: false,
      error: {
        code: 'validation',
        data: { field: 'words', reason: 'wrongWords', positions: '11, 12' },
        ref: null,
      },
    })
    expect(desk.windows[0]?.isOpen).toBe(true)
    await desk.say({ kind: 'words', words: ['abuse', 'access', 'accident'] })
    await done
  })

  it('shows the words again when asked to, and then asks others back', async () => {
    let draw = 0
    const desk = makeDesk({ randomBelow: (limit) => draw++ % limit })
    const failed = failureOf(desk.confirmations.backUpPhrase(asked))
    desk.wait(700)
    await desk.say(approve)
    const first = await desk.look()
    await desk.say({ kind: 'showWords' })
    expect(await desk.look()).toMatchObject({ kind: 'backup' })
    await desk.say(approve)
    const second = await desk.look()
    expect(second.kind).toBe('quiz')
    expect(second).not.toEqual(first)
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
  })

  it('cannot be approved past the words', async () => {
    const desk = makeDesk()
    const failed = failureOf(desk.confirmations.backUpPhrase(asked))
    desk.wait(700)
    await desk.say(approve)
    expect(await desk.say(approve)).toMatchObject({ ok: false, error: { data: { reason: 'notAsked' } } })
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
  })
})

describe('the passwords of an export', () => {
  const shown = {
    label: 'Main',
    network: 'mainnet',
    ethereumAddress: transfer.senderAddress,
    needsAppPassword: true,
  } as const
  const verifyAppPassword = (password: string): Promise<void> =>
    password === 'app password'
      ? Promise.resolve()
      : Promise.reject(new AppError('wrongPassword', { retryAfterMs: 1_000 }))
  const right = {
    kind: 'passwords',
    filePassword: 'file password',
    filePasswordAgain: 'file password',
    appPassword: 'app password',
  } as const

  it('gives the password of the file once both are right', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.askExportPasswords({ ...shown, verifyAppPassword })
    expect(await desk.look()).toEqual({ kind: 'exportKeystore', ...shown })
    desk.wait(700)
    await desk.say(right)
    expect(await done).toBe('file password')
  })

  it.each([
    ['too short', { filePassword: '1234567', filePasswordAgain: '1234567' }, 'tooShort'],
    ['too short in characters', { filePassword: '😀😀😀😀', filePasswordAgain: '😀😀😀😀' }, 'tooShort'],
    ['not the same twice', { filePasswordAgain: 'file passwort' }, 'notEqual'],
    ['no text', { filePassword: '\ud800'.repeat(8), filePasswordAgain: '\ud800'.repeat(8) }, 'notText'],
  ])('stays open when the password of the file is %s', async (_name, patch, reason) => {
    const desk = makeDesk()
    const failed = failureOf(desk.confirmations.askExportPasswords({ ...shown, verifyAppPassword }))
    desk.wait(700)
    const told = await desk.say({ ...right, ...patch })
    expect(told).toMatchObject({ ok: false, error: { data: { field: 'filePassword', reason } } })
    expect(desk.windows[0]?.isOpen).toBe(true)
    desk.closeWindow()
    expect((await failed).code).toBe('userDeclined')
  })

  it('stays open after a wrong app password, and says how long the next one has to wait', async () => {
    const desk = makeDesk()
    const done = desk.confirmations.askExportPasswords({ ...shown, verifyAppPassword })
    desk.wait(700)
    const told = await desk.say({ ...right, appPassword: 'guess' })
    expect(told).toMatchObject({ ok: false, error: { code: 'wrongPassword', data: { retryAfterMs: 1_000 } } })
    expect(await desk.say({ ...right, appPassword: null })).toMatchObject({
      error: { code: 'wrongPassword' },
    })
    await desk.say(right)
    expect(await done).toBe('file password')
  })

  it('counts as declined when it is closed while the app password is looked at', async () => {
    const desk = makeDesk()
    const looking = Promise.withResolvers<undefined>()
    const failed = failureOf(
      desk.confirmations.askExportPasswords({ ...shown, verifyAppPassword: () => looking.promise }),
    )
    desk.wait(700)
    const said = desk.say(right)
    expect(await desk.say(right)).toMatchObject({ ok: false, error: { data: { reason: 'busy' } } })
    desk.closeWindow()
    looking.resolve(undefined)
    expect(await said).toEqual({ ok: true, value: { next: null } })
    expect((await failed).code).toBe('userDeclined')
  })
})

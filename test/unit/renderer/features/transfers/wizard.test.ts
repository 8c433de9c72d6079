import { describe, expect, it } from 'vitest'
import type { ErrorReport } from '../../../../../src-preload/contract/channel.ts'
import type { RecipientCheck, RecipientWarning } from '../../../../../src-preload/contract/transfers.ts'
import { describeProgress } from '../../../../../src-renderer/features/transfers/wizard/progress.ts'
import { listKnown } from '../../../../../src-renderer/features/transfers/wizard/known-recipients.ts'
import {
  closedWizard,
  emptyDraft,
  hasEntries,
  isRecipientReady,
  next,
  openWarnings,
  type WizardEvent,
  type WizardState,
} from '../../../../../src-renderer/features/transfers/wizard/wizard.ts'
import { alice, bob, carol, makeRecipient, makeSent, makeSetup } from './make-entry.ts'

const firstTime: RecipientWarning = { kind: 'firstTime' }
const likeCarol: RecipientWarning = { kind: 'lookAlike', address: carol, label: 'Carol', why: 'sameEnds' }

function checkOf(changes: Partial<RecipientCheck> = {}): RecipientCheck {
  return {
    address: bob,
    label: null,
    sentBefore: { count: 0, lastAtMs: null },
    warnings: [],
    existence: { status: 'exists' },
    ...changes,
  }
}

const goOn: WizardEvent = { kind: 'goOn', limits: null, balance: null }
const run = (events: readonly WizardEvent[], from: WizardState = closedWizard): WizardState =>
  events.reduce(next, from)
const upTo = (check: RecipientCheck): WizardEvent[] => [
  { kind: 'open', draft: emptyDraft },
  { kind: 'recipientEntered', text: bob, source: 'paste' },
  { kind: 'checkStarted' },
  { kind: 'checked', check },
]
const amountOf = (text: string): WizardEvent => ({ kind: 'entered', field: 'amount', text })
const invalid = (data: ErrorReport['data']): ErrorReport => ({ code: 'validation', data, ref: null })
const review = (): WizardState => run([...upTo(checkOf()), goOn, amountOf('25'), goOn])

describe('the recipient', () => {
  it.each([
    ['is being looked at', [{ kind: 'open', draft: emptyDraft }, { kind: 'checkStarted' }]],
    ['is none of the service’s', upTo(checkOf({ existence: { status: 'missing' } }))],
    [
      'could not be asked about',
      upTo(checkOf({ existence: { status: 'unknown', error: { code: 'offline', data: {}, ref: null } } })),
    ],
    ['has a warning that was not acknowledged', upTo(checkOf({ warnings: [firstTime] }))],
    [
      'was typed over after it was looked at',
      [...upTo(checkOf()), { kind: 'recipientEntered', text: carol, source: 'typed' }],
    ],
  ] satisfies [string, WizardEvent[]][])('does not lead on while it %s', (_name, events) => {
    expect(run([...events, goOn]).step).toBe('recipient')
  })

  it('leads on once the service knows it and every kind of warning was acknowledged', () => {
    const check = checkOf({ warnings: [firstTime, likeCarol, { ...likeCarol, address: alice }] })
    expect(openWarnings(check, [])).toEqual(['firstTime', 'lookAlike'])
    const one = run([...upTo(check), { kind: 'acknowledged', warning: 'firstTime', isOn: true }])
    expect(run([goOn], one).step).toBe('recipient')
    const both = run([{ kind: 'acknowledged', warning: 'lookAlike', isOn: true }], one)
    expect(run([goOn], both).step).toBe('amount')
    expect(run([{ kind: 'acknowledged', warning: 'firstTime', isOn: false }, goOn], both).step).toBe(
      'recipient',
    )
  })

  it('that changes takes with it what was acknowledged about the one before', () => {
    const state = run([
      ...upTo(checkOf({ warnings: [firstTime] })),
      { kind: 'acknowledged', warning: 'firstTime', isOn: true },
      { kind: 'recipientEntered', text: carol, source: 'typed' },
      { kind: 'checked', check: checkOf({ address: carol, warnings: [firstTime] }) },
    ])
    expect(state.step === 'recipient' && isRecipientReady(state.look, state.draft.acknowledged)).toBe(false)
  })

  it('that is looked at again keeps only what is still warned of', () => {
    const state = run([
      ...upTo(checkOf({ warnings: [firstTime, likeCarol] })),
      { kind: 'acknowledged', warning: 'lookAlike', isOn: true },
      { kind: 'checked', check: checkOf({ warnings: [firstTime] }) },
    ])
    expect(state).toMatchObject({ draft: { acknowledged: [] } })
  })
})

describe('the way through the steps', () => {
  it('keeps what was entered on the way back and forth', () => {
    const back = run([{ kind: 'back' }, { kind: 'back' }], review())
    expect(back).toMatchObject({
      step: 'recipient',
      draft: { recipient: bob, source: 'paste', amount: '25' },
      look: { status: 'checked' },
    })
    expect(run([goOn, goOn], back).step).toBe('review')
  })

  it('stays at an amount or a reference that cannot be sent, and names both', () => {
    const wrong = run([
      ...upTo(checkOf()),
      goOn,
      amountOf('1,5'),
      { kind: 'entered', field: 'reference', text: 'a b' },
      goOn,
    ])
    expect(wrong).toMatchObject({
      step: 'amount',
      amountFault: { reason: 'comma' },
      referenceFault: 'notOwn',
    })
    expect(run([amountOf('1.5')], wrong)).toMatchObject({ amountFault: null, referenceFault: 'notOwn' })
  })

  it('stays at an amount over the own limit', () => {
    const limits = { now: { perTransfer: '20', perDay: null }, next: null, sentLastDay: '0' }
    const state = run([...upTo(checkOf()), goOn, amountOf('25'), { kind: 'goOn', limits, balance: null }])
    expect(state).toMatchObject({ step: 'amount', amountFault: { reason: 'overTransferLimit', limit: '20' } })
  })

  it('stays at an amount above what is free, by the page or by main', () => {
    const balance = { amount: '20', kind: 'free', asOfMs: 1 } as const
    const state = run([...upTo(checkOf()), goOn, amountOf('25'), { kind: 'goOn', limits: null, balance }])
    expect(state).toMatchObject({ step: 'amount', amountFault: { reason: 'overFree', balance: '20' } })
    const error = invalid({ field: 'amount', reason: 'overBalance', balance: '3' })
    expect(run([goOn, { kind: 'notWritten', error }], review())).toMatchObject({
      step: 'amount',
      amountFault: { reason: 'overBalance', balance: '3' },
    })
  })

  it('begins to send once: a second press changes nothing', () => {
    const sending = run([goOn], review())
    expect(sending).toMatchObject({ step: 'sending', transfer: null })
    expect(run([goOn, goOn, { kind: 'back' }], sending)).toBe(sending)
  })

  it('follows the transfer once it is written down, and no refusal to write leads back then', () => {
    const moved = run([goOn, { kind: 'moved', transfer: makeSent(1, { state: 'initiated' }) }], review())
    expect(moved).toMatchObject({ step: 'sending', transfer: { state: 'initiated' } })
    expect(run([{ kind: 'notWritten', error: invalid({ field: 'amount' }) }], moved)).toBe(moved)
  })

  it('hears nothing once it is closed', () => {
    const closed = run([{ kind: 'close' }], review())
    expect(closed).toEqual(closedWizard)
    expect(run([goOn, amountOf('5'), { kind: 'moved', transfer: makeSent(1) }], closed)).toEqual(closedWizard)
  })
})

describe('an intent that main does not write down', () => {
  const after = (error: ErrorReport): WizardState => run([goOn, { kind: 'notWritten', error }], review())

  it('leads back to the recipient where a warning is new', () => {
    const error = invalid({ field: 'acknowledged', reason: 'missing', kind: 'clipboardChanged' })
    expect(after(error)).toMatchObject({ step: 'recipient', look: { status: 'none' } })
  })

  it('leads back to the amount where a limit is in the way, with what is left', () => {
    const error = invalid({ field: 'amount', reason: 'overDayLimit', limit: '100', left: '3' })
    expect(after(error)).toMatchObject({
      step: 'amount',
      amountFault: { reason: 'overDayLimit', limit: '100', left: '3' },
    })
  })

  it('leads back to the reference where it is taken', () => {
    expect(after(invalid({ field: 'reference', reason: 'taken' }))).toMatchObject({
      step: 'amount',
      referenceFault: 'taken',
    })
  })

  it('stays at the review with any other reason', () => {
    const error: ErrorReport = { code: 'databaseUnavailable', data: {}, ref: null }
    expect(after(error)).toMatchObject({ step: 'review', error })
  })
})

describe('what leaving would lose', () => {
  it('is what was typed, and nothing once it is being sent', () => {
    expect(hasEntries(run([{ kind: 'open', draft: emptyDraft }]))).toBe(false)
    expect(hasEntries(review())).toBe(true)
    expect(hasEntries(run([goOn], review()))).toBe(false)
  })
})

describe('the lines of a sending', () => {
  const marks = (lines: ReturnType<typeof describeProgress>) => lines.map(({ mark }) => mark)

  it('begin with writing it down', () => {
    expect(marks(describeProgress(null))).toEqual(['now', 'later', 'later', 'later'])
  })

  it('wait for the person once the service was told', () => {
    const lines = describeProgress({ state: 'initiated' })
    expect(marks(lines)).toEqual(['done', 'done', 'now', 'later'])
    expect(lines[2]?.text).toBe('Confirm in the other window')
  })

  it('wait for the answer once the signature is out', () => {
    expect(describeProgress({ state: 'processing' }).at(-1)?.text).toBe('Sent, waiting for the answer')
  })

  it('claim no step of one that was refused', () => {
    expect(describeProgress({ state: 'refused' })).toEqual([{ text: 'Failed', mark: 'now' }])
  })
})

describe('the known recipients', () => {
  const setup = makeSetup({
    recent: [{ address: bob, label: 'Bob', lastAtMs: 5 }],
    recipients: [makeRecipient(carol, 'Carol'), makeRecipient(bob, 'Bob'), makeRecipient(alice, 'Alice')],
  })

  it('are those of late first, then the address book by name, each once', () => {
    expect(listKnown(setup, '').map(({ label, source }) => [label, source])).toEqual([
      ['Bob', 'recent'],
      ['Alice', 'book'],
      ['Carol', 'book'],
    ])
  })

  it('are those that the typed text is part of, by name or address', () => {
    expect(listKnown(setup, 'car').map(({ label }) => label)).toEqual(['Carol'])
    expect(listKnown(setup, bob.slice(4, 12)).map(({ label }) => label)).toEqual(['Bob'])
    expect(listKnown(setup, 'nobody')).toEqual([])
  })
})

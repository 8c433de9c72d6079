import { describe, expect, it } from 'vitest'
import { transferStates } from '../../../src-preload/contract/transfers.ts'
import { describeWarning } from '../../../src-renderer/text/transfers/transfer-warnings.ts'
import {
  describeState,
  nameState,
  nameReportedStatus,
} from '../../../src-renderer/text/transfers/transfer-text.ts'
import { describeSentBefore } from '../../../src-renderer/features/transfers/wizard/recipient-text.ts'
import { foundAsText, receiptAsText } from '../../../src-renderer/features/transfers/receipt/receipt-text.ts'
import { bob, carol, foundEntry, makeSent } from './features/transfers/make-entry.ts'

const refusal = {
  step: 'process',
  error: { code: 'rejectedByExchange', data: { status: 400, message: 'Insufficient balance' }, ref: 'a1' },
  isRefusal: true,
  atMs: 5,
} as const

describe('the words for a state', () => {
  it.each(
    transferStates.flatMap((state) => [
      { state, isBusy: false },
      { state, isBusy: true },
    ]),
  )('are sentences for $state, busy $isBusy', (changes) => {
    const { title, done, next } = describeState(makeSent(1, changes), 2)
    expect(title).not.toBe('')
    for (const text of [done, next]) expect(text).toMatch(/^$|^[A-Z].*\.$/)
  })

  it.each(['intended', 'initiating', 'initiated', 'signed', 'refused', 'abandoned'] as const)(
    'say of %s that nothing is signed or no money moves by it',
    (state) => {
      expect(describeState(makeSent(1, { state }), 2).done).toMatch(
        /nothing is signed|no funds (can move|moved)/i,
      )
    },
  )

  it('do not say of one without an answer that the service was told of it', () => {
    const { title, done } = describeState(makeSent(1, { state: 'initiating' }), 2)
    expect(title).not.toMatch(/request sent/i)
    expect(done).toContain('may have been sent, but no answer is known')
  })

  it.each([
    [
      'rejectedByExchange',
      { endpoint: 'transfers.initiate', status: 400, message: 'No' },
      'The exchange rejected the transfer.',
    ],
    [
      'rejectedByExchange',
      { endpoint: 'transfers.initiate', status: 403, message: '' },
      'or on the way to it',
    ],
    ['contractViolation', { endpoint: 'transfers.initiate', status: 403 }, 'or on the way to it'],
    ['network', { endpoint: 'transfers.initiate', reason: 'refused' }, 'probably didn’t reach the exchange'],
    [
      'rejectedByExchange',
      { endpoint: 'auth.login', status: 400, message: 'No' },
      'probably didn’t reach the exchange',
    ],
    ['unauthenticated', { reason: 'signInNeeded' }, 'probably didn’t reach the exchange'],
    [
      'unauthenticated',
      { endpoint: 'transfers.initiate', status: 401 },
      'The exchange rejected the transfer.',
    ],
    ['cancelled', {}, 'probably didn’t reach the exchange'],
    ['validation', { field: 'nonce', reason: 'usedBefore' }, 'by another transfer'],
  ] as const)('say who stopped it before it was signed: %s %j', (code, data, words) => {
    const failure = { step: 'initiate', error: { code, data, ref: null }, isRefusal: true, atMs: 5 } as const
    const { done } = describeState(makeSent(1, { state: 'refused', failure }), 9)
    expect(done).toContain(words)
    expect(done).toContain('Nothing was signed')
  })

  it.each([
    ['queued', 'The exchange reports “queued”'],
    ['pending', 'Pending at the exchange'],
  ])('name an outcome that is open as the service does: %s', (status, title) => {
    const transfer = makeSent(1, { state: 'processing', told: toldOf(status), failure: null })
    expect(describeState(transfer, 9).title).toBe(title)
  })

  it('give what came of a signature that was refused as the service’s word, with the time of the last look-up', () => {
    const lookUps = { count: 4, lastAtMs: 3000, nextAtMs: null, wasKnown: true, lastError: null }
    const words = describeState(makeSent(1, { state: 'refused', failure: refusal, lookUps }), 9)
    expect(words.title).toBe('The exchange rejected it and reports it as not completed')
    expect(words.done).toBe(
      'The exchange reports that no funds moved. Last checked on 1 Jan 1970 00:00:03 UTC.',
    )
    const network = { ...refusal, error: { ...refusal.error, code: 'network', data: {} } } as const
    expect(describeState(makeSent(1, { state: 'refused', failure: network }), 9).title).not.toMatch(
      /rejected/i,
    )
  })

  it('say to ask the operator of the service once there was no answer for ten minutes', () => {
    const next = (nowMs: number): string => describeState(makeSent(1, { state: 'processing' }), nowMs).next
    expect(next(600_000)).not.toContain('operator')
    expect(next(600_001)).toContain('Contact the exchange’s support with the reference')
    expect(next(600_001)).toContain('do not send again before they answer')
    for (const nowMs of [2, 600_001]) expect(next(nowMs)).toContain('while this account is signed in')
  })

  it('say both where the service takes back that a transfer is done', () => {
    const transfer = makeSent(1, { told: toldOf('pending') })
    expect(describeState(transfer, 9).title).toBe('It was completed; the exchange now reports it as pending')
    expect(nameState(transfer)).toBe('Completed before')
    expect(nameState(makeSent(1, { told: toldOf('success') }))).toBe('Completed')
  })

  it('say of another transfer than was meant whether a signature left this computer', () => {
    const doneOf = (changes: Parameters<typeof makeSent>[1]): string =>
      describeState(makeSent(1, { state: 'differs', told: toldOf('success'), ...changes }), 9).done
    expect(doneOf({ msgHash: null })).toContain('Nothing was signed on this computer.')
    expect(doneOf({})).toContain('A signature was sent at most once.')
    expect(doneOf({ failure: refusal })).toContain('was sent, or may have been')
  })

  it('never say of an unknown outcome that it failed or is done', () => {
    const told = { ...toldOf('pending') }
    for (const changes of [
      {},
      { failure: refusal },
      { told },
      { told: { ...told, status: 'queued' } },
      { lookUps: { count: 2, lastAtMs: 3, nextAtMs: 9, wasKnown: false, lastError: null } },
    ]) {
      const words = describeState(makeSent(1, { state: 'processing', ...changes }), 9)
      const text = Object.values(words).join(' ')
      expect(text).toContain('Funds may have moved.')
      expect(text).toContain('It was not sent again.')
      expect(text).not.toMatch(/failed|no funds moved/i)
    }
  })

  it('say what goes on while a step is under way', () => {
    expect(nameState({ state: 'initiated', isBusy: true })).toBe('Pending confirmation')
    expect(nameState({ state: 'initiated', isBusy: false })).toBe('Pending confirmation')
    expect(nameState({ state: 'succeeded', isBusy: true })).toBe('Completed')
  })

  it('keep a status of the service that nobody knows as it is', () => {
    expect(nameReportedStatus({ status: 'queued' })).toBe('“queued”')
  })
})

const toldOf = (status: string) => ({
  reference: 'ref-1',
  amount: '2500',
  currency: 'usdc',
  fromAddress: bob,
  destinationAddress: carol,
  status,
  createdAtMs: 1,
  updatedAtMs: 2,
  asOfMs: 3,
})

describe('the words for a warning', () => {
  it('are calm for a first transfer, loud for all others', () => {
    expect(describeWarning({ kind: 'firstTime' }).isLoud).toBe(false)
    expect(describeWarning({ kind: 'clipboardChanged', address: bob }).isLoud).toBe(true)
    expect(describeWarning({ kind: 'onlyReceivedFrom', atMs: 0 })).toMatchObject({ isLoud: true })
  })

  it('name whom a look-alike could be taken for, also in what the person says', () => {
    const words = describeWarning({ kind: 'lookAlike', address: bob, label: 'Bob', why: 'fewDiffer' })
    expect(words.title).toContain('“Bob”')
    expect(words.acknowledge).toContain('“Bob”')
    expect(
      describeWarning({ kind: 'lookAlike', address: bob, label: null, why: 'sameEnds' }).title,
    ).not.toContain('null')
  })
})

it('says how often something was sent to a recipient, and when last', () => {
  const nowMs = Date.UTC(2026, 10, 20)
  const lastAtMs = Date.UTC(2026, 10, 12)
  expect(describeSentBefore({ count: 3, lastAtMs }, nowMs)).toBe('Sent before: 3 times, last 12 Nov.')
  expect(describeSentBefore({ count: 1, lastAtMs: Date.UTC(2025, 0, 2) }, nowMs)).toBe(
    'Sent before: once, last 2 Jan 2025.',
  )
  expect(describeSentBefore({ count: 0, lastAtMs: null }, nowMs)).toBe('Never sent to this address.')
})

describe('a receipt as text', () => {
  it('has every fact in full, and the service’s own sentence', () => {
    const text = receiptAsText(makeSent(1, { state: 'refused', failure: refusal, note: 'Rent' }), 9)
    for (const part of [
      bob,
      '25 USDC',
      'ref-1',
      'Insufficient balance',
      'Rent',
      '1970-01-01T00:00:00.001Z',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('names what differs with what the service tells', () => {
    const text = receiptAsText(
      makeSent(1, {
        state: 'differs',
        told: toldOf('success'),
        differences: ['amount', 'destinationAddress'],
      }),
      9,
    )
    expect(text).toContain('Amount (exchange): 2500')
    expect(text).toContain(`To (exchange): ${carol}`)
  })

  it('of one that was only looked up says so', () => {
    const entry = foundEntry(7)
    if (entry.kind !== 'found') throw new Error('another kind')
    expect(foundAsText(entry.transfer)).toContain('Received, Completed (exchange)')
  })
})

import { describe, expect, it } from 'vitest'
import { transferStates } from '../../../src-preload/contract/transfers.ts'
import { describeWarning } from '../../../src-renderer/lib/transfer-warnings.ts'
import { describeState, nameState, nameToldStatus } from '../../../src-renderer/lib/transfer-words.ts'
import { describeSentBefore } from '../../../src-renderer/views/transfers/wizard/recipient-words.ts'
import { foundAsText, receiptAsText } from '../../../src-renderer/views/transfers/receipt/receipt-text.ts'
import { bob, carol, foundEntry, makeSent } from './views/transfers/make-entry.ts'

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
    const { title, done, next } = describeState(makeSent(1, changes))
    expect(title).not.toBe('')
    for (const text of [done, next]) expect(text).toMatch(/^$|^[A-Z].*\.$/)
  })

  it.each(['intended', 'initiating', 'initiated', 'signed', 'refused', 'abandoned'] as const)(
    'say of %s that nothing is signed or no money has moved',
    (state) => {
      expect(describeState(makeSent(1, { state })).done).toMatch(/nothing is signed|[Nn]o money has moved/i)
    },
  )

  it('never say of an unknown outcome that it failed or is done', () => {
    const told = { ...toldOf('pending') }
    for (const changes of [
      {},
      { failure: refusal },
      { told },
      { told: { ...told, status: 'queued' } },
      { lookUps: { count: 2, lastAtMs: 3, nextAtMs: 9, wasKnown: false, lastError: null } },
    ]) {
      const words = describeState(makeSent(1, { state: 'processing', ...changes }))
      const text = Object.values(words).join(' ')
      expect(text).toContain('The money may have moved.')
      expect(text).toContain('It was not sent a second time.')
      expect(text).not.toMatch(/failed|no money has moved/i)
    }
  })

  it('say what goes on while a step is under way', () => {
    expect(nameState({ state: 'initiated', isBusy: true })).toBe('Waiting for your word')
    expect(nameState({ state: 'initiated', isBusy: false })).toBe('To be confirmed')
    expect(nameState({ state: 'succeeded', isBusy: true })).toBe('Done')
  })

  it('keep a status of the service that nobody knows as it is', () => {
    expect(nameToldStatus({ status: 'queued' })).toBe('“queued”')
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
  expect(describeSentBefore({ count: 3, lastAtMs }, nowMs)).toBe('Sent there before: 3 times, last 12 Nov.')
  expect(describeSentBefore({ count: 1, lastAtMs: Date.UTC(2025, 0, 2) }, nowMs)).toBe(
    'Sent there before: once, last 2 Jan 2025.',
  )
  expect(describeSentBefore({ count: 0, lastAtMs: null }, nowMs)).toBe('Nothing was sent there from here.')
})

describe('a receipt as text', () => {
  it('has every fact in full, and the service’s own sentence', () => {
    const text = receiptAsText(makeSent(1, { state: 'refused', failure: refusal, note: 'Rent' }))
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
    )
    expect(text).toContain('Amount by the service: 2500')
    expect(text).toContain(`To by the service: ${carol}`)
  })

  it('of one that was only looked up says so', () => {
    const entry = foundEntry(7)
    if (entry.kind !== 'found') throw new Error('another kind')
    expect(foundAsText(entry.transfer)).toContain('Received, Done by the service')
  })
})

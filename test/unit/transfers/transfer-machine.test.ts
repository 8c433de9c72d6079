// Proof of what the service's word for a transfer means in each state, and of what is offered there.
import { describe, expect, test } from 'vitest'
import { transferStates, type TransferState } from '../../../src-preload/contract/transfers.ts'
import {
  enteredFrom,
  findDifferences,
  interpretRecord,
  offersFor,
} from '../../../src-main/transfers/transfer-machine.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import {
  afterWrites,
  recipientAddress,
  sampleFailure,
  sampleTold,
  sender,
} from '../store/sample-transfers.ts'

const meant = afterWrites(1, 0).transfer
const told = sampleTold(1)
const other = { ...told, amount: '13' }

function inState(state: TransferState, isRefused = false): StoredTransfer {
  const failure = isRefused ? sampleFailure('process', true) : null
  return { ...meant, state, failure, differences: state === 'differs' ? ['currency'] : [] }
}

const begun = transferStates.filter((state) => state !== 'intended')

describe.each(transferStates)('a transfer in state %s', (state) => {
  test('is done as soon as the service tells it as it was meant, unless it never began', () => {
    expect(interpretRecord(inState(state), told)).toEqual({
      state: state === 'intended' ? 'intended' : 'succeeded',
      differences: [],
    })
  })

  test('differs as soon as the service tells another one under its reference, unless it never began', () => {
    for (const word of ['success', 'pending', 'failed']) {
      const verdict = interpretRecord(inState(state), { ...other, status: word })
      expect(verdict.state).toBe(state === 'intended' ? 'intended' : 'differs')
      if (state !== 'intended') expect(verdict.differences).toEqual(['amount'])
    }
  })

  test('stays where it is while the service has it as pending, does not know it, or says a word that nobody knows', () => {
    const transfer = inState(state)
    const stay = { state, differences: transfer.differences }
    expect(interpretRecord(transfer, { ...told, status: 'pending' })).toEqual(stay)
    expect(interpretRecord(transfer, { ...told, status: 'failed' })).toEqual(stay)
    expect(interpretRecord(transfer, null)).toEqual(stay)
  })

  test('is refused only where its signature was sent and refused, and the service has not done it', () => {
    const expected = state === 'processing' ? 'refused' : state
    expect(interpretRecord(inState(state, true), { ...told, status: 'pending' }).state).toBe(expected)
    // The service gave a hash for the reference: that it does not know it now settles nothing.
    expect(interpretRecord(inState(state, true), null).state).toBe(state)
    expect(interpretRecord(inState(state, true), { ...told, status: 'failed' }).state).toBe(state)
  })

  test('offers nothing while something of it is under way', () => {
    expect(offersFor(state, true)).toEqual([])
  })

  test('offers only steps that can be taken from it', () => {
    const offers = offersFor(state, false)
    const next = [enteredFrom.initiating, enteredFrom.signed, enteredFrom.processing]
    expect(offers.includes('proceed')).toBe(next.some((from) => from.includes(state)))
    expect(offers.includes('abandon')).toBe(enteredFrom.abandoned.includes(state))
  })
})

test('a refusal of the first call says nothing about a signature that was sent later', () => {
  const transfer = { ...inState('processing'), failure: sampleFailure('initiate', true) }
  expect(interpretRecord(transfer, null).state).toBe('processing')
})

test('another one is offered only where nobody has to wait for this one any more', () => {
  const offering = transferStates.filter((state) => offersFor(state, false).includes('again'))
  expect(offering).toEqual(['succeeded', 'refused', 'abandoned'])
})

test('no state but one leads to a call, and no way leads back to it', () => {
  expect(enteredFrom.initiating).toEqual(['intended'])
  expect(enteredFrom.processing).toEqual(['signed'])
  for (const state of begun)
    expect(enteredFrom[state]).not.toContain(state === 'differs' ? 'intended' : state)
})

test('every field that is not what was meant is named, and how an address or a number is written is not', () => {
  expect(findDifferences(meant, { ...told, amount: '12.0000010', currency: 'USDC' })).toEqual([])
  expect(findDifferences(meant, { ...told, destinationAddress: recipientAddress.toUpperCase() })).toEqual([])
  expect(
    findDifferences(meant, {
      ...told,
      reference: 'REF-1',
      amount: '12',
      currency: 'eth',
      fromAddress: recipientAddress,
      destinationAddress: sender,
    }),
  ).toEqual(['reference', 'amount', 'currency', 'fromAddress', 'destinationAddress'])
})

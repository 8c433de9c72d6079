// The transfer journal keeps what it is told, and refuses what must not be.
import { expect, test } from 'vitest'
import type { TransferState } from '../../../../src-preload/contract/transfers.ts'
import type { Journal } from '../../../../src-main/store/api/journal-api.ts'
import {
  afterWrites,
  network,
  noLookUps,
  sampleFailure,
  sampleIntent,
  sampleTold,
  sender,
  signature,
  timeOf,
  toSign,
  wayOf,
} from '../../../unit/store/sample-transfers.ts'
import { makeFile, openTestJournal } from '../support.ts'

async function walk(journal: Journal, number: number, writes = wayOf(number).length): Promise<string> {
  const { id } = await journal.createTransfer(sampleIntent(number), `note ${number}`)
  for (const [at, { to, change }] of wayOf(number).slice(0, writes).entries()) {
    const from = afterWrites(number, at).transfer.state
    const moved = await journal.moveTransfer(id, [from], to, change, timeOf(number, at + 1))
    expect(moved).toEqual(afterWrites(number, at + 1).transfer)
  }
  return id
}

const refusal = (field: string, reason: string): unknown =>
  expect.objectContaining({ code: 'validation', data: { field, reason } })

test('a transfer reads back as it was written, whichever way it went, also by the next start', async () => {
  const file = makeFile()
  const journal = await openTestJournal(file)
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  for (const number of numbers) await walk(journal, number)
  await journal.close()
  const next = await openTestJournal(file)
  for (const number of numbers) {
    const { transfer, steps } = afterWrites(number, wayOf(number).length)
    expect(await next.getStoredTransfer(transfer.id)).toEqual(transfer)
    expect(await next.getTransferSteps(transfer.id)).toEqual(steps)
    expect(await next.findTransfer(network, sender, transfer.reference)).toEqual(transfer)
  }
})

test('keeps who sent where, and every field of a failure and a look-up', async () => {
  const journal = await openTestJournal()
  const intent = sampleIntent(1, {
    networkKind: 'custom',
    baseUrl: 'https://exchange.example/api',
    networkKey: 'https://exchange.example/api',
    host: 'exchange.example',
  })
  const made = await journal.createTransfer(intent, 'für ‘Ä’\n🙂')
  expect(made).toMatchObject({ ...intent, note: 'für ‘Ä’\n🙂', state: 'intended', lookUps: noLookUps })
  const lastError = {
    code: 'timeout' as const,
    data: { limitMs: 5, phase: 'answer', retried: true, none: null },
    ref: 'K7',
  }
  const change = {
    note: '',
    told: sampleTold(1, 'pending'),
    lookUps: { count: 3, lastAtMs: 9, wasKnown: true, lastError },
  }
  const noted = await journal.noteTransfer(intent.id, change, 10)
  expect(noted).toEqual({ ...made, ...change, updatedAtMs: 10 })
  expect(await journal.getStoredTransfer(intent.id)).toEqual(noted)
  expect(await journal.getTransferSteps(intent.id)).toEqual([{ state: 'intended', atMs: 1000 }])
})

test('a sender uses a reference once on a network, in whatever case its address is written', async () => {
  const journal = await openTestJournal()
  const first = await journal.createTransfer(sampleIntent(1), '')
  const again = (changes: Parameters<typeof sampleIntent>[1]) =>
    journal.createTransfer(sampleIntent(2, { reference: 'ref-1', ...changes }), '')
  await expect(again({})).rejects.toEqual(refusal('reference', 'taken'))
  await expect(again({ senderAddress: sender.toLowerCase() })).rejects.toEqual(refusal('reference', 'taken'))
  expect(await journal.listTransfers(network, sender)).toEqual([first])

  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const fromOther = await journal.createTransfer(
    sampleIntent(2, { reference: 'ref-1', senderAddress: other }),
    '',
  )
  const elsewhere = await journal.createTransfer(
    sampleIntent(3, { reference: 'ref-1', networkKey: 'n2' }),
    '',
  )
  const cased = await journal.createTransfer(sampleIntent(4, { reference: 'REF-1' }), '')
  expect(await journal.findTransfer(network, sender.toLowerCase(), 'ref-1')).toEqual(first)
  expect(await journal.findTransfer(network, other, 'ref-1')).toEqual(fromOther)
  expect(await journal.findTransfer('n2', sender, 'ref-1')).toEqual(elsewhere)
  expect(await journal.findTransfer(network, sender, 'REF-1')).toEqual(cased)
  expect(await journal.findTransfer(network, sender, 'ref-2')).toBeNull()
})

test('a hash or nonce that another transfer had is refused, and the transfer stays as it was', async () => {
  const journal = await openTestJournal()
  await walk(journal, 8, 2)
  const { msgHash, nonce } = toSign(8)
  const { id } = await journal.createTransfer(sampleIntent(1), '')
  const before = await journal.moveTransfer(id, ['intended'], 'initiating', {}, 1)
  const initiate = (given: { msgHash: string; nonce: number }) =>
    journal.moveTransfer(
      id,
      ['initiating'],
      'initiated',
      { ...given, failure: sampleFailure('initiate', false) },
      2,
    )

  const digits = msgHash.slice(2)
  for (const same of [msgHash, `0x${digits.toUpperCase()}`, `0x000${digits}`, `0x${digits.slice(1)}`]) {
    await expect(initiate({ msgHash: same, nonce: 5 })).rejects.toEqual(refusal('msgHash', 'usedBefore'))
  }
  await expect(initiate({ msgHash: '0x5', nonce })).rejects.toEqual(refusal('nonce', 'usedBefore'))
  expect(await journal.getStoredTransfer(id)).toEqual(before)
  expect(await journal.getTransferSteps(id)).toHaveLength(2)

  // Other digits are another hash: zeros count anywhere but in front.
  const moved = await initiate({ msgHash: `${msgHash}0`, nonce: nonce + 1 })
  expect(moved).toMatchObject({ state: 'initiated', msgHash: `${msgHash}0`, nonce: nonce + 1 })
})

test('a hash is refused wherever it comes again, a nonce to the same sender of the network alone', async () => {
  const journal = await openTestJournal()
  await walk(journal, 8, 2)
  const { msgHash, nonce } = toSign(8)
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const mine = await journal.createTransfer(sampleIntent(1, { senderAddress: other }), '')
  await journal.moveTransfer(mine.id, ['intended'], 'initiating', {}, 1)
  const from: TransferState[] = ['initiating']
  await expect(journal.moveTransfer(mine.id, from, 'initiated', { msgHash, nonce }, 2)).rejects.toEqual(
    refusal('msgHash', 'usedBefore'),
  )
  const change = { msgHash: '0x5', nonce }
  expect(await journal.moveTransfer(mine.id, from, 'initiated', change, 2)).toMatchObject(change)

  const elsewhere = await journal.createTransfer(sampleIntent(2, { networkKey: 'n2' }), '')
  await journal.moveTransfer(elsewhere.id, ['intended'], 'initiating', {}, 1)
  await expect(journal.moveTransfer(elsewhere.id, from, 'initiated', { msgHash, nonce }, 2)).rejects.toEqual(
    refusal('msgHash', 'usedBefore'),
  )
  const another = { msgHash: '0x6', nonce }
  expect(await journal.moveTransfer(elsewhere.id, from, 'initiated', another, 2)).toMatchObject(another)
})

test('moves nothing from a state that it is not in, nor what does not exist', async () => {
  const journal = await openTestJournal()
  const id = await walk(journal, 8)
  const before = await journal.getStoredTransfer(id)
  expect(
    await journal.moveTransfer(id, ['initiating', 'initiated'], 'abandoned', { note: 'x' }, 9),
  ).toBeNull()
  expect(await journal.moveTransfer(id, [], 'refused', { note: 'x' }, 9)).toBeNull()
  expect(await journal.getStoredTransfer(id)).toEqual(before)
  expect(await journal.moveTransfer('nobody', ['intended'], 'initiating', {}, 9)).toBeNull()
  expect(await journal.noteTransfer('nobody', { note: 'x' }, 9)).toBeNull()
  expect(await journal.getStoredTransfer('nobody')).toBeNull()
  expect(await journal.getTransferSteps('nobody')).toEqual([])
})

test('a state is not entered without what it demands', async () => {
  const journal = await openTestJournal()
  const id = await walk(journal, 8, 2)
  const before = await journal.getStoredTransfer(id)
  const from: TransferState[] = ['initiated']
  const impossible: [TransferState, object][] = [
    ['signed', {}],
    ['processing', {}],
    ['succeeded', {}],
    ['differs', { told: sampleTold(8) }],
    ['succeeded', { told: sampleTold(8), differences: ['amount'] }],
    ['refused', { failure: sampleFailure('process', false) }],
    ['abandoned', { signature }],
    ['signed', { signature, msgHash: '0x77' }],
  ]
  for (const [to, change] of impossible) {
    await expect(journal.moveTransfer(id, from, to, change, 9), to).rejects.toMatchObject({
      code: 'internal',
    })
  }
  expect(await journal.getStoredTransfer(id)).toEqual(before)
  expect(await journal.getTransferSteps(id)).toEqual(afterWrites(8, 2).steps)
})

test('of two programs that move a transfer at once, exactly one does', async () => {
  const file = makeFile()
  const [one, other] = [await openTestJournal(file), await openTestJournal(file)]
  for (let number = 1; number <= 20; number += 1) {
    const { id } = await one.createTransfer(sampleIntent(number), '')
    const results = await Promise.all([
      one.moveTransfer(id, ['intended'], 'initiating', { note: 'one' }, 10),
      other.moveTransfer(id, ['intended'], 'initiating', { note: 'other' }, 11),
      one.moveTransfer(id, ['intended'], 'abandoned', { note: 'third' }, 12),
    ])
    const won = results.filter((result) => result !== null)
    expect(won).toHaveLength(1)
    expect(await other.getStoredTransfer(id)).toEqual(won[0])
    expect(await other.getTransferSteps(id)).toEqual([
      { state: 'intended', atMs: number * 1000 },
      { state: won[0]?.state, atMs: won[0]?.updatedAtMs },
    ])
  }
})

test('of two programs that use a reference at once, exactly one does', async () => {
  const file = makeFile()
  const [one, other] = [await openTestJournal(file), await openTestJournal(file)]
  const results = await Promise.allSettled(
    [one, other, one, other].map((journal, at) =>
      journal.createTransfer(sampleIntent(at + 1, { reference: 'same' }), ''),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toEqual(refusal('reference', 'taken'))
  }
})

test('lists those of one sender on one network, newest first, and the open ones of all', async () => {
  const journal = await openTestJournal()
  for (const number of [3, 1, 2]) await walk(journal, number, 0)
  await journal.createTransfer(sampleIntent(9, { createdAtMs: 3000 }), '')
  await journal.createTransfer(sampleIntent(10, { networkKey: 'n2' }), '')
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  await journal.createTransfer(sampleIntent(11, { senderAddress: other }), '')
  const ids = async (networkKey: string, address: string) =>
    (await journal.listTransfers(networkKey, address)).map(({ reference }) => reference)
  expect(await ids(network, sender.toLowerCase())).toEqual(['ref-9', 'ref-3', 'ref-2', 'ref-1'])
  expect(await ids('n2', sender)).toEqual(['ref-10'])
  expect(await ids(network, other)).toEqual(['ref-11'])

  expect(await journal.listWatchedTransfers()).toEqual([])
  for (const number of [24, 17, 19, 16]) await walk(journal, number, 4)
  expect((await journal.listWatchedTransfers()).map(({ reference }) => reference)).toEqual([
    'ref-16',
    'ref-17',
    'ref-19',
    'ref-24',
  ])
})

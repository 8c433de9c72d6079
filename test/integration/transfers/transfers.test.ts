// Proof of what the page may ask: which intents are written down, which limits hold when money leaves, what is told of it.
import { describe, expect, test } from 'vitest'
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeComputer } from './lone-computer.ts'

const hourMs = 3_600_000
const overDay = (left: string): ErrorData => ({ field: 'amount', reason: 'overDayLimit', limit: '100', left })

describe('an intent', () => {
  test('is refused where it makes no sense, and then nothing is written down', async () => {
    const { computer, intend, exchange } = makeComputer()
    const reasonOf = async (changes: Parameters<typeof intend>[0]) => (await failureOf(intend(changes))).data
    const own = exchange.user(0).ethereumAddress
    expect(await reasonOf({ recipientAddress: own })).toMatchObject({
      field: 'recipient',
      reason: 'ownAddress',
    })
    expect(await reasonOf({ recipientAddress: own.toLowerCase() })).toMatchObject({ reason: 'ownAddress' })
    expect(await reasonOf({ recipientAddress: '0x12' })).toMatchObject({ field: 'recipient' })
    expect(await reasonOf({ amount: '0' })).toMatchObject({ field: 'amount' })
    expect(await reasonOf({ amount: '1.0000001' })).toMatchObject({ field: 'amount' })
    expect(await reasonOf({ reference: 'a/b' })).toMatchObject({ field: 'reference' })
    // The service would take it, and the page could never be told of it again.
    expect(await reasonOf({ reference: 'INV 12.a' })).toMatchObject({ field: 'reference', reason: 'notOwn' })
    expect(await reasonOf({ acknowledged: [] })).toMatchObject({ field: 'acknowledged', kind: 'firstTime' })
    expect(computer.journal()).toEqual([])
  })

  test('has a reference that this account has not used, its own or one that is made', async () => {
    const { intend } = makeComputer()
    const { reference } = await intend({ reference: 'rent-11' })
    expect(reference).toBe('rent-11')
    expect((await failureOf(intend({ reference }))).data).toMatchObject({
      field: 'reference',
      reason: 'taken',
    })
    const made = await Promise.all([1, 2, 3].map(() => intend()))
    expect(new Set(made.map((one) => one.reference)).size).toBe(3)
    for (const one of made) expect(one.reference).toMatch(/^[1-9]\d{16}$/)
  })

  test('and a note to it are told to all who show transfers', async () => {
    const { computer, intend, told } = makeComputer()
    const { id } = await intend()
    expect(told.last('transfers:changed')).toEqual({ ids: [id] })
    const before = told.count('transfers:changed')
    expect((await computer.services.setNote({ id, note: 'for May' })).note).toBe('for May')
    expect(told.count('transfers:changed')).toBe(before + 1)
  })
})

describe('every step', () => {
  test('is told when it begins, when it changes something, and when it has ended', async () => {
    const { computer, initiate, told } = makeComputer()
    const { id } = await initiate()
    const before = told.count('transfers:changed')
    await computer.services.proceed({ id })
    // Begun, signed, sent, succeeded, ended.
    expect(told.count('transfers:changed') - before).toBe(5)
  })
})

describe('the limit of a day', () => {
  async function withLimits() {
    const world = makeComputer()
    await world.computer.services.setLimits({ perTransfer: '60', perDay: '100' })
    const send = async (amount: string) => {
      const { id } = await world.initiate({ amount })
      return world.computer.services.proceed({ id })
    }
    return { ...world, send }
  }

  test('counts what left within the last 24 hours, to the millisecond, and not by the calendar', async () => {
    const { clock, send, intend } = await withLimits()
    await send('60')
    const sentMs = clock.now()
    clock.moveTo(sentMs + 24 * hourMs - 1)
    expect((await failureOf(intend({ amount: '40.000001' }))).data).toMatchObject(overDay('40'))
    clock.moveTo(sentMs + 24 * hourMs)
    expect((await send('60')).state).toBe('succeeded')
  })

  test('does not count again what has a new note, or was looked up again', async () => {
    const { computer, clock, send } = await withLimits()
    const { id } = await send('60')
    clock.moveTo(clock.now() + 25 * hourMs)
    await computer.services.setNote({ id, note: 'late' })
    await computer.services.lookUp({ id })
    expect((await computer.services.getSetup()).limits.sentLastDay).toBe('0')
  })

  test('counts a signature that waits to be sent, however long it waits', async () => {
    const { computer, clock, initiate, send, intend } = await withLimits()
    const { id } = await initiate({ amount: '60' })
    computer.setCrashAtWrite({ left: 1, when: 'after' })
    await computer.run((services) => services.proceed({ id }))
    clock.moveTo(clock.now() + 72 * hourMs)
    expect((await failureOf(intend({ amount: '41' }))).data).toMatchObject(overDay('40'))
    expect((await send('40')).state).toBe('succeeded')
  })

  test('counts what may have left from when it was sent, a refused signature among it, and not what was given up', async () => {
    const { computer, now, initiate } = await withLimits()
    const lost = await initiate({ amount: '30' })
    now.faults = { process: 'loseRequest' }
    expect((await computer.services.proceed({ id: lost.id })).state).toBe('processing')
    now.faults = {}
    const refused = await initiate({ amount: '20' })
    now.faults = { process: 'slowDown' }
    expect((await computer.services.proceed({ id: refused.id })).state).toBe('refused')
    now.faults = {}
    const { id } = await initiate({ amount: '10' })
    await computer.services.abandon({ id })
    expect((await computer.services.getSetup()).limits.sentLastDay).toBe('50')
  })

  test('holds for two that are confirmed at the same time: the second is not signed', async () => {
    const { computer, initiate, read, countOf } = await withLimits()
    const both = [await initiate({ amount: '60' }), await initiate({ amount: '60' })]
    const results = await Promise.allSettled(both.map(({ id }) => computer.services.proceed({ id })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.map(({ id }) => read(id).state).sort()).toEqual(['initiated', 'succeeded'])
    expect(countOf('process')).toBe(1)
  })

  test('holds when the money leaves, also for what was written down before', async () => {
    const { computer, initiate, send } = await withLimits()
    const early = await initiate({ amount: '60' })
    await send('60')
    expect((await failureOf(computer.services.proceed({ id: early.id }))).data).toMatchObject(overDay('40'))
  })

  test('is each account’s own', async () => {
    const { computer, send, exchange } = await withLimits()
    await send('60')
    computer.use(1)
    expect((await computer.services.getSetup()).limits).toEqual({
      now: { perTransfer: null, perDay: null },
      next: null,
      sentLastDay: '0',
    })
    expect(exchange.balances()).toEqual([24_940_000_000n, 10_060_000_000n])
  })
})

describe('limits', () => {
  test('that are lowered hold at once, that are raised hold after a day, and a restart changes neither', async () => {
    const { computer, clock, intend } = makeComputer()
    await computer.services.setLimits({ perTransfer: '50', perDay: null })
    await computer.services.setLimits({ perTransfer: '80', perDay: null })
    computer.crash()
    const overTransfer = { field: 'amount', reason: 'overTransferLimit', limit: '50' }
    expect((await failureOf(intend({ amount: '51' }))).data).toEqual(overTransfer)
    clock.moveTo(clock.now() + 24 * hourMs - 1)
    expect((await failureOf(intend({ amount: '51' }))).data).toEqual(overTransfer)
    clock.moveTo(clock.now() + 1)
    expect((await intend({ amount: '51' })).state).toBe('intended')
  })

  test('of zero are refused: who wants to send nothing needs no limit', async () => {
    const { computer } = makeComputer()
    const failure = await failureOf(computer.services.setLimits({ perTransfer: null, perDay: '0' }))
    expect(failure.data).toEqual({ field: 'perDay', reason: 'zero' })
  })
})

test('a transfer between the two is seen by the other side, who knows the reference', async () => {
  const { computer, initiate } = makeComputer()
  const { id, reference } = await initiate({ amount: '12' })
  await computer.services.proceed({ id })
  computer.use(1)
  const { entry } = await computer.services.find({ reference })
  expect(entry).toMatchObject({ kind: 'found', transfer: { direction: 'received', told: { reference } } })
  const filter = { text: '', states: [], fromMs: null, toMs: null }
  const { entries } = await computer.services.list({ filter, limit: 10, beforeMs: null })
  expect(entries).toEqual([entry])
  expect(await computer.services.find({ reference: 'nobody-knows' })).toEqual({ entry: null })
})

// Proof of what a step comes to when the person says no, leaves the account, or the app goes while it is under way.
import { describe, expect, test } from 'vitest'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeComputer } from './lone-computer.ts'

describe('a person', () => {
  test('who says no leaves everything as it was, and can be asked again', async () => {
    const { computer, now, initiate, countOf } = makeComputer()
    const { id } = await initiate()
    now.person = 'decline'
    expect((await failureOf(computer.services.proceed({ id }))).code).toBe('userDeclined')
    expect(await computer.services.get({ id })).toMatchObject({ state: 'initiated', isBusy: false })
    expect(countOf('process')).toBe(0)
    now.person = 'approve'
    expect((await computer.services.proceed({ id })).state).toBe('succeeded')
  })

  test('whose key turns out to be another has signed nothing', async () => {
    const { computer, initiate, read, countOf } = makeComputer()
    const { id } = await initiate()
    computer.setWrongKey(true)
    expect((await failureOf(computer.services.proceed({ id }))).code).toBe('keyMismatch')
    expect(read(id)).toMatchObject({ state: 'initiated', signature: null })
    expect(countOf('process')).toBe(0)
  })

  test('who leaves the account while the question is open signs nothing, and loses nothing', async () => {
    const { computer, now, initiate, read, countOf } = makeComputer()
    const { id } = await initiate()
    now.person = 'leave'
    expect((await failureOf(computer.services.proceed({ id }))).code).toBe('cancelled')
    expect(read(id)).toMatchObject({ state: 'initiated', signature: null })
    expect(computer.journal(1)).toEqual([])
    expect(countOf('process')).toBe(0)
    computer.use(0)
    now.person = 'approve'
    expect((await computer.services.proceed({ id })).state).toBe('succeeded')
  })
})

describe('the account is left', () => {
  test.each(['leaveBefore', 'leaveAfter'] as const)(
    'while a signature is under way (%s): nobody knows, until the account is back and the look-up tells',
    async (fault) => {
      const { computer, now, initiate, read, settle, countOf } = makeComputer()
      const { id } = await initiate()
      now.faults = { process: fault }
      expect((await computer.services.proceed({ id })).state).toBe('processing')
      expect(computer.journal(1)).toEqual([])
      computer.use(0)
      await settle()
      expect(read(id).state).toBe('succeeded')
      expect(countOf('process')).toBe(1)
    },
  )

  test('and its transfers are of no concern to the next one', async () => {
    const { computer, initiate } = makeComputer()
    const { id } = await initiate()
    computer.use(1)
    for (const step of ['get', 'proceed', 'abandon', 'lookUp'] as const)
      expect((await failureOf(computer.services[step]({ id }))).data).toEqual({ what: 'transfer' })
  })
})

test('while a call is under way nothing else is done with its transfer', async () => {
  const { computer, now, intend } = makeComputer()
  const { id } = await intend()
  const reasons: Promise<unknown>[] = []
  now.onCall = () => {
    for (const step of ['abandon', 'proceed', 'lookUp'] as const)
      reasons.push(failureOf(computer.services[step]({ id })).then(({ data }) => data['reason']))
  }
  expect((await computer.services.proceed({ id })).state).toBe('succeeded')
  // Told, looked up before the question, and sent.
  expect(await Promise.all(reasons)).toEqual(Array(9).fill('busy'))
})

describe('a crash', () => {
  test('after the signature was written down leaves it to be sent, once', async () => {
    const { computer, initiate, countOf } = makeComputer()
    const { id } = await initiate()
    computer.setCrashAtWrite({ left: 1, when: 'after' })
    expect(await computer.run((services) => services.proceed({ id }))).toBe('crashed')
    expect(await computer.services.get({ id })).toMatchObject({
      state: 'signed',
      offers: ['proceed', 'lookUp'],
    })
    expect(countOf('process')).toBe(0)
    expect((await computer.services.proceed({ id })).state).toBe('succeeded')
    await failureOf(computer.services.proceed({ id }))
    expect(countOf('process')).toBe(1)
  })

  test('after the exchange has done it is found out by the next start, by itself', async () => {
    const { computer, now, initiate, read, settle, countOf } = makeComputer()
    const { id } = await initiate()
    now.faults = { process: 'leaveAfter' }
    now.isLeftByCrash = true
    expect(await computer.run((services) => services.proceed({ id }))).toBe('crashed')
    await settle()
    expect(read(id).state).toBe('succeeded')
    expect(countOf('process')).toBe(1)
  })
})

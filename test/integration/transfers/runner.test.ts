// Proof of what each step of a transfer comes to when something fails on its way.
import { describe, expect, test } from 'vitest'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeComputer } from './lone-computer.ts'

test('a transfer goes its way: written down, told, confirmed, sent once, and done', async () => {
  const { computer, intend, proceedToQuestion, countOf, exchange } = makeComputer()
  const made = await intend({ amount: '12.5', note: 'rent' })
  expect(made).toMatchObject({ state: 'intended', offers: ['proceed', 'abandon'], isBusy: false })
  const initiated = await proceedToQuestion(made.id)
  expect(initiated).toMatchObject({
    state: 'initiated',
    failure: null,
    offers: ['proceed', 'lookUp', 'abandon'],
  })
  const done = await computer.services.proceed({ id: made.id })
  expect(done).toMatchObject({ state: 'succeeded', failure: null, differences: [], note: 'rent' })
  expect(done.told).toMatchObject({ reference: made.reference, status: 'success' })
  expect([countOf('initiate'), countOf('process')]).toEqual([1, 1])
  expect(exchange.balances()).toEqual([24_987_500_000n, 10_012_500_000n])
  expect(computer.stepsOf(made.id).map(({ state }) => state)).toEqual([
    'intended',
    'initiating',
    'initiated',
    'signed',
    'processing',
    'succeeded',
  ])
})

describe('telling the service of an intent', () => {
  test('happens once, however often it is asked for at the same time', async () => {
    const { computer, intend, countOf } = makeComputer()
    const { id } = await intend()
    const results = await Promise.allSettled([1, 2, 3].map(() => computer.services.proceed({ id })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(countOf('initiate')).toBe(1)
  })

  test.each(['loseRequest', 'arriveLate', 'loseAnswer', 'fail', 'pageAfterwards'] as const)(
    'without an answer (%s) is not done again, and can be given up',
    async (fault) => {
      const { computer, now, initiate, countOf } = makeComputer()
      now.faults = { initiate: fault }
      const open = await initiate()
      expect(open).toMatchObject({ state: 'initiating', offers: ['lookUp', 'abandon'] })
      expect(open.failure).toMatchObject({
        step: 'initiate',
        isRefusal: false,
        error: { code: 'outcomeUnknown' },
      })
      now.faults = {}
      const { id } = open
      const again = await failureOf(computer.services.proceed({ id }))
      expect(again.data).toMatchObject({ field: 'transfer', reason: 'notInState' })
      expect(countOf('initiate')).toBe(1)
      expect((await computer.services.abandon({ id })).state).toBe('abandoned')
    },
  )

  test.each(['refuseConnection', 'refuseToken', 'slowDown', 'forbiddenPage'] as const)(
    'that was refused or never arrived (%s) is over, and nothing was signed',
    async (fault) => {
      const { now, initiate } = makeComputer()
      now.faults = { initiate: fault }
      const over = await initiate()
      expect(over).toMatchObject({ state: 'refused', msgHash: null, offers: ['lookUp', 'again'] })
      expect(over.failure?.isRefusal).toBe(true)
    },
  )

  test('refuses what is to be signed where that belongs to another transfer', async () => {
    const { computer, now, initiate } = makeComputer()
    const first = await initiate()
    now.faults = { initiate: 'otherTransfer' }
    const second = await initiate()
    expect(second).toMatchObject({ state: 'refused', msgHash: null })
    expect(second.failure?.error).toMatchObject({ code: 'validation', data: { reason: 'usedBefore' } })
    expect((await computer.services.get({ id: first.id })).state).toBe('initiated')
  })

  test('under a reference that the other side has used says so, and a look-up shows what differs', async () => {
    const { computer, initiate } = makeComputer()
    const { id } = await initiate({ reference: 'rent-11' })
    await computer.services.proceed({ id })
    computer.use(1)
    const taken = await initiate({ reference: 'rent-11', acknowledged: ['firstTime', 'onlyReceivedFrom'] })
    expect(taken.state).toBe('refused')
    const looked = await computer.services.lookUp({ id: taken.id })
    expect(looked).toMatchObject({ state: 'differs', offers: ['lookUp'] })
    expect(looked.differences).toEqual(['fromAddress', 'destinationAddress'])
  })
})

describe('sending a signature', () => {
  test.each(['loseAnswer', 'pageAfterwards', 'arriveTwice'] as const)(
    'whose answer is lost (%s) is found to be done by the look-up right after it',
    async (fault) => {
      const { computer, now, initiate, countOf } = makeComputer()
      const { id } = await initiate()
      now.faults = { process: fault }
      expect((await computer.services.proceed({ id })).state).toBe('succeeded')
      expect(countOf('process')).toBe(1)
    },
  )

  test('that arrives late stays open until it has arrived, and is never sent again', async () => {
    const { computer, now, initiate, exchange, countOf } = makeComputer()
    const { id } = await initiate()
    now.faults = { process: 'arriveLate' }
    expect(await computer.services.proceed({ id })).toMatchObject({ state: 'processing', offers: ['lookUp'] })
    await failureOf(computer.services.proceed({ id }))
    await failureOf(computer.services.abandon({ id }))
    await exchange.deliverLate()
    expect((await computer.services.lookUp({ id })).state).toBe('succeeded')
    expect(countOf('process')).toBe(1)
  })

  test.each(['refuseToken', 'slowDown', 'forbiddenPage', 'refuseConnection'] as const)(
    'that was refused (%s) is refused only once a look-up has shown that it is not done',
    async (fault) => {
      const { computer, now, initiate } = makeComputer()
      const { id } = await initiate()
      // The reference is looked up before the signature too; that one goes well.
      now.onCall = ({ kind }) => {
        if (kind === 'process') now.faults = { process: fault, lookUp: 'fail' }
      }
      const open = await computer.services.proceed({ id })
      expect(open).toMatchObject({ state: 'processing', offers: ['lookUp'], failure: { isRefusal: true } })
      expect(open.lookUps).toMatchObject({
        count: 1,
        wasKnown: null,
        lastError: { code: 'rejectedByExchange' },
      })
      now.faults = {}
      now.onCall = () => undefined
      now.onCall = () => undefined
      expect(await computer.services.lookUp({ id })).toMatchObject({
        state: 'refused',
        offers: ['lookUp', 'again'],
      })
    },
  )

  test('that a transport has sent twice is done, though the service refused the second', async () => {
    const { computer, now, initiate } = makeComputer()
    const { id } = await initiate()
    now.onCall = ({ kind }) => {
      if (kind === 'process') now.faults = { process: 'arriveTwice', lookUp: 'fail' }
    }
    const open = await computer.services.proceed({ id })
    expect(open).toMatchObject({ state: 'processing', failure: { isRefusal: true } })
    now.faults = {}
    expect((await computer.services.lookUp({ id })).state).toBe('succeeded')
  })

  test('that is answered with another transfer differs, until the service tells it as it was meant', async () => {
    const { computer, now, initiate } = makeComputer()
    const { id } = await initiate()
    now.faults = { process: 'otherTransfer' }
    const wrong = await computer.services.proceed({ id })
    expect(wrong).toMatchObject({ state: 'differs', differences: ['amount'], offers: ['lookUp'] })
    now.faults = {}
    expect(await computer.services.lookUp({ id })).toMatchObject({ state: 'succeeded', differences: [] })
  })
})

test('what differed stays on record while the service has the right one as merely pending', async () => {
  const { computer, now, initiate } = makeComputer()
  const { id } = await initiate()
  now.faults = { lookUp: 'otherTransfer' }
  expect(await computer.services.lookUp({ id })).toMatchObject({ state: 'differs', differences: ['amount'] })
  now.faults = {}
  const later = await computer.services.lookUp({ id })
  expect(later).toMatchObject({
    state: 'differs',
    differences: ['amount'],
    lookUps: { count: 2, wasKnown: true },
  })
  expect(Number(later.told?.amount)).toBe(7.77)
})

test('a look-up that gets no answer does not go on claiming what the last one told', async () => {
  const { computer, now, initiate } = makeComputer()
  const { id } = await initiate()
  expect((await computer.services.lookUp({ id })).lookUps).toMatchObject({ count: 1, wasKnown: true })
  now.faults = { lookUp: 'loseRequest' }
  const failed = await computer.services.lookUp({ id })
  expect(failed.lookUps).toMatchObject({ count: 2, wasKnown: null, lastError: { code: 'network' } })
  expect(failed.told?.status).toBe('pending')
})

test('a reference that another computer has used since is not signed, and the question not asked', async () => {
  const { computer, now, initiate, countOf, read } = makeComputer()
  const { id } = await initiate()
  now.person = 'decline'
  now.faults = { lookUp: 'otherTransfer' }
  expect((await failureOf(computer.services.proceed({ id }))).data).toMatchObject({ reason: 'usedElsewhere' })
  expect(read(id)).toMatchObject({ state: 'initiated', signature: null })
  expect(countOf('process')).toBe(0)
})

// Proof of what is left of a transfer after each refusal of the service at each step, and of the sentences read then.
import { describe, expect, test } from 'vitest'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { offersFor } from '../../../src-main/transfers/transfer-machine.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import { describeError } from '../../../src-renderer/text/errors/describe-error.ts'
import type { ErrorDescription } from '../../../src-renderer/text/errors/error-description.ts'
import { initiatePath, processPath, useFaultyExchange } from '../faults/faulty-exchange.ts'
import { stateOf } from '../faults/money-support.ts'
import { type Refusal, refusals } from './refusals.ts'
import { makeRunner, type RunnerWorld } from './runner-world.ts'

const world = useFaultyExchange()
const checkPath = '/sapi/v1/internal_transfers/v2/check_user_exists/'
const lookUpPath = /\/internal_transfers\/v2\/run-/

const ledgerOf = ({ reference }: StoredTransfer): Promise<string> => stateOf(world.direct().client, reference)

function play(path: string | RegExp, { status, body, headers = {} }: Refusal): void {
  world.proxy.play({ path, fault: { kind: 'status', status, body, headers } })
}

/** The words for a failure; none of them promises that a transfer goes on by itself, or is about a screen. */
function wordsOf(report: ErrorReport | null | undefined, refusal: Refusal): ErrorDescription {
  if (report === null || report === undefined) throw new Error('there is no failure to word')
  const words = describeError(report)
  expect(`${words.done} ${words.next}`).not.toMatch(/on screen|keeps trying|continues when|will fail again/)
  for (const sentence of [words.happened, words.done, words.next]) expect(sentence).toMatch(/^[A-Z].*\.$/s)
  const message = typeof refusal.body === 'object' && 'message' in refusal.body ? refusal.body.message : ''
  if (refusal.settles === 'no' && message !== '') {
    expect(words.happened).toContain(String(message).replace(/\.$/, ''))
  }
  return words
}

function makeWorld(): Promise<RunnerWorld> {
  return makeRunner(world, { baseUrl: world.proxy.baseUrl })
}

async function refuseCheck(made: RunnerWorld, refusal: Refusal): Promise<void> {
  const keys = await made.desk.readServiceKeys()
  const destinationAddress = world.user(1).ethereumAddress
  play(checkPath, refusal)
  const failure = await made.client.checkUserExists({ ...keys, destinationAddress }).then(
    () => expect.unreachable(),
    (error: unknown) => made.report(error),
  )
  const { done, next } = wordsOf(failure, refusal)
  expect(done).toMatch(/not known.*no funds moved/i)
  expect(next).toMatch(/check the recipient again/)
  if (refusal.settles === 'no') expect(next).toMatch(refusal.cure)
}

async function refuseInitiate(made: RunnerWorld, refusal: Refusal): Promise<void> {
  const { id } = await made.intend()
  world.forget()
  play(initiatePath, refusal)
  const after = await made.initiate(id)
  expect(world.proxy.requests.filter(({ path }) => path === initiatePath)).toHaveLength(1)
  expect(after.signature).toBeNull()
  expect(await ledgerOf(after)).toBe('unknown')
  const { done, next } = wordsOf(after.failure?.error, refusal)
  expect(done).toMatch(/no funds moved/i)
  if (refusal.settles === 'no') {
    expect(after).toMatchObject({ state: 'refused', failure: { step: 'initiate', isRefusal: true } })
    expect(offersFor(after.state, false)).toEqual(['lookUp', 'again'])
    expect(done).toMatch(/not started/)
    expect(next).toMatch(refusal.cure)
    expect(next).toMatch(/start a new transfer/)
  } else {
    expect(after).toMatchObject({ state: 'initiating', failure: { step: 'initiate', isRefusal: false } })
    expect(offersFor(after.state, false)).toEqual(['lookUp', 'abandon'])
    expect(done).toMatch(/not known/i)
    expect(next).toMatch(/check the transfer’s status/i)
  }
}

async function refuseProcess(made: RunnerWorld, refusal: Refusal): Promise<void> {
  world.proxy.play()
  const { id } = await made.intend()
  await made.initiate(id)
  world.forget()
  play(processPath, refusal)
  const after = await made.proceed(id)
  expect(world.proxy.requests.filter(({ path }) => path === processPath)).toHaveLength(1)
  // It was looked up at once, and the service has it as not done.
  expect(after.lookUps).toMatchObject({ count: 1, wasKnown: true, lastError: null })
  expect(await ledgerOf(after)).toBe('pending')
  const { done, next } = wordsOf(after.failure?.error, refusal)
  expect(next).toMatch(/check the (transfer’s )?status/i)
  // The same words stand where the look-up has told and where it has not: they claim nothing.
  expect(done).not.toMatch(/no funds moved/i)
  if (refusal.settles === 'no' && /already/.test(JSON.stringify(refusal.body))) {
    // Used, by whom? By this very signature, perhaps.
    expect(after).toMatchObject({ state: 'processing', failure: { step: 'process', isRefusal: true } })
    expect(offersFor(after.state, false)).toEqual(['lookUp'])
    expect(done).toMatch(/no proof/)
    expect(next).toMatch(refusal.cure)
  } else if (refusal.settles === 'no') {
    expect(after).toMatchObject({ state: 'refused', failure: { step: 'process', isRefusal: true } })
    expect(offersFor(after.state, false)).toEqual(['lookUp', 'again'])
    expect(done).toMatch(/no proof/)
    expect(next).toMatch(refusal.cure)
    expect(next).toMatch(/only once this one shows as failed/)
  } else {
    expect(after).toMatchObject({ state: 'processing', failure: { step: 'process', isRefusal: false } })
    expect(offersFor(after.state, false)).toEqual(['lookUp'])
    expect(done).toMatch(/status unknown: funds may have moved.*not sent again/i)
  }
}

async function refuseLookUp(made: RunnerWorld, refusal: Refusal): Promise<void> {
  world.proxy.play()
  const { id } = await made.intend()
  await made.initiate(id)
  world.proxy.play({ path: processPath, fault: { kind: 'cutBeforeHead' } })
  expect((await made.proceed(id)).state).toBe('processing')
  play(lookUpPath, refusal)
  const after = await made.runner.lookUp(made.desk, id)
  // What a look-up is refused with tells nothing of the transfer.
  expect(after.state).toBe('processing')
  expect(after.lookUps.count).toBe(2)
  expect(after.lookUps.wasKnown).toBeNull()
  expect(offersFor(after.state, false)).toEqual(['lookUp'])
  const { done, next } = wordsOf(after.lookUps.lastError, refusal)
  expect(done).toMatch(/status is unchanged.*moves no funds/i)
  expect(next).toMatch(/check the status again/)
  world.proxy.play()
  expect(await made.runner.lookUp(made.desk, id)).toMatchObject({
    state: 'processing',
    lookUps: { wasKnown: true, lastError: null },
  })
}

describe('a refusal', { timeout: 60_000 }, () => {
  test.each(Object.entries(refusals))(
    '“%s” says at every step what was done with the money, and what to do next',
    async (_name, refusal) => {
      const made = await makeWorld()
      await refuseCheck(made, refusal)
      await refuseInitiate(made, refusal)
      await refuseProcess(made, refusal)
      await refuseLookUp(made, refusal)
    },
  )

  test('of the signature is not final while the look-up after it gets no answer', async () => {
    const made = await makeWorld()
    const { id } = await made.intend()
    await made.initiate(id)
    world.proxy.play(
      { path: processPath, fault: { kind: 'status', status: 403 } },
      { path: lookUpPath, fault: { kind: 'status', status: 503 } },
    )
    const after = await made.proceed(id)
    expect(after).toMatchObject({
      state: 'processing',
      failure: { isRefusal: true },
      lookUps: { wasKnown: null, lastError: { code: 'rejectedByExchange' } },
    })
    expect(offersFor(after.state, false)).toEqual(['lookUp'])
    world.proxy.play()
    expect((await made.runner.lookUp(made.desk, id)).state).toBe('refused')
  })
})

describe('the words about a transfer', () => {
  const wordsFor = (code: ErrorReport['code'], data: ErrorReport['data']) =>
    describeError({ code, data, ref: null })

  test('say of a signature that was never sent that it was not', () => {
    const { done } = wordsFor('network', { endpoint: 'transfers.process', reason: 'refused' })
    expect(done).toMatch(/wasn’t sent.*checks/i)
    expect(wordsFor('timeout', { endpoint: 'transfers.process', phase: 'connect' }).done).toBe(done)
  })

  test('do not promise after a fault of Starkdesk that no money has moved', () => {
    expect(wordsFor('internal', {}).done).not.toMatch(/no funds/i)
  })

  test('name a key that is not there, and tell that nothing was signed', () => {
    for (const what of ['organizationKey', 'apiKey', 'ethereumPrivateKey', 'starkPrivateKey']) {
      const { happened, done } = wordsFor('notFound', { what })
      expect(happened).not.toContain(what)
      expect(done).toMatch(/nothing was signed/i)
    }
  })

  test('do not ask to correct what nobody typed', () => {
    for (const field of ['msgHash', 'nonce', 'transfer']) {
      const { title, next } = wordsFor('validation', { field, reason: 'usedBefore' })
      expect(title).not.toMatch(/form/)
      expect(next).not.toMatch(/correct/i)
    }
  })
})

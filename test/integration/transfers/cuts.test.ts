// Proof of what a transfer is after its line was cut at any byte, or was too slow: never claimed, never sent twice.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import { offersFor } from '../../../src-main/transfers/transfer-machine.ts'
import type { Fault } from '../faults/fault.ts'
import { initiatePath, makeGate, processPath, useFaultyExchange } from '../faults/faulty-exchange.ts'
import { stateOf } from '../faults/money-support.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type Cut, type CutAt, type LineCutter, startLineCutter } from '../../fixtures/line-cutter.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { seed } from '../store/support.ts'
import { makeRunner, type RunnerWorld } from './runner-world.ts'
import { randomFrom } from '../../../scripts/random.ts'

const world = useFaultyExchange()
const initiateLine = `POST ${initiatePath}`
const processLine = `POST ${processPath}`

interface Cuttable extends RunnerWorld {
  readonly cutter: LineCutter
}

async function make(): Promise<Cuttable> {
  const cutter = await startLineCutter(world.proxy.baseUrl)
  onTestFinished(() => cutter.close())
  return { ...(await makeRunner(world, { baseUrl: cutter.baseUrl })), cutter }
}

/** A transfer that has got to the step that the test is about. */
async function prepare(
  { initiate, intend }: RunnerWorld,
  step: 'initiate' | 'process',
): Promise<StoredTransfer> {
  const transfer = await intend()
  return step === 'initiate' ? transfer : initiate(transfer.id)
}

const times = (lines: readonly string[], line: string): number => lines.filter((one) => one === line).length

/** What the exchange itself has of it, asked over a line of its own. */
const ledgerOf = ({ reference }: StoredTransfer): Promise<string> => stateOf(world.direct().client, reference)

/** An initiate of which no answer came: nothing is signed, and it is not begun again. */
async function expectOpenInitiate(
  { runner, desk, proceed }: RunnerWorld,
  after: StoredTransfer,
  isDone: boolean,
) {
  expect(after).toMatchObject({
    state: 'initiating',
    signature: null,
    msgHash: null,
    failure: { step: 'initiate', isRefusal: false, error: { code: 'outcomeUnknown' } },
  })
  expect(await ledgerOf(after)).toBe(isDone ? 'pending' : 'unknown')
  const lookedUp = await runner.lookUp(desk, after.id)
  expect(lookedUp).toMatchObject({ state: 'initiating', lookUps: { wasKnown: isDone, lastError: null } })
  expect(offersFor(lookedUp.state, false)).toEqual(['lookUp', 'abandon'])
  await expect(proceed(after.id)).rejects.toMatchObject({ code: 'validation' })
  expect((await runner.abandon(after.id)).state).toBe('abandoned')
}

/** A process of which no answer came: what the look-up told right after it is all that is said. */
async function expectOpenProcess(
  { runner, desk, proceed }: RunnerWorld,
  after: StoredTransfer,
  isDone: boolean,
) {
  expect(after.failure).toMatchObject({
    step: 'process',
    isRefusal: false,
    error: { code: 'outcomeUnknown' },
  })
  expect(after.lookUps).toMatchObject({ count: 1, wasKnown: true })
  expect(after.state).toBe(isDone ? 'succeeded' : 'processing')
  expect(await ledgerOf(after)).toBe(isDone ? 'success' : 'pending')
  expect((await runner.lookUp(desk, after.id)).state).toBe(after.state)
  await expect(proceed(after.id)).rejects.toMatchObject({ code: 'validation' })
}

const requestCuts: Readonly<Record<string, CutAt>> = {
  'before the first byte of the request': () => 0,
  'in the first line of the request': () => 9,
  'in the head of the request': (head) => Math.floor(head / 2),
  'between head and body of the request': (head) => head,
  'in the body of the request': (head, whole) => head + Math.floor((whole - head) / 2),
  'before the last byte of the request': (_head, whole) => whole - 1,
  'after the last byte of the request': (_head, whole) => whole,
}
const answerCuts: Readonly<Record<string, CutAt>> = {
  'before the first byte of the answer': () => 0,
  'in the first line of the answer': () => 9,
  'in the head of the answer': (head) => Math.floor(head / 2),
  'between head and body of the answer': (head) => head,
  'in the body of the answer': (head, whole) => head + Math.floor((whole - head) / 2),
  'before the last byte of the answer': (_head, whole) => whole - 1,
}

/** Cuts the next such request; what it gives back tells whether the whole request got through. */
function cutNext(cutter: LineCutter, request: string, cut: Pick<Cut, 'in' | 'at'>): () => boolean {
  let isWhole = cut.in === 'answer'
  const at: CutAt = (head, whole) => {
    const found = cut.at(head, whole)
    isWhole ||= found === whole
    return found
  }
  cutter.cutNext({ in: cut.in, request: `${request} `, at })
  return () => isWhole
}

async function cutInitiate(cut: Pick<Cut, 'in' | 'at'>): Promise<void> {
  const made = await make()
  const { id } = await prepare(made, 'initiate')
  const isWhole = cutNext(made.cutter, initiateLine, cut)
  const after = await made.initiate(id)
  await world.proxy.idle()
  if (isWhole()) await eventually(async () => expect(await ledgerOf(after)).toBe('pending'))
  await expectOpenInitiate(made, after, isWhole())
  expect(times(made.cutter.requests, initiateLine)).toBe(1)
  expect(times(made.cutter.requests, processLine)).toBe(0)
}

async function cutProcess(cut: Pick<Cut, 'in' | 'at'>): Promise<void> {
  const made = await make()
  const { id } = await prepare(made, 'process')
  const isWhole = cutNext(made.cutter, processLine, cut)
  const after = await made.proceed(id)
  if (isWhole() && after.state === 'processing') {
    // The look-up right after it was quicker than the service with the request.
    await eventually(async () => expect(await ledgerOf(after)).toBe('success'))
    expect(await made.runner.lookUp(made.desk, id)).toMatchObject({ state: 'succeeded' })
  } else await expectOpenProcess(made, after, isWhole())
  expect(times(made.cutter.requests, initiateLine)).toBe(1)
  expect(times(made.cutter.requests, processLine)).toBe(1)
}

describe('a connection that is cut', { timeout: 60_000 }, () => {
  const positions = [
    ...Object.entries(requestCuts).map(([name, at]) => ({ name, in: 'request' as const, at })),
    ...Object.entries(answerCuts).map(([name, at]) => ({ name, in: 'answer' as const, at })),
  ]

  test.each(positions)('$name leaves an initiate open, with nothing signed', cutInitiate)

  test.each(positions)('$name leaves a process open until the service tells', cutProcess)

  test(`at any byte is never taken for an answer, nor sent again (SEED=${seed})`, async () => {
    const random = randomFrom(seed)
    for (let round = 0; round < soakRounds(2); round += 1) {
      const share = random()
      const side = random() < 0.5 ? 'request' : 'answer'
      const at: CutAt = (_head, whole) => Math.floor(share * whole)
      await (random() < 0.5 ? cutInitiate : cutProcess)({ in: side, at })
    }
  })
})

describe('a connection that cannot be made', { timeout: 60_000 }, () => {
  test('ends an initiate: it was never sent, and another may follow', async () => {
    const made = await make()
    const { id } = await prepare(made, 'initiate')
    await made.cutter.stopListening()
    const after = await made.initiate(id)
    await made.cutter.listenAgain()
    expect(times(world.proxy.sent(), `${initiateLine} #1`)).toBe(0)
    expect(await ledgerOf(after)).toBe('unknown')
    expect(after).toMatchObject({
      state: 'refused',
      failure: { isRefusal: true, error: { code: 'network' } },
    })
    expect(offersFor(after.state, false)).toContain('again')
  })

  test('leaves a process open while the service is away, and ends it once the service tells that nothing moved', async () => {
    const made = await make()
    const { id } = await prepare(made, 'process')
    await made.cutter.stopListening()
    const after = await made.proceed(id)
    expect(after).toMatchObject({
      state: 'processing',
      failure: { step: 'process', isRefusal: true, error: { code: 'network' } },
      lookUps: { count: 1, wasKnown: null, lastError: { code: 'network' } },
    })
    await made.cutter.listenAgain()
    expect(await made.runner.lookUp(made.desk, id)).toMatchObject({ state: 'refused' })
    expect(times(made.cutter.requests, processLine)).toBe(0)
    expect(await ledgerOf(after)).toBe('pending')
  })

  test.each(['initiate', 'process'] as const)('because it ends at once leaves %s open', async (step) => {
    const made = await make()
    const { id } = await prepare(made, step)
    made.cutter.closeAtOnce(true)
    const after = await (step === 'initiate' ? made.initiate(id) : made.proceed(id))
    made.cutter.closeAtOnce(false)
    expect(after).toMatchObject({
      state: step === 'initiate' ? 'initiating' : 'processing',
      failure: { isRefusal: false, error: { code: 'outcomeUnknown' } },
    })
    expect(await made.runner.lookUp(made.desk, id)).toMatchObject({ state: after.state })
    expect(await ledgerOf(after)).toBe(step === 'initiate' ? 'unknown' : 'pending')
    expect(times(made.cutter.requests, step === 'initiate' ? initiateLine : processLine)).toBe(0)
  })
})

const tooLate: Readonly<Record<string, Fault>> = {
  'whose head comes after the time is up': { kind: 'delayHead', ms: 60_000 },
  'whose body comes after the time is up': { kind: 'delayBody', ms: 60_000 },
  'that never comes': { kind: 'neverAnswerAfterForward' },
}

describe('an answer that is too late', { timeout: 60_000 }, () => {
  test.each(Object.entries(tooLate))('%s, leaves an initiate open', async (_name, fault) => {
    const made = await makeRunner(world, { baseUrl: world.proxy.baseUrl, impatient: ['initiateTransfer'] })
    const { id } = await prepare(made, 'initiate')
    world.forget()
    world.proxy.play({ path: initiatePath, fault })
    const after = await made.initiate(id)
    expect(after.failure?.error.data).toMatchObject({ cause: 'timeout' })
    await eventually(async () => expect(await ledgerOf(after)).toBe('pending'))
    await expectOpenInitiate(made, after, true)
    expect(world.proxy.sent().filter((line) => line.startsWith(initiateLine))).toHaveLength(1)
  })

  test.each(Object.entries(tooLate))('%s, is made up for by a look-up', async (_name, fault) => {
    const made = await makeRunner(world, { baseUrl: world.proxy.baseUrl, impatient: ['processTransfer'] })
    const { id } = await prepare(made, 'process')
    world.forget()
    world.proxy.play({ path: processPath, fault })
    const after = await made.proceed(id)
    expect(after.failure).toMatchObject({ isRefusal: false, error: { data: { cause: 'timeout' } } })
    await eventually(async () => expect(await ledgerOf(after)).toBe('success'))
    expect(await made.runner.lookUp(made.desk, id)).toMatchObject({ state: 'succeeded' })
    expect(world.proxy.sent().filter((line) => line.startsWith(processLine))).toHaveLength(1)
  })

  test('and a request that is too late itself: the money moves after the app gave up waiting, and is found', async () => {
    const made = await makeRunner(world, { baseUrl: world.proxy.baseUrl, impatient: ['processTransfer'] })
    const { id } = await prepare(made, 'process')
    world.forget()
    const { until, release } = makeGate()
    world.proxy.play({ path: processPath, fault: { kind: 'holdRequest', until } })
    const after = await made.proceed(id)
    await expectOpenProcess(made, after, false)
    release()
    await world.proxy.idle()
    expect(await ledgerOf(after)).toBe('success')
    expect(await made.runner.lookUp(made.desk, id)).toMatchObject({ state: 'succeeded' })
    expect(world.proxy.sent().filter((line) => line.startsWith(processLine))).toHaveLength(1)
  })

  test('to the look-up as well leaves the process open, and the next look-up tells', async () => {
    const made = await makeRunner(world, { baseUrl: world.proxy.baseUrl, impatient: ['getTransfer'] })
    const { id } = await prepare(made, 'process')
    world.proxy.play(
      { path: processPath, fault: { kind: 'closeAfterForward' } },
      { path: /_transfers\/v2\/run-/, fault: { kind: 'neverAnswer' } },
    )
    const after = await made.proceed(id)
    expect(after).toMatchObject({
      state: 'processing',
      lookUps: { count: 1, wasKnown: null, lastError: { code: 'timeout' } },
    })
    world.proxy.play()
    const patient = { ...made.desk, client: made.client }
    expect(await made.runner.lookUp(patient, id)).toMatchObject({
      state: 'succeeded',
      lookUps: { count: 2, wasKnown: true, lastError: null },
    })
  })
})

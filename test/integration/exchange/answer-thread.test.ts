// A large answer comes to the same where a thread reads it, and what is left when the thread dies.
import { onTestFinished, expect, test } from 'vitest'
import { readInline } from '../../../src-main/exchange/answers/answer-reader.ts'
import { type AnswerThread, createAnswerThread } from '../../../src-main/exchange/answers/answer-thread.ts'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { answerUrl } from '../../fixtures/thread-scripts.ts'
import { startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { asks, createRawCall } from '../hostile-service/asks.ts'
import { largestHonest } from '../hostile-service/largest.ts'

function makeThread(workerUrl = answerUrl, idleMs?: number): { thread: AnswerThread; faults: string[] } {
  const faults: string[] = []
  const thread = createAnswerThread({
    workerUrl,
    onFault: (error) => faults.push(error.message),
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  onTestFinished(() => thread.close())
  return { thread, faults }
}

async function serve(text: string): Promise<string> {
  const server = await startScriptedServer(() => ({ text }))
  onTestFinished(() => server.stop())
  return server.baseUrl
}

const large: readonly EndpointName[] = [
  'user.profile',
  'user.pnl',
  'market.trades',
  'market.candles',
  'orders.list',
  'orders.get',
  'user.balances',
  'market.tickers',
  'market.orderBook',
  'coins.list',
  'trades.list',
  'transfers.list',
]

test.each(large)('a large answer of %s is the same wherever it is read', async (endpoint) => {
  const baseUrl = await serve(largestHonest(endpoint))
  const { thread, faults } = makeThread()
  const apart = await asks[endpoint](createRawCall(baseUrl, thread.read))
  expect(apart).toStrictEqual(await asks[endpoint](createRawCall(baseUrl, readInline)))
  expect(faults).toEqual([])
})

test('what does not fit is refused by the same name, and words of the service stay behind', async () => {
  const { thread } = makeThread()
  const bad = await serve(`{"status":"success","payload":{"id":"x","pad":"${'x'.repeat(20_000)}"}}`)
  const wrong = { code: 'contractViolation', data: { field: 'payload' } }
  expect(await failureOf(asks['market.trades'](createRawCall(bad, thread.read)))).toMatchObject(wrong)
  const rows = await serve(`{"status":"success","payload":[{"id":"x","pad":"${'x'.repeat(20_000)}"}]}`)
  expect(await asks['market.trades'](createRawCall(rows, thread.read))).toEqual({
    rows: [],
    unread: { count: 1, firstField: 'payload.0.id' },
  })
  const words = await serve(
    `{"status":"error","message":"access-token-of-the-test","pad":"${'x'.repeat(20_000)}"}`,
  )
  const refusal = await failureOf(asks['orders.list'](createRawCall(words, thread.read)))
  expect(refusal).toMatchObject({ code: 'rejectedByExchange', data: { message: '' } })
})

test('a thread that dies fails what it was reading by name, and is told of', async () => {
  const baseUrl = await serve(largestHonest('orders.list'))
  const { thread, faults } = makeThread(new URL('data:text/javascript,process.exit(3)'))
  const failure = await failureOf(asks['orders.list'](createRawCall(baseUrl, thread.read)))
  expect(failure).toMatchObject({ code: 'internal', data: { what: 'answer thread' } })
  expect(faults).toHaveLength(1)
})

/** A thread that answers each read with its own number. */
const numberedUrl = new URL(
  `data:text/javascript,import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ seq }) => parentPort.postMessage({ kind: 'read', seq, value: threadId }))`,
)

test('a thread that has nothing to read ends without a fault, and another reads on', async () => {
  const baseUrl = await serve(largestHonest('user.profile'))
  const { thread, faults } = makeThread(numberedUrl, 1)
  const readNumber = () => asks['user.profile'](createRawCall(baseUrl, thread.read))
  const first = await readNumber()
  await expect.poll(readNumber).not.toBe(first)
  expect(faults).toEqual([])
})

test('reads that follow each other are by one thread', async () => {
  const baseUrl = await serve(largestHonest('user.profile'))
  const { thread } = makeThread(numberedUrl)
  const readNumber = () => asks['user.profile'](createRawCall(baseUrl, thread.read))
  expect(await readNumber()).toBe(await readNumber())
})

test('nothing is read once it is closed', async () => {
  const baseUrl = await serve(largestHonest('orders.list'))
  const { thread } = makeThread()
  await thread.close()
  const failure = await failureOf(asks['orders.list'](createRawCall(baseUrl, thread.read)))
  expect(failure.code).toBe('cancelled')
})

// The app's threads do without WebAssembly, with which V8 can end a process that has several threads (nodejs/node#64500).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { answerUrl, maintenanceUrl, practiceUrl, workerUrl } from '../../fixtures/thread-scripts.ts'

/** Starts a thread, sends it what is to be sent, and prints the kinds of its messages. */
const starter = `
const { Worker } = require('node:worker_threads')
const [url, workerData, messages] = process.argv.slice(1)
const data = JSON.parse(workerData)
if ('task' in data) data.stop = new Int32Array(new SharedArrayBuffer(4))
const worker = new Worker(new URL(url), { workerData: data })
if (typeof WebAssembly !== 'undefined') throw new Error('there is WebAssembly')
worker.on('message', ({ kind, type }) => {
  console.log(kind ?? type)
  // The thread of the answers ends by being ended.
  if (kind === 'failed') worker.terminate()
})
for (const message of JSON.parse(messages)) {
  if ('answer' in message) message.answer.body = new Uint8Array()
  worker.postMessage(message)
}`

const folder = mkdtempSync(join(tmpdir(), 'starkdesk-threads-'))
const file = join(folder, 'starkdesk.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  {
    name: 'the store',
    url: workerUrl,
    workerData: { of: 'data', file, nowMs: 0, way: 'write', backupsFolder: null },
    messages: [{ kind: 'open' }, { kind: 'close' }],
    told: ['opened', 'closed'],
  },
  {
    name: 'its maintenance',
    url: maintenanceUrl,
    workerData: {
      task: 'listBackups',
      of: 'data',
      file,
      nowMs: 0,
      backupsFolder: 'nowhere',
      reason: 'check',
    },
    messages: [],
    told: ['done'],
  },
  {
    name: 'the answers of the service',
    url: answerUrl,
    workerData: {},
    messages: [
      {
        ...{ seq: 1, endpoint: 'health', nowMs: 0 },
        answer: { status: 200, contentType: 'application/json', retryAfter: null, date: null },
      },
    ],
    told: ['failed'],
  },
  {
    name: 'the practice exchange',
    url: practiceUrl,
    workerData: { seed: 7, orders: 3 },
    messages: [{ type: 'close' }],
    told: ['ready'],
  },
])('the thread of $name starts where there is no WebAssembly', ({ url, workerData, messages, told }) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--jitless', '--eval', starter, url.href, JSON.stringify(workerData), JSON.stringify(messages)],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' }, timeout: 50_000 },
  )
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout.trim().split('\n')).toEqual(told)
})

// The real database worker with ways to make it die, for the tests of what happens then, and a way to tell which it is.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** The call's number and the setting that it asks for or sets. */
function readSettingCall(message: unknown): { seq: unknown; key: unknown } {
  const nothing = { seq: null, key: null }
  if (typeof message !== 'object' || message === null) return nothing
  if (!('method' in message) || !('seq' in message) || !('args' in message)) return nothing
  if (message.method !== 'getSetting' && message.method !== 'setSetting') return nothing
  return { seq: message.seq, key: Array.isArray(message.args) ? message.args[0] : null }
}

// Registered before the worker's own listener, which a stopped event does not reach.
parentPort?.addEventListener('message', (event) => {
  const { seq, key } = readSettingCall(event instanceof MessageEvent ? event.data : null)
  switch (key) {
    case 'who':
      event.stopImmediatePropagation()
      parentPort?.postMessage({ kind: 'answered', seq, value: (workerData as { way: unknown }).way })
      break
    case 'exit':
      process.exit(7)
      break
    case 'midway':
      writeHalfAndExit()
      break
    case 'throw':
      event.stopImmediatePropagation()
      throw new Error('thrown in the worker')
    case 'exhaust':
      exhaustMemory()
      break
    case 'nonsense':
      event.stopImmediatePropagation()
      parentPort?.emit('message', { kind: 'call', seq: 1, method: 'toString', args: [] })
      break
    default:
  }
})

/** With the lock for writing held, and the connection open. */
function writeHalfAndExit(): void {
  const db = new Database((workerData as { file: string }).file)
  db.exec("BEGIN IMMEDIATE; INSERT INTO settings (key, value) VALUES ('half', 'written')")
  process.exit(7)
}

/** In steps that are small beside what Node keeps in reserve to end the thread in order (16 MiB). */
function exhaustMemory(): void {
  const held: number[][] = []
  for (;;) held.push(new Array<number>(500_000).fill(held.length + 0.5))
}

await import('../../../src-main/store/worker/worker.ts')

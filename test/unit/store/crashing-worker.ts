// Owns: the real database worker with ways to make it die, for the tests of what happens then.
// Must not: answer anything itself.
import { parentPort } from 'node:worker_threads'

function readSettingKey(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return undefined
  if (!('method' in message) || message.method !== 'getSetting' || !('args' in message)) return undefined
  return Array.isArray(message.args) ? message.args[0] : undefined
}

// Registered before the worker's own listener, which a stopped event does not reach.
parentPort?.addEventListener('message', (event) => {
  switch (event instanceof MessageEvent ? readSettingKey(event.data) : undefined) {
    case 'exit':
      process.exit(7)
      break
    case 'throw':
      event.stopImmediatePropagation()
      throw new Error('thrown in the worker')
    case 'nonsense':
      event.stopImmediatePropagation()
      parentPort?.emit('message', { kind: 'call', seq: 1, method: 'toString', args: [] })
      break
    default:
  }
})

await import('../../../src-main/store/worker.ts')

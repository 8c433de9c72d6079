// Owns: the real database worker with ways to make it die, for the tests of what happens then.
// Must not: answer anything itself.
import { parentPort } from 'node:worker_threads'

interface SettingRequest {
  readonly method: string
  readonly args: readonly unknown[]
}

function isSettingRequest(message: unknown): message is SettingRequest {
  return typeof message === 'object' && message !== null && 'method' in message && 'args' in message
}

parentPort?.on('message', (message: unknown) => {
  if (!isSettingRequest(message) || message.method !== 'getSetting') return
  switch (message.args[0]) {
    case 'exit':
      process.exit(7)
      break
    case 'throw':
      // The worker's own listener must not answer before the error has ended the thread.
      parentPort?.removeAllListeners('message')
      throw new Error('thrown in the worker')
    case 'nonsense':
      parentPort?.emit('message', { kind: 'call', seq: 1, method: 'toString', args: [] })
      parentPort?.removeAllListeners('message')
      break
    default:
  }
})

await import('../../../src-main/store/worker.ts')

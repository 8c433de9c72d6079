// The heaps of main's threads, by Node's inspector within main.
import type { ElectronApplication } from 'playwright'

export interface ThreadHeap {
  readonly name: string
  /** Taken from the system for script objects. */
  readonly totalMb: number
  readonly usedMb: number
}

/** Main's own heap first, then those of its worker threads. */
export function readThreads(app: ElectronApplication): Promise<ThreadHeap[]> {
  return app.evaluate(async () => {
    const MB = 1_024 * 1_024
    const { Session } = process.getBuiltinModule('node:inspector/promises')
    const session = new Session()
    session.connect()
    interface Usage {
      readonly usedSize: number
      readonly totalSize: number
    }
    const heaps: { name: string; totalMb: number; usedMb: number }[] = []
    const note = (name: string, { usedSize, totalSize }: Usage): void => {
      heaps.push({ name, totalMb: totalSize / MB, usedMb: usedSize / MB })
    }
    const own = process.getBuiltinModule('node:v8').getHeapStatistics()
    note('main', { usedSize: own.used_heap_size, totalSize: own.total_heap_size })
    const found: { readonly id: string; readonly name: string }[] = []
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
      found.push({ id: sessionId, name: workerInfo.title })
    })
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
    for (const { id, name } of found) {
      const told = new Promise<Usage>((resolve) => {
        session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
          if (sessionId === id) resolve((JSON.parse(message) as { result: Usage }).result)
        })
      })
      const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' })
      await session.post('NodeWorker.sendMessageToWorker', { sessionId: id, message })
      note(name, await told)
    }
    await session.post('NodeWorker.disable')
    session.disconnect()
    return heaps
  })
}

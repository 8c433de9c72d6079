// Worker entry of the practice exchange: starts it from workerData, reports once, closes on command. Not for import.
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../src-preload/domain/errors.ts'
import { fixedClock, systemClock } from '../async/clock.ts'
import { startPracticeExchange, type PracticeExchange } from './exchange.ts'
import { practiceCommand, practiceWorkerOptions, type PracticeMessage } from './worker-protocol.ts'

if (parentPort === null)
  throw new AppError('internal', { what: 'practice worker outside of a worker thread' })
const port = parentPort

function report(message: PracticeMessage): void {
  port.postMessage(message)
}

function start(): Promise<PracticeExchange> {
  const { fixedNowMs, ...options } = practiceWorkerOptions.parse(workerData)
  const clock = fixedNowMs === undefined ? systemClock : fixedClock(fixedNowMs)
  return startPracticeExchange({ ...options, host: '127.0.0.1', clock })
}

try {
  const exchange = await start()
  port.on('message', (raw: unknown) => {
    if (!practiceCommand.safeParse(raw).success) return
    // With the server and the port closed, the thread ends.
    void exchange.close().then(() => port.close())
  })
  report({ type: 'ready', baseUrl: exchange.baseUrl, markets: exchange.markets })
} catch (error) {
  const { code, data } =
    error instanceof AppError ? error : new AppError('internal', { what: 'practice exchange' })
  report({ type: 'failed', error: { code, data } })
  port.close()
}

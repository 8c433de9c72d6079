import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { workerEnded } from '../../../src-main/store/client/worker-link.ts'
import { createBackgroundWork } from '../../../src-main/trading/background-work.ts'

function makeWork() {
  const faults: string[] = []
  const work = createBackgroundWork({ info: () => undefined, fault: (_area, what) => faults.push(what) })
  return { work, faults }
}

it('logs what failed, and not what its account or the app cut off', async () => {
  const { work, faults } = makeWork()
  work.run('failed', Promise.reject(new AppError('network')))
  work.run('cut off', Promise.reject(new AppError('cancelled', { reason: 'closed' })))
  const signal = AbortSignal.timeout(0)
  work.run('a pause was cut off', wait(60_000, undefined, { signal }))
  await work.close()
  expect(faults).toEqual(['failed'])
})

it('a store that is closed is a fault until the app has closed', async () => {
  const { work, faults } = makeWork()
  work.run('too early', Promise.reject(workerEnded('closed')))
  await work.close()
  work.run('late', Promise.reject(workerEnded('closed')))
  work.run('crashed', Promise.reject(workerEnded('crashed')))
  await work.close()
  expect(faults).toEqual(['too early', 'crashed'])
})

it('closing waits for what is written, and for what begins meanwhile', async () => {
  const { work } = makeWork()
  const first = Promise.withResolvers<undefined>()
  const second = Promise.withResolvers<undefined>()
  const written: string[] = []
  const writeSecond = async (): Promise<void> => {
    await second.promise
    written.push('second')
  }
  const writeFirst = async (): Promise<void> => {
    await first.promise
    written.push('first')
    work.run('write', writeSecond())
  }
  work.run('write', writeFirst())
  const closed = work.close().then(() => written.push('closed'))
  first.resolve(undefined)
  await wait(1)
  second.resolve(undefined)
  await closed
  expect(written).toEqual(['first', 'second', 'closed'])
})

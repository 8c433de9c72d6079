// The start of the app after a kill, as a process of its own, and what the test asks of it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SentTransfer, TransferOffer } from '../../../src-preload/contract/transfers.ts'
import type { Answered, Asked } from './kill-messages.ts'

export type Step = Exclude<TransferOffer, 'again'> | 'get'

/** Every call rejects with { code } where the app's own did. */
export interface NextLife {
  take(step: Step, id: string): Promise<SentTransfer>
  create(amount: string): Promise<SentTransfer>
  /** Oldest first. */
  list(): Promise<SentTransfer[]>
  isReady(): Promise<boolean>
  /** Ends it as quitting does. */
  close(): Promise<void>
  kill(): void
}

/** A process that ends by itself leaves its compiled code there, and all that follow start sooner. */
export const withCache = (folder: string) => ({
  execArgv: [],
  env: { ...process.env, NODE_COMPILE_CACHE: folder },
})

class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Starts the app on a file that may have been left by a kill. `cacheFolder`: of compiled code, see {@link withCache}. */
export async function startNextLife(
  file: string,
  exchangeUrl: string,
  cacheFolder: string,
): Promise<NextLife> {
  const script = fileURLToPath(new URL('kill-next-child.ts', import.meta.url))
  const child = fork(script, [file, exchangeUrl], withCache(cacheFolder))
  const exited = once(child, 'exit')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  void exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the app after the kill has ended'))
  })
  child.on('message', (raw) => {
    // Only kill-next-child.ts writes to this channel.
    const { number, value, code } = raw as Answered
    const asker = waiting.get(number)
    waiting.delete(number)
    if (code === null) asker?.resolve(value)
    else asker?.reject(new Refused(code))
  })

  function answerTo(number: number): Promise<unknown> {
    const asker = Promise.withResolvers<unknown>()
    waiting.set(number, asker)
    return asker.promise
  }

  async function ask<Value>(asked: Asked): Promise<Value> {
    count += 1
    const answered = answerTo(count)
    child.send({ number: count, asked })
    // Each question has one kind of answer, which kill-next-child.ts gives.
    return (await answered) as Value
  }

  await answerTo(0)
  return {
    take: (step, id) => ask({ kind: 'step', step, id }),
    create: (amount) => ask({ kind: 'create', amount }),
    list: () => ask({ kind: 'list' }),
    isReady: () => ask({ kind: 'isReady' }),
    close: async () => {
      await ask({ kind: 'close' })
      await exited
    },
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}

// One life of the app up to its kill at a chosen point, before a real practice exchange.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { FaultProxy, FaultRule } from '../../fixtures/fault-proxy.ts'
import type { Fault } from '../faults/fault.ts'
import { makeGate } from '../faults/faulty-exchange.ts'
import { type ChildMessage, goOn } from './kill-messages.ts'
import type { CalledPath, KillPoint, Line } from './kill-points.ts'
import { withCache } from './next-life.ts'

const start = '/sapi/v1/internal_transfers/v2/'
export const initiatePath = `${start}initiate/`
export const processPath = `${start}process/`

const pathOf: Readonly<Record<CalledPath, RegExp>> = {
  initiate: /\/v2\/initiate\/$/,
  process: /\/v2\/process\/$/,
  profile: /\/user\/profile\/?$/,
  lookUp: /\/internal_transfers\/v2\/\d+\/?$/,
}

const refusal = (status: number, message: string): Fault => ({
  kind: 'status',
  status,
  body: { status: 'error', message, payload: '' },
})

const rulesOfLine: Readonly<Record<Line, readonly FaultRule[]>> = {
  sound: [],
  answerLost: [{ path: pathOf.process, nth: 1, fault: { kind: 'closeAfterForward' } }],
  processRefused: [{ path: pathOf.process, nth: 1, fault: refusal(403, 'Invalid organization key') }],
  initiateRefused: [{ path: pathOf.initiate, nth: 1, fault: refusal(400, 'Insufficient balance') }],
  initiateLost: [{ path: pathOf.initiate, nth: 1, fault: { kind: 'closeAfterForward' } }],
}

export interface KillRun {
  readonly file: string
  /** Of compiled code. */
  readonly cacheFolder: string
  readonly amount: string
  readonly point: KillPoint
  readonly proxy: FaultProxy
  /** Resolves when the exchange has next answered a call of this path. */
  readonly nextDone: (path: RegExp) => Promise<void>
  readonly random: () => number
}

export interface Killed {
  /** The last that the page was shown; null where nothing was. */
  readonly told: Extract<ChildMessage, { kind: 'told' }> | null
  /** Whether the point was reached; a random moment always is. */
  readonly wasReached: boolean
  /** Lets a late request arrive; resolves when the exchange has dealt with it. */
  readonly arrive: () => Promise<void>
}

const mostRandomMs = 250

/** Lets an app make a transfer and kills it at the point. */
export async function runAndKill({
  file,
  cacheFolder,
  amount,
  point,
  proxy,
  nextDone,
  random,
}: KillRun): Promise<Killed> {
  const { moment, line } = point
  const isTime = Promise.withResolvers<boolean>()
  const held = makeGate()
  let told: Killed['told'] = null

  const rules = [...rulesOfLine[line]]
  if (moment.at === 'call') {
    const path = pathOf[moment.path]
    const reached = (): void => isTime.resolve(true)
    // A profile is read at the start, too; what counts is the reading before the signature.
    const isMeant = (): boolean => moment.path !== 'profile' || told?.state === 'initiated'
    const faultOf = (): Fault => {
      switch (moment.how) {
        case 'dropped':
          reached()
          return { kind: 'neverAnswer' }
        case 'late':
          reached()
          return { kind: 'holdRequest', until: held.until }
        case 'acted':
          void nextDone(path).then(reached)
          return { kind: 'holdAnswer', until: held.until }
      }
    }
    rules.unshift({ path, fault: () => (isMeant() ? faultOf() : null) })
  } else if (moment.at === 'random') {
    const delays = Array.from({ length: 8 }, () => Math.floor(random() * 60))
    let next = 0
    rules.push({
      path: /internal_transfers|profile/,
      fault: () => ({ kind: 'delayHead', ms: delays[next++ % delays.length] ?? 0 }),
    })
  }
  proxy.play(...rules)

  const script = fileURLToPath(new URL('kill-child.ts', import.meta.url))
  const child = fork(script, [file, proxy.baseUrl, amount], withCache(cacheFolder))
  const exited = once(child, 'exit')
  // Ended before it was killed: it has failed, and has said why.
  void exited.then(() => isTime.resolve(false))
  let isFirstGate = true
  child.on('message', (raw) => {
    // Only kill-child.ts writes to this channel.
    const message = raw as ChildMessage
    switch (message.kind) {
      case 'told':
        told = message
        return
      case 'done':
        isTime.resolve(moment.at === 'random')
        return
      case 'gate':
        if (isFirstGate && moment.at === 'random') {
          void sleep(random() * mostRandomMs).then(() => isTime.resolve(true))
        }
        isFirstGate = false
        if (moment.at === 'gate' && moment.gate === message.name) isTime.resolve(true)
        else child.send(goOn)
    }
  })
  const wasReached = await isTime.promise
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  const isLate = moment.at === 'call' && moment.how === 'late'
  if (!isLate) held.release()
  proxy.play()
  return {
    told,
    wasReached,
    arrive: async () => {
      held.release()
      await proxy.idle()
    },
  }
}

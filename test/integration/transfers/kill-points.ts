// The points at which the app is killed while it makes a transfer, in classes of which each run takes the next.
import type { TransferState } from '../../../src-preload/contract/transfers.ts'
import { askedGate, writeGate } from './kill-messages.ts'

/** What the service and the line do in the life that ends with the kill. */
export type Line =
  | 'sound'
  /** The process call is done, and its answer lost. */
  | 'answerLost'
  /** The service refuses the signature. */
  | 'processRefused'
  | 'initiateRefused'
  /** The initiate call is done, and its answer lost. */
  | 'initiateLost'

export type CalledPath = 'initiate' | 'process' | 'profile' | 'lookUp'

export type Moment =
  | { readonly at: 'gate'; readonly gate: string }
  | {
      readonly at: 'call'
      readonly path: CalledPath
      /**
       * `dropped`: killed before the service had the request, which is lost with the app. `late`: the same, and the request
       * arrives after the next start. `acted`: the service has done it, and its answer is on the way.
       */
      readonly how: 'dropped' | 'late' | 'acted'
    }
  /** Some time after the intent was asked for, with answers of random slowness. */
  | { readonly at: 'random' }

export interface KillPoint {
  readonly name: string
  readonly line: Line
  readonly moment: Moment
}

const gate = (line: Line, name: string): KillPoint => ({
  name: `${name} (${line})`,
  line,
  moment: { at: 'gate', gate: name },
})

const call = (path: CalledPath, how: 'dropped' | 'late' | 'acted', line: Line = 'sound'): KillPoint => ({
  name: `in the call ${path}, ${how} (${line})`,
  line,
  moment: { at: 'call', path, how },
})

const random = (line: Line): KillPoint => ({ name: `at random (${line})`, line, moment: { at: 'random' } })

const way: readonly TransferState[] = [
  'intended',
  'initiating',
  'initiated',
  'signed',
  'processing',
  'succeeded',
]

const around = (line: Line, state: TransferState, nth = 1): KillPoint[] => [
  gate(line, writeGate('before', state, nth)),
  gate(line, writeGate('after', state, nth)),
]

/** One after another, every run takes the next class; a class has at most ten points, so that 140 runs meet all of them. */
export const killClasses: readonly (readonly KillPoint[])[] = [
  way.map((state) => gate('sound', writeGate('before', state))),
  way.map((state) => gate('sound', writeGate('after', state))),
  [gate('sound', askedGate), call('profile', 'dropped'), call('profile', 'acted')],
  [call('initiate', 'dropped')],
  [call('initiate', 'late')],
  [call('initiate', 'acted')],
  [call('process', 'dropped')],
  [call('process', 'late')],
  [call('process', 'acted')],
  [
    ...around('answerLost', 'processing', 2),
    call('lookUp', 'dropped', 'answerLost'),
    call('lookUp', 'acted', 'answerLost'),
    ...around('answerLost', 'succeeded'),
  ],
  [
    ...around('processRefused', 'processing', 2),
    call('lookUp', 'dropped', 'processRefused'),
    call('lookUp', 'acted', 'processRefused'),
    ...around('processRefused', 'refused'),
  ],
  [...around('initiateRefused', 'refused'), ...around('initiateLost', 'initiating', 2)],
  [random('sound')],
  [random('sound'), random('answerLost'), random('processRefused'), random('initiateLost')],
]

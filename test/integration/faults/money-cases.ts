// What comes of each named fault of a call that is sent once: what its caller is told, and what has been done.
import type { Fault } from './fault.ts'
import { type Got, refresh } from './faulty-exchange.ts'
import { bodyFaults, gatewayFaults, lineFaults } from './named-faults.ts'

const unknown = (cause: string, more: object = {}): Omit<Got, 'value'> => ({
  code: 'outcomeUnknown',
  data: { cause, ...more },
})
const refusedUnder = (status: number): Omit<Got, 'value'> => ({
  code: 'rejectedByExchange',
  data: { status },
})
const rateLimited: Omit<Got, 'value'> = { code: 'rateLimited' }
const done: Got = { code: 'answer' }
const unreadable = (reason?: string): Omit<Got, 'value'> =>
  unknown('contractViolation', reason === undefined ? {} : { reason })

interface MoneyCase {
  readonly gets: Omit<Got, 'value'>
  /** Whether the exchange has seen the request, once; it never sees two. */
  readonly isDone: boolean
  /** What is sent besides the request itself. */
  readonly also?: readonly string[]
}

const closed = unknown('network', { reason: 'closed' })
const strange = unknown('network', { reason: 'other' })
export const late = unknown('timeout')

const faults = { ...lineFaults, ...bodyFaults, ...gatewayFaults }

const cases: Record<keyof typeof faults, MoneyCase> = {
  'the connection is cut before the request is passed on': { gets: closed, isDone: false },
  'the request is done and the connection cut before the answer': { gets: closed, isDone: true },
  'the connection is cut right after the head': { gets: closed, isDone: true },
  'the connection is cut in the middle of the body': { gets: closed, isDone: true },
  'more bytes are promised than come before the connection ends': { gets: closed, isDone: true },
  'more bytes are promised than ever come': { gets: late, isDone: true },
  'fewer bytes are promised than come': { gets: unreadable('notJson'), isDone: true },
  'a shortened body comes with its own right length': { gets: unreadable('notJson'), isDone: true },
  'nothing is passed on and nothing comes back': { gets: late, isDone: false },
  'the request is done and no answer ever comes': { gets: late, isDone: true },
  'the head is a little late': { gets: done, isDone: true },
  'the body is a little late': { gets: done, isDone: true },
  'the body comes too late': { gets: late, isDone: true },
  'the body comes in drops, in time': { gets: done, isDone: true },
  'the body comes in drops, without end': { gets: late, isDone: true },
  'what comes is no HTTP': { gets: strange, isDone: false },
  'half a head comes': { gets: closed, isDone: false },
  'the head has two lengths': { gets: closed, isDone: false },
  'the head is larger than any head': { gets: strange, isDone: false },
  'an HTML page comes': { gets: unreadable('html'), isDone: true },
  'an HTML page that says it is JSON comes': { gets: unreadable('html'), isDone: true },
  'nothing comes': { gets: unreadable('empty'), isDone: true },
  'white space comes': { gets: unreadable('empty'), isDone: true },
  'something that is no JSON comes': { gets: unreadable('notJson'), isDone: true },
  'bytes that are not UTF-8 come': { gets: unreadable('notUtf8'), isDone: true },
  'a body that is said to be gzip and is not comes': { gets: unknown('network'), isDone: true },
  'a JSON list comes instead of an envelope': { gets: unreadable(), isDone: true },
  'a JSON null comes instead of an envelope': { gets: unreadable(), isDone: true },
  'an envelope without a payload comes': { gets: unreadable(), isDone: true },
  'an envelope whose payload is null comes': { gets: unreadable(), isDone: true },
  'an envelope whose payload is text comes': { gets: unreadable(), isDone: true },
  'an envelope whose payload is called data comes': { gets: unreadable(), isDone: true },
  'an envelope without a status comes': { gets: unreadable(), isDone: true },
  'an envelope of an unknown status comes': { gets: unreadable(), isDone: true },
  'an envelope whose status is a number comes': { gets: unreadable(), isDone: true },
  'a gateway says 500': { gets: unknown('rejectedByExchange', { status: 500 }), isDone: false },
  'a gateway says 502': { gets: unknown('rejectedByExchange', { status: 502 }), isDone: false },
  'a gateway says 503': { gets: unknown('rejectedByExchange', { status: 503 }), isDone: false },
  'a gateway says 504': { gets: unknown('rejectedByExchange', { status: 504 }), isDone: false },
  'a gateway says 504 after the request was done': {
    gets: unknown('rejectedByExchange', { status: 504 }),
    isDone: true,
  },
  'a gateway says 500 after the request was done': {
    gets: unknown('rejectedByExchange', { status: 500 }),
    isDone: true,
  },
  'a gateway says 408': { gets: unknown('rejectedByExchange', { status: 408 }), isDone: false },
  'a gateway says 408 after the request was done': {
    gets: unknown('rejectedByExchange', { status: 408 }),
    isDone: true,
  },
  'a gateway says 499 after the request was done': {
    gets: unknown('contractViolation', { status: 499 }),
    isDone: true,
  },
  'a firewall shows its page under 403': { gets: refusedUnder(403), isDone: false },
  // A new token is fetched for the next call; this one is not sent again.
  'a login page comes under 401': {
    gets: { code: 'unauthenticated', data: { status: 401 } },
    isDone: false,
    also: [refresh],
  },
  'a page says 404': { gets: { code: 'contractViolation', data: { status: 404 } }, isDone: false },
  'a success comes without any body': { gets: unreadable('empty'), isDone: false },
  'the wish to slow down comes without a time': { gets: rateLimited, isDone: false },
  'the wish to slow down for long comes': { gets: rateLimited, isDone: false },
}

/** Every named fault, and what comes of it where money is moved. */
export const moneyCases = Object.entries(cases)
export const faultOf = (name: string): Fault => faults[name as keyof typeof faults]

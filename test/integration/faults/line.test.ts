// What a caller gets, and what was sent, when the line to the exchange breaks, stalls or carries something else.
import { describe, expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { type Got, gotFrom, profile, profilePath, times, useFaultyExchange } from './faulty-exchange.ts'
import { lineFaults, tightLimits } from './named-faults.ts'

const world = useFaultyExchange()

const closed: Got = { code: 'network', data: { endpoint: 'user.profile', reason: 'closed' } }
/** No code of a broken connection: the words are the transport's own. */
const strange: Got = { code: 'network', data: { endpoint: 'user.profile', reason: 'other' } }
const answer: Got = { code: 'answer', value: { username: 'alice' } }
const late = (phase: 'headers' | 'body'): Got => ({
  code: 'timeout',
  data: { endpoint: 'user.profile', phase, limitMs: tightLimits.bodyMs },
})
const notJson: Got = {
  code: 'contractViolation',
  data: { endpoint: 'user.profile', field: 'body', reason: 'notJson' },
}

interface Case {
  readonly gets: Got
  /** How often the read is sent, and how often it gets to the exchange. */
  readonly sent: number
  readonly reached: number
}

const cases: Record<keyof typeof lineFaults, Case> = {
  'the connection is cut before the request is passed on': { gets: closed, sent: 3, reached: 0 },
  'the request is done and the connection cut before the answer': { gets: closed, sent: 3, reached: 3 },
  'the connection is cut right after the head': { gets: closed, sent: 3, reached: 3 },
  'the connection is cut in the middle of the body': { gets: closed, sent: 3, reached: 3 },
  'more bytes are promised than come before the connection ends': { gets: closed, sent: 3, reached: 3 },
  'more bytes are promised than ever come': { gets: late('body'), sent: 1, reached: 1 },
  'fewer bytes are promised than come': { gets: notJson, sent: 1, reached: 1 },
  'a shortened body comes with its own right length': { gets: notJson, sent: 1, reached: 1 },
  'nothing is passed on and nothing comes back': { gets: late('headers'), sent: 1, reached: 0 },
  'the request is done and no answer ever comes': { gets: late('headers'), sent: 1, reached: 1 },
  'the head is a little late': { gets: answer, sent: 1, reached: 1 },
  'the body is a little late': { gets: answer, sent: 1, reached: 1 },
  'the body comes too late': { gets: late('body'), sent: 1, reached: 1 },
  'the body comes in drops, in time': { gets: answer, sent: 1, reached: 1 },
  'the body comes in drops, without end': { gets: late('body'), sent: 1, reached: 1 },
  'what comes is no HTTP': { gets: strange, sent: 3, reached: 0 },
  'half a head comes': { gets: closed, sent: 3, reached: 0 },
  'the head has two lengths': { gets: closed, sent: 3, reached: 0 },
  'the head is larger than any head': { gets: strange, sent: 3, reached: 0 },
}

describe('a private read meets a line on which', { timeout: 30_000 }, () => {
  test.each(Object.entries(cases))('%s', async (name, { gets, sent, reached }) => {
    const { client } = await world.signedIn(gets.code === 'timeout' ? { limits: tightLimits } : {})
    const fault: Fault = lineFaults[name as keyof typeof lineFaults]
    world.proxy.play({ path: profilePath, fault })
    expect(await gotFrom(client.getProfile())).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual(times(sent, profile(1)))
    expect(world.proxy.reached()).toEqual(times(reached, profile(1)))
    // And nothing of it is left on the connections that the next call uses.
    world.proxy.play()
    world.forget()
    expect(await gotFrom(client.getProfile())).toMatchObject(answer)
    expect(world.proxy.sent()).toEqual([profile(1)])
  })
})

describe('a line that breaks and heals', { timeout: 30_000 }, () => {
  test('two different faults in a row cost two repetitions, and the third attempt is the answer', async () => {
    const { client, pauses } = await world.signedIn()
    world.proxy.play(
      { path: profilePath, nth: 1, fault: { kind: 'cutBeforeHead' } },
      { path: profilePath, nth: 1, fault: { kind: 'status', status: 502, body: '<html>' } },
    )
    expect(await gotFrom(client.getProfile())).toMatchObject(answer)
    expect(world.proxy.sent()).toEqual(times(3, profile(1)))
    expect(pauses).toHaveLength(2)
  })

  test('nobody listens: refused, without any request; listening again, the next call is answered', async () => {
    const { client } = await world.signedIn()
    await world.proxy.stopListening()
    expect(await gotFrom(client.getProfile())).toMatchObject({
      code: 'network',
      data: { endpoint: 'user.profile', reason: 'refused', code: 'ECONNREFUSED' },
    })
    expect(world.proxy.sent()).toEqual([])
    await world.proxy.listenAgain()
    expect(await gotFrom(client.getProfile())).toMatchObject(answer)
    expect(world.proxy.sent()).toEqual([profile(1)])
  })

  test('a second answer that nobody asked for is not taken for the answer of the next call', async () => {
    const { client } = await world.signedIn()
    const forged = JSON.stringify({
      status: 'success',
      message: '',
      payload: { name: 'Mallory', customer_id: '1', username: 'mallory', stark_key: '0x1' },
    })
    world.proxy.play({ path: profilePath, nth: 1, fault: { kind: 'extraAnswer', body: forged } })
    expect(await gotFrom(client.getProfile())).toMatchObject(answer)
    expect(await gotFrom(client.getProfile())).toMatchObject(answer)
    expect(world.proxy.sent()).toEqual(times(2, profile(1)))
  })

  test('the fault of one call does not touch the others that run beside it', async () => {
    const { client } = await world.signedIn({ limits: tightLimits })
    world.proxy.play({ path: '/sapi/v1/user/pnl/', fault: { kind: 'neverAnswer' } })
    const [pnl, ...profiles] = await Promise.all([
      gotFrom(client.getPnl()),
      ...Array.from({ length: 5 }, () => gotFrom(client.getProfile())),
    ])
    expect(pnl).toMatchObject({ code: 'timeout', data: { endpoint: 'user.pnl', phase: 'headers' } })
    for (const got of profiles) expect(got).toMatchObject(answer)
    expect(world.proxy.sent().sort()).toEqual(['GET /sapi/v1/user/pnl/ #1', ...times(5, profile(1))].sort())
  })

  test('a body without end is given up at the size limit, and not asked for again', async () => {
    const { client } = await world.signedIn({ limits: { maxBodyBytes: 1_000_000 } })
    world.proxy.play({ path: profilePath, fault: { kind: 'flood', bytes: 50_000_000 } })
    expect(await gotFrom(client.getProfile())).toMatchObject({
      code: 'contractViolation',
      data: { endpoint: 'user.profile', field: 'body', reason: 'tooLarge' },
    })
    expect(world.proxy.sent()).toEqual([profile(1)])
  })

  test('a call that is given up while its body drips ends as cancelled, after one request', async () => {
    const { client } = await world.signedIn()
    const giveUp = new AbortController()
    world.proxy.play({
      path: profilePath,
      fault: () => {
        setTimeout(() => giveUp.abort(), 50)
        return { kind: 'drip', bytes: 1, pauseMs: 100 }
      },
    })
    expect(await gotFrom(client.getProfile({ signal: giveUp.signal }))).toMatchObject({ code: 'cancelled' })
    expect(world.proxy.sent()).toEqual([profile(1)])
  })
})

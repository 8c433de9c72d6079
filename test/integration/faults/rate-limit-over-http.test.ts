// The client's rate limit holds on the wire, as a real server sees it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../../src-main/exchange/rate-limit/rate-limiter.ts'
import { requestLimitsOf } from '../../../src-main/exchange/rate-limit/request-limits.ts'
import type { Urgency } from '../../../src-main/exchange/endpoint.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { fixtureText } from '../../fixtures/fixtures.ts'
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../fixtures/scripted-server.ts'
import { makeTestClient, type TestClient } from '../../fixtures/test-client.ts'

const urgencies: readonly Urgency[] = ['asked', 'screen', 'background']
const CALLS = 60

let server: ScriptedServer
let made: TestClient

beforeEach(async () => {
  server = await startScriptedServer()
  made = makeTestClient(server.baseUrl, {
    noSession: true,
    limiter: createRateLimiter({ limits: requestLimitsOf(server.baseUrl) }),
  })
})

afterEach(async () => {
  made.client.close()
  await server.stop()
})

/** See request-limits.ts. */
const most = 5

const callAll = (): Promise<unknown>[] =>
  Array.from({ length: CALLS }, (_, index) => {
    const urgency = urgencies[index % urgencies.length]
    return made.client.listMarketTrades({ market: 'ethusdc' }, { urgency, retries: 0 })
  })

/** Plays an answer to each request once as many are open as may be, and counts how many were. */
function answerTogether(most: number, answer: ScriptedAnswer): { mostOpen: () => number } {
  const full = Promise.withResolvers<undefined>()
  let open = 0
  let mostOpen = 0
  server.play(async () => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    if (open === most) full.resolve(undefined)
    await full.promise
    // A request counts until its answer begins to leave: by then the client cannot have sent another for it.
    open -= 1
    return answer
  })
  return { mostOpen: () => mostOpen }
}

describe('sixty calls at once', { timeout: 30_000 }, () => {
  it('reach the service five at a time, and all get their answers', async () => {
    const { mostOpen } = answerTogether(most, { text: fixtureText('trades') })
    const answers = await Promise.all(callAll())
    expect(answers).toHaveLength(CALLS)
    expect(server.requests).toHaveLength(CALLS)
    expect(mostOpen()).toBe(most)
    expect(made.client.limiterState()).toMatchObject({ inFlight: 0, waiting: 0, sentLastMinute: CALLS })
  })

  it('end at the first objection with a long Retry-After: what had not gone out stays here', async () => {
    answerTogether(most, { status: 429, headers: { 'retry-after': '60' } })
    const outcomes = await Promise.allSettled(callAll())
    const waits = outcomes.map((outcome) =>
      outcome.status === 'rejected' && isAppError(outcome.reason, 'rateLimited')
        ? Number(outcome.reason.data['retryAfterMs'])
        : Number.NaN,
    )
    for (const waitMs of waits) {
      expect(waitMs).toBeGreaterThan(10_000)
      expect(waitMs).toBeLessThanOrEqual(60_000)
    }
    expect(server.requests).toHaveLength(most)
    expect(made.records).toHaveLength(most)
    expect(made.client.limiterState()).toMatchObject({ waiting: 0, slowDowns: most })
  })

  it('all end when the client is closed, those that wait without having gone out', async () => {
    const arrived = Promise.withResolvers<undefined>()
    server.play((_request, count) => {
      if (count === most) arrived.resolve(undefined)
      return { headersDelayMs: Infinity }
    })
    const pending = Promise.allSettled(callAll())
    await arrived.promise
    made.client.close()
    const codes = (await pending).map((outcome) =>
      outcome.status === 'rejected' && isAppError(outcome.reason) ? outcome.reason.code : 'answered',
    )
    expect(new Set(codes)).toEqual(new Set(['cancelled']))
    expect(server.requests).toHaveLength(most)
    expect(made.client.limiterState()).toMatchObject({ inFlight: 0, waiting: 0 })
  })
})

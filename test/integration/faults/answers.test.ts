// What a caller gets, and what was sent, when an answer arrives whole and is not what the interface promises.
import { describe, expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { type Got, gotFrom, profile, profilePath, times, useFaultyExchange } from './faulty-exchange.ts'
import { bodyFaults } from './named-faults.ts'

const world = useFaultyExchange()

const profileRefused = (field: string, reason?: string): Got => ({
  code: 'contractViolation',
  data: { endpoint: 'user.profile', field, ...(reason === undefined ? {} : { reason }) },
})

const bodyCases: Record<keyof typeof bodyFaults, { readonly gets: Got; readonly sent: number }> = {
  'an HTML page comes': { gets: profileRefused('body', 'html'), sent: 1 },
  'an HTML page that says it is JSON comes': { gets: profileRefused('body', 'html'), sent: 1 },
  'nothing comes': { gets: profileRefused('body', 'empty'), sent: 1 },
  'white space comes': { gets: profileRefused('body', 'empty'), sent: 1 },
  'something that is no JSON comes': { gets: profileRefused('body', 'notJson'), sent: 1 },
  'bytes that are not UTF-8 come': { gets: profileRefused('body', 'notUtf8'), sent: 1 },
  // Node cannot tell it from a line that breaks, so it is tried again as one.
  'a body that is said to be gzip and is not comes': {
    gets: { code: 'network', data: { endpoint: 'user.profile' } },
    sent: 3,
  },
  'a JSON list comes instead of an envelope': { gets: profileRefused('body'), sent: 1 },
  'a JSON null comes instead of an envelope': { gets: profileRefused('body'), sent: 1 },
  'an envelope without a payload comes': { gets: profileRefused('payload'), sent: 1 },
  'an envelope whose payload is null comes': { gets: profileRefused('payload'), sent: 1 },
  'an envelope whose payload is text comes': { gets: profileRefused('payload'), sent: 1 },
  'an envelope whose payload is called data comes': { gets: profileRefused('payload'), sent: 1 },
  'an envelope without a status comes': { gets: profileRefused('status'), sent: 1 },
  'an envelope of an unknown status comes': { gets: profileRefused('status'), sent: 1 },
  'an envelope whose status is a number comes': { gets: profileRefused('status'), sent: 1 },
}

describe('where the profile should be', { timeout: 30_000 }, () => {
  test.each(Object.entries(bodyCases))('%s', async (name, { gets, sent }) => {
    const { client } = await world.signedIn()
    const fault: Fault = bodyFaults[name as keyof typeof bodyFaults]
    world.proxy.play({ path: profilePath, fault })
    expect(await gotFrom(client.getProfile())).toMatchObject(gets)
    expect(world.proxy.sent()).toEqual(times(sent, profile(1)))
    expect(client.sessionState()).toBe('signedIn')
  })
})

const sentence = 'You may not.'
const envelopes: readonly (readonly [string, object, number])[] = [
  ['an empty string', { status: 'error', message: sentence, payload: '' }, 400],
  ['an empty object', { status: 'error', message: sentence, payload: {} }, 400],
  ['an object', { status: 'error', message: sentence, payload: { field: ['x'] } }, 404],
  ['a list', { status: 'error', message: sentence, payload: [1] }, 422],
  ['no payload at all', { status: 'error', message: sentence }, 403],
  ['an error under 200', { status: 'error', message: sentence, payload: '' }, 200],
  ['the bare sentence of its framework', { detail: sentence }, 400],
]

describe('a refusal is told by its sentence and not repeated, with', { timeout: 30_000 }, () => {
  test.each(envelopes)('%s', async (_what, body, status) => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: profilePath, fault: { kind: 'status', status, body } })
    expect(await gotFrom(client.getProfile())).toEqual({
      code: 'rejectedByExchange',
      data: { endpoint: 'user.profile', status, message: sentence },
    })
    expect(world.proxy.sent()).toEqual([profile(1)])
    expect(world.proxy.reached()).toEqual([])
  })
})

describe('odd heads of a sound answer do no harm:', { timeout: 30_000 }, () => {
  test.each<[string, Fault]>([
    ['a type of content that is said twice', { kind: 'addHeaders', headers: ['content-type', 'text/plain'] }],
    ['JSON that is said to be HTML', { kind: 'addHeaders', headers: ['content-type', 'text/html'] }],
    ['a wait that nobody asked for', { kind: 'addHeaders', headers: ['retry-after', '3600'] }],
    ['two dates, none of which is one', { kind: 'addHeaders', headers: ['date', 'never', 'date', 'soon'] }],
    ['an address to go to, under 200', { kind: 'addHeaders', headers: ['location', 'http://127.0.0.1:9/'] }],
    ['cookies, which are not sent back', { kind: 'addHeaders', headers: ['set-cookie', 'a=1; Path=/'] }],
  ])('%s', async (_what, fault) => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: profilePath, fault })
    for (let count = 0; count < 2; count += 1) {
      expect(await gotFrom(client.getProfile())).toMatchObject({
        code: 'answer',
        value: { username: 'alice' },
      })
    }
    expect(world.proxy.sent()).toEqual(times(2, profile(1)))
    for (const { headerNames } of world.proxy.requests) expect(headerNames).not.toContain('cookie')
  })
})

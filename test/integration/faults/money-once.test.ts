// What moves money where it is the caller, the token, the address or the connection that fails.
import { describe, expect, test } from 'vitest'
import { startFaultProxy } from '../../fixtures/fault-proxy.ts'
import { makeTestClient } from '../../fixtures/test-client.ts'
import {
  gotFrom,
  initiatePath,
  makeGate,
  processPath,
  refresh,
  times,
  useFaultyExchange,
} from './faulty-exchange.ts'
import { initiateAndSign, initiateLine, makeStart, processLine, stateOf } from './money-support.ts'

const world = useFaultyExchange()

describe('a transfer whose caller gives it up', { timeout: 30_000 }, () => {
  test('before it was sent is simply cancelled, and nothing is sent', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    const options = { signal: AbortSignal.abort() }
    expect(await gotFrom(client.initiateTransfer(start, options))).toMatchObject({ code: 'cancelled' })
    expect(world.proxy.sent()).toEqual([])
    expect(await stateOf(world.direct().client, start.reference)).toBe('unknown')
  })

  test('while a token is fetched for it is cancelled, and is not sent when the token comes', async () => {
    const { client } = world.client()
    const start = makeStart(world)
    const { until, release } = makeGate()
    const giveUp = new AbortController()
    world.proxy.play({
      path: /login/,
      fault: () => {
        giveUp.abort()
        return { kind: 'holdAnswer', until }
      },
    })
    expect(await gotFrom(client.initiateTransfer(start, { signal: giveUp.signal }))).toMatchObject({
      code: 'cancelled',
    })
    release()
    // The sign-in serves all who wait for it, and goes on.
    await client.getProfile()
    expect(world.proxy.sent().filter((line) => line.includes('transfers'))).toEqual([])
    expect(await stateOf(world.direct().client, start.reference)).toBe('unknown')
  })

  test('while it is under way is unknown: it arrives all the same, and the look-up says so', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    const signed = await initiateAndSign(client, start, world.user(0))
    world.forget()
    const { until, release } = makeGate()
    const giveUp = new AbortController()
    world.proxy.play({
      path: processPath,
      fault: () => {
        giveUp.abort()
        return { kind: 'holdRequest', until }
      },
    })
    expect(await gotFrom(client.processTransfer(signed, { signal: giveUp.signal }))).toMatchObject({
      code: 'outcomeUnknown',
      data: { endpoint: 'transfers.process', cause: 'cancelled' },
    })
    expect(await stateOf(client, start.reference)).toBe('pending')
    release()
    await expect.poll(() => stateOf(client, start.reference)).toBe('success')
    expect(world.proxy.sent().filter((line) => line.startsWith('POST'))).toEqual([processLine])
  })

  test('by closing the app is unknown, too', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    world.proxy.play({
      path: initiatePath,
      fault: () => {
        client.close()
        return { kind: 'closeAfterForward' }
      },
    })
    expect(await gotFrom(client.initiateTransfer(start))).toMatchObject({
      code: 'outcomeUnknown',
      data: { endpoint: 'transfers.initiate', cause: 'cancelled' },
    })
    expect(world.proxy.sent()).toEqual([initiateLine])
    await expect.poll(() => stateOf(world.direct().client, start.reference)).toBe('pending')
  })
})

describe('a transfer over a line that is not there', { timeout: 30_000 }, () => {
  test('is refused before anything is sent: no outcome is open', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    await world.proxy.stopListening()
    // Until a read has found out, the connection that was kept may be tried; see below.
    expect((await gotFrom(client.getProfile())).code).toBe('network')
    expect(await gotFrom(client.initiateTransfer(start))).toMatchObject({
      code: 'network',
      data: { endpoint: 'transfers.initiate', reason: 'refused' },
    })
    await world.proxy.listenAgain()
    expect(world.proxy.sent()).toEqual([])
    expect(await stateOf(client, start.reference)).toBe('unknown')
  })

  test.each([301, 302, 303, 307, 308])('but at another address (%d) is not sent there', async (status) => {
    const other = await startFaultProxy(world.exchange.baseUrl)
    const { client } = await world.signedIn()
    const start = makeStart(world)
    const to = other.baseUrl + initiatePath
    world.proxy.play({ path: /initiate/, fault: { kind: 'redirect', status, to } })
    expect(await gotFrom(client.initiateTransfer(start))).toMatchObject({
      code: 'outcomeUnknown',
      data: { cause: 'contractViolation', reason: 'redirect' },
    })
    expect(world.proxy.sent()).toEqual([initiateLine])
    expect(other.requests).toEqual([])
    await other.close()
    expect(await stateOf(world.direct().client, start.reference)).toBe('unknown')
  })

  test('or only in the other form of its path is not sent in it', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    const signed = await initiateAndSign(client, start, world.user(0))
    world.forget()
    world.proxy.play({ path: /process/, fault: { kind: 'redirect', status: 308, to: 'otherSlash' } })
    expect(await gotFrom(client.processTransfer(signed))).toMatchObject({
      code: 'outcomeUnknown',
      data: { cause: 'contractViolation', reason: 'redirect' },
    })
    expect(world.proxy.sent()).toEqual([processLine])
    expect(await stateOf(client, start.reference)).toBe('pending')
  })
})

describe('a transfer with a token that the service no longer takes', { timeout: 30_000 }, () => {
  test('is refused and not sent again; the next one has a new token', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    world.clock.moveTo(world.clock.now() + 301_000)
    expect(await gotFrom(client.initiateTransfer(start))).toMatchObject({
      code: 'unauthenticated',
      data: { endpoint: 'transfers.initiate', status: 401 },
    })
    expect(world.proxy.sent()).toEqual([initiateLine, refresh])
    expect(await stateOf(client, start.reference)).toBe('unknown')
    world.forget()
    await client.initiateTransfer(start)
    expect(world.proxy.sent()).toEqual([`POST ${initiatePath} #2`])
    expect(await stateOf(client, start.reference)).toBe('pending')
  })

  test('has its own refusal as the reason also where no new token can be had', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    world.proxy.play(
      { path: initiatePath, fault: { kind: 'refuseToken' } },
      { path: /refresh/, fault: { kind: 'status', status: 500 } },
    )
    expect(await gotFrom(client.initiateTransfer(start))).toMatchObject({
      code: 'unauthenticated',
      data: { endpoint: 'transfers.initiate', status: 401 },
    })
    expect(world.proxy.sent()).toEqual([initiateLine, refresh])
  })
})

describe('a transfer that is sent again by its user after an unknown outcome', { timeout: 30_000 }, () => {
  test('does not move the money twice: the service knows the nonce, and the look-up tells that it was done', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    const signed = await initiateAndSign(client, start, world.user(0))
    world.forget()
    world.proxy.play({ path: processPath, nth: 1, fault: { kind: 'closeAfterForward' } })
    expect((await gotFrom(client.processTransfer(signed))).code).toBe('outcomeUnknown')
    expect(await gotFrom(client.processTransfer(signed))).toMatchObject({
      code: 'rejectedByExchange',
      data: { endpoint: 'transfers.process', status: 400 },
    })
    expect(world.done.filter((line) => line.includes('process'))).toEqual([
      `POST ${processPath} 200`,
      `POST ${processPath} 400`,
    ])
    expect(await stateOf(client, start.reference)).toBe('success')
  })

  test('a connection that was kept and has died in the meantime does not lose or double it', async () => {
    const { client } = await world.signedIn()
    const start = makeStart(world)
    await world.proxy.stopListening()
    await world.proxy.listenAgain()
    // Whether the transport has noticed in time is its own affair; the caller is told the truth in both cases.
    const { code } = await gotFrom(client.initiateTransfer(start))
    expect(['answer', 'outcomeUnknown']).toContain(code)
    const isDone = code === 'answer'
    expect(world.proxy.sent()).toEqual(times(isDone ? 1 : 0, initiateLine))
    expect(await stateOf(client, start.reference)).toBe(isDone ? 'pending' : 'unknown')
  })
})

test('without keys of the operator nothing is sent', async () => {
  const { client } = makeTestClient(world.proxy.baseUrl)
  const start = makeStart(world, { organizationKey: '' })
  expect(await gotFrom(client.initiateTransfer(start))).toEqual({
    code: 'validation',
    data: { field: 'organizationKey', reason: 'empty' },
  })
  expect(world.proxy.sent()).toEqual([])
  client.close()
})

// Tokens that end while a call is under way, clocks that are wrong, and a service that refuses every token that it gives.
import { describe, expect, test } from 'vitest'
import { movableClock, startMs } from '../../fixtures/test-client.ts'
import type { Fault } from './fault.ts'
import {
  type Got,
  gotFrom,
  login,
  makeGate,
  nonce,
  profile,
  profilePath,
  refresh,
  refreshPath,
  times,
  useFaultyExchange,
} from './faulty-exchange.ts'

const lifeSeconds = 300
const world = useFaultyExchange(lifeSeconds)
const hourMs = 3_600_000
const lifeMs = lifeSeconds * 1000
const answered: Got = { code: 'answer', value: { username: 'alice' } }

describe('a token that ends while a call is under way', { timeout: 60_000 }, () => {
  test.each([
    ['and nobody here knows', false],
    ['and the clock here says so, too', true],
  ])('%s: the call is refused, sent again with a new token, and answered', async (_what, doesAppKnow) => {
    const { client, clock } = await world.signedIn()
    const { until, release } = makeGate()
    world.proxy.play({ path: profilePath, nth: 1, fault: { kind: 'holdRequest', until } })
    const call = gotFrom(client.getProfile())
    await expect.poll(() => world.proxy.sent()).toEqual([profile(1)])
    world.clock.moveTo(world.clock.now() + lifeMs + 1000)
    if (doesAppKnow) clock.moveTo(world.clock.now())
    release()
    expect(await call).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([profile(1), refresh, profile(2)])
    expect(world.done).toEqual([
      `GET ${profilePath} 401`,
      `POST ${refreshPath} 200`,
      `GET ${profilePath} 200`,
    ])
  })

  test('while its answer is on the way is no fault: what was accepted is answered', async () => {
    const { client } = await world.signedIn()
    const { until, release } = makeGate()
    world.proxy.play({ path: profilePath, nth: 1, fault: { kind: 'holdAnswer', until } })
    const call = gotFrom(client.getProfile())
    await expect.poll(() => world.done).toHaveLength(1)
    world.clock.moveTo(world.clock.now() + lifeMs + 1000)
    release()
    expect(await call).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([profile(1)])
  })

  test('is renewed once for it and for a call that comes while it is renewed', async () => {
    const { client } = await world.signedIn()
    world.clock.moveTo(world.clock.now() + lifeMs + 1000)
    const { until, release } = makeGate()
    world.proxy.play({ path: refreshPath, fault: { kind: 'holdRequest', until } })
    const first = gotFrom(client.getProfile())
    await expect.poll(() => world.proxy.sent()).toEqual([profile(1), refresh])
    const second = gotFrom(client.getProfile())
    await expect.poll(() => world.proxy.sent()).toEqual([profile(1), refresh, profile(1)])
    release()
    expect(await first).toMatchObject(answered)
    expect(await second).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([profile(1), refresh, profile(1), profile(2), profile(2)])
  })
})

describe('a clock of this computer that is wrong by an hour', { timeout: 60_000 }, () => {
  test.each([
    ['ahead', hourMs],
    ['behind', -hourMs],
  ])(
    '%s: ten lives of a token cost ten renewals ahead of time, and no call is refused',
    async (_way, offMs) => {
      const clock = movableClock(startMs + offMs)
      const { client } = await world.signedIn({ clock })
      for (let life = 1; life <= 10; life += 1) {
        world.clock.moveTo(world.clock.now() + lifeMs - 5_000)
        clock.moveTo(world.clock.now() + offMs)
        world.forget()
        for (let call = 0; call < 5; call += 1)
          expect(await gotFrom(client.getProfile())).toMatchObject(answered)
        expect(world.proxy.sent()).toEqual([refresh, ...times(5, profile(life + 1))])
      }
    },
  )

  test('and is then put right, back by an hour: nothing is renewed for it, and the end shows by a refusal', async () => {
    const clock = movableClock(startMs + hourMs)
    const { client } = await world.signedIn({ clock })
    clock.moveTo(startMs)
    expect(await gotFrom(client.getProfile())).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([profile(1)])
    world.clock.moveTo(world.clock.now() + lifeMs + 1000)
    clock.moveTo(world.clock.now())
    for (let call = 0; call < 3; call += 1) expect(await gotFrom(client.getProfile())).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([profile(1), profile(1), refresh, ...times(3, profile(2))])
  })

  test('and is then put right, ahead by an hour: one renewal, and no more', async () => {
    const clock = movableClock(startMs - hourMs)
    const { client } = await world.signedIn({ clock })
    clock.moveTo(startMs)
    for (let call = 0; call < 5; call += 1) expect(await gotFrom(client.getProfile())).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([refresh, ...times(5, profile(2))])
  })

  test('and jumps to and fro between calls: each jump ahead costs one renewal at most, and every call is answered', async () => {
    const { client, clock } = await world.signedIn()
    for (let jump = 0; jump < 6; jump += 1) {
      clock.moveTo(startMs + (jump % 2 === 0 ? hourMs : 0))
      expect(await gotFrom(client.getProfile())).toMatchObject(answered)
    }
    expect(world.proxy.sent()).toEqual([refresh, ...times(6, profile(2))])
  })
})

const storm: Got = { code: 'unauthenticated', data: { endpoint: 'user.profile', status: 401 } }

describe('a service that refuses every access token', { timeout: 60_000 }, () => {
  test('is asked twice by one call, with one renewal between, and the call says why', async () => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: profilePath, fault: { kind: 'refuseToken' } })
    expect(await gotFrom(client.getProfile())).toMatchObject(storm)
    expect(world.proxy.sent()).toEqual([profile(1), refresh, profile(2)])
  })

  test('is asked a hundred times by fifty calls at once, with one renewal between', async () => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: profilePath, fault: { kind: 'refuseToken' } })
    const calls = Array.from({ length: 50 }, () => gotFrom(client.getProfile()))
    for (const got of await Promise.all(calls)) expect(got).toMatchObject(storm)
    const sent = world.proxy.sent()
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([refresh])
    expect(sent.filter((line) => line === profile(1))).toHaveLength(50)
    expect(sent.filter((line) => line === profile(2))).toHaveLength(50)
  })

  test('and every refresh token gets two signatures unasked, then nothing more is sent until the user signs in', async () => {
    const { client, wallet } = await world.signedIn()
    world.proxy.play(
      { path: profilePath, fault: { kind: 'refuseToken' } },
      { path: refreshPath, fault: { kind: 'refuseToken' } },
    )
    for (let call = 0; call < 2; call += 1) expect(await gotFrom(client.getProfile())).toMatchObject(storm)
    const collected = [
      profile(1),
      refresh,
      nonce,
      login,
      profile(2),
      profile(2),
      refresh,
      nonce,
      login,
      profile(3),
    ]
    expect(world.proxy.sent()).toEqual(collected)
    const refused: Got = { code: 'unauthenticated', data: { reason: 'tokensRefused' } }
    expect(await gotFrom(client.getProfile())).toMatchObject(refused)
    expect(world.proxy.sent()).toEqual([...collected, profile(3), refresh])
    for (let call = 0; call < 20; call += 1) expect(await gotFrom(client.getProfile())).toMatchObject(refused)
    expect(world.proxy.sent()).toEqual([...collected, profile(3), refresh])
    expect(wallet.signed).toHaveLength(3)
    expect(client.sessionState()).toBe('refused')
    // The storm is over, and the user signs in.
    world.proxy.play()
    await client.signIn()
    expect(await gotFrom(client.getProfile())).toMatchObject(answered)
  })

  test('but not the renewal is renewed once by each call, five times in all, then left alone for a while', async () => {
    const { client, wallet, clock } = await world.signedIn()
    world.proxy.play({ path: profilePath, fault: { kind: 'refuseToken' } })
    for (let call = 0; call < 5; call += 1) expect(await gotFrom(client.getProfile())).toMatchObject(storm)
    expect(world.proxy.sent().filter((line) => line.startsWith('POST'))).toEqual(times(5, refresh))
    const refused: Got = { code: 'unauthenticated', data: { reason: 'tokensRefused' } }
    for (let call = 0; call < 20; call += 1) expect(await gotFrom(client.getProfile())).toMatchObject(refused)
    expect(world.proxy.sent().filter((line) => line.startsWith('POST'))).toEqual(times(5, refresh))
    clock.moveTo(clock.now() + 6_000)
    expect(await gotFrom(client.getProfile())).toMatchObject(storm)
    expect(world.proxy.sent().filter((line) => line.startsWith('POST'))).toEqual(times(6, refresh))
    expect(wallet.signed).toHaveLength(1)
  })

  test('and then takes them again: the next call is answered, with the token of the last renewal', async () => {
    const { client } = await world.signedIn()
    world.proxy.play({ path: profilePath, nth: [1, 2], fault: { kind: 'refuseToken' } })
    expect(await gotFrom(client.getProfile())).toMatchObject(storm)
    expect(await gotFrom(client.getProfile())).toMatchObject(answered)
    expect(world.proxy.sent()).toEqual([profile(1), refresh, profile(2), profile(2)])
  })
})

describe('a sign-in that fails after the signature was made', { timeout: 60_000 }, () => {
  test.each<[string, Fault]>([
    ['because the service is in trouble', { kind: 'status', status: 500 }],
    ['because the line is cut', { kind: 'cutBeforeHead' }],
    ['because its answer has another shape', { kind: 'mutate', at: ['token'], to: { set: 7 } }],
  ])('%s costs one signature for twenty calls, and another one after a while', async (_why, fault) => {
    const { client, wallet, clock } = world.client()
    world.proxy.play({ path: /\/login\//, fault })
    for (let call = 0; call < 20; call += 1) await gotFrom(client.getProfile())
    expect(wallet.signed).toHaveLength(1)
    clock.moveTo(clock.now() + 6_000)
    for (let call = 0; call < 20; call += 1) await gotFrom(client.getProfile())
    expect(wallet.signed).toHaveLength(2)
    // The service is well again, and nobody has to do anything.
    world.proxy.play()
    clock.moveTo(clock.now() + 11_000)
    expect(await gotFrom(client.getProfile())).toMatchObject(answered)
  })
})

describe('a page of a gateway instead of a renewal', { timeout: 60_000 }, () => {
  test('under 401 does not cost the refresh token, nor the session', async () => {
    const { client, wallet } = await world.signedIn()
    const kept = wallet.stored
    world.clock.moveTo(world.clock.now() + lifeMs + 1_000)
    world.proxy.play({
      path: refreshPath,
      fault: { kind: 'status', status: 401, body: '<html>sign in to the network' },
    })
    expect(await gotFrom(client.getProfile())).toMatchObject({
      code: 'rejectedByExchange',
      data: { status: 401 },
    })
    expect(wallet.stored).toBe(kept)
    world.proxy.play()
    expect(await gotFrom(client.getProfile())).toMatchObject(answered)
    expect(wallet.signed).toHaveLength(1)
  })
})

// One connection by hand: when it connects, what it sends, and when it gives a line up.
import { describe, expect, test } from 'vitest'
import { FloodGate } from '../../../../src-main/exchange/streams/flood-gate.ts'
import { readRoutes } from '../../../../src-main/exchange/streams/proxy-routes.ts'
import { StreamCore } from '../../../../src-main/exchange/streams/stream-core.ts'
import { StreamMeter } from '../../../../src-main/exchange/streams/stream-meter.ts'
import { readStreamName, shownStreamName } from '../../../../src-main/exchange/streams/stream-names.ts'
import {
  MAX_SENT_BYTES,
  MAX_STREAMS,
  splitFrames,
  Subscriptions,
} from '../../../../src-main/exchange/streams/subscriptions.ts'

/** A core whose outputs are written down. */
function makeCore() {
  const done: string[] = []
  const core = new StreamCore({
    random: () => 0,
    connect: () => done.push('connect'),
    send: (text) => done.push(text),
    ping: () => done.push('ping'),
    cut: () => done.push('cut'),
    onMessage: () => undefined,
    onSubscribed: (names) => done.push(`sent ${names.join()}`),
    onConfirmed: (names) => done.push(`confirmed ${names.join()}`),
    onLost: () => done.push('lost'),
  })
  return { core, take: () => done.splice(0) }
}

const frame = (event: string, ...streams: string[]): string => JSON.stringify({ event, streams })
const answer = (event: string, ...streams: string[]): string =>
  JSON.stringify({ success: { message: `${event}d`, streams } })

function openCore() {
  const world = makeCore()
  world.core.want(['a.trades'], 0)
  world.core.opened(0)
  world.core.text(answer('subscribe', 'a.trades'), 0)
  world.take()
  return world
}

describe('a connection', () => {
  test('subscribes when it is open, and changes only what is wanted anew', () => {
    const { core, take } = makeCore()
    core.want(['a.trades', 'b.trades'], 0)
    expect(take()).toEqual(['connect'])
    core.opened(0)
    expect(take()).toEqual([frame('subscribe', 'a.trades', 'b.trades'), 'sent a.trades,b.trades'])
    core.text(answer('subscribe', 'a.trades', 'b.trades'), 0)
    expect(take()).toEqual(['confirmed a.trades,b.trades'])
    core.want(['b.trades', 'order'], 0)
    expect(take()).toEqual([frame('unsubscribe', 'a.trades'), frame('subscribe', 'order'), 'sent order'])
    core.want([], 0)
    expect(take()).toEqual(['lost', 'cut'])
    expect(core.state.status).toBe('idle')
  })

  test('waits longer after each failure, and begins anew after half a minute that went well', () => {
    const { core } = makeCore()
    core.want(['a.trades'], 0)
    const pauses: number[] = []
    let nowMs = 0
    for (let attempt = 0; attempt < 10; attempt += 1) {
      core.closed('refused', nowMs)
      const { state } = core
      if (state.status !== 'waiting') throw new Error('not waiting')
      pauses.push(state.retryAtMs - nowMs)
      nowMs = state.retryAtMs
      core.tick(nowMs)
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 7_500, 15_000, 30_000, 30_000, 30_000])
    core.opened(nowMs)
    core.closed('closed', nowMs + 30_000)
    expect(core.state).toMatchObject({ retryAtMs: nowMs + 30_250 })
  })

  test('stays away as long as the service asks', () => {
    const { core } = makeCore()
    core.want(['a.trades'], 0)
    core.closed('rateLimited', 0, 90_000)
    expect(core.state).toEqual({ status: 'waiting', fault: 'rateLimited', retryAtMs: 90_000 })
  })

  test('asks a silent line whether it is alive, and leaves it without an answer', () => {
    const { core, take } = openCore()
    core.tick(11_999)
    expect(take()).toEqual([])
    core.tick(12_000)
    expect(take()).toEqual(['ping'])
    core.alive(13_000)
    core.tick(24_999)
    core.tick(25_000)
    core.tick(32_999)
    expect(take()).toEqual(['ping'])
    core.tick(33_000)
    expect(take()).toEqual(['cut', 'lost'])
    expect(core.state).toMatchObject({ status: 'waiting', fault: 'silent' })
  })

  test('asks at once after sleep, with less patience, and connects at once where it was waiting', () => {
    const { core, take } = openCore()
    core.retry(50)
    expect(take()).toEqual(['ping'])
    core.tick(3_050)
    expect(core.state.status).toBe('waiting')
    core.retry(3_060)
    expect(take()).toEqual(['cut', 'lost', 'connect'])
  })

  test('answers a ping in text', () => {
    const { core, take } = openCore()
    core.text('ping', 1)
    expect(take()).toEqual(['pong'])
  })

  test('subscribes to one stream anew for its snapshot', () => {
    const { core, take } = openCore()
    core.renew('a.trades', 5)
    expect(take()).toEqual([
      frame('unsubscribe', 'a.trades'),
      frame('subscribe', 'a.trades'),
      'sent a.trades',
    ])
    core.text(answer('unsubscribe'), 6)
    expect(core.subscriptions.isConfirmed('a.trades')).toBe(false)
    core.text(answer('subscribe', 'a.trades'), 7)
    expect(take()).toEqual(['confirmed a.trades'])
    core.renew('b.trades', 8)
    expect(take()).toEqual([])
  })

  test('asks a second time where a subscription has no answer, then leaves', () => {
    const { core, take } = makeCore()
    core.want(['a.trades'], 0)
    core.opened(0)
    take()
    core.alive(9_000)
    core.tick(10_000)
    expect(take()).toEqual([frame('subscribe', 'a.trades'), 'sent a.trades'])
    core.alive(19_000)
    core.tick(20_000)
    expect(core.state).toMatchObject({ status: 'waiting', fault: 'ignored' })
  })
})

describe('subscriptions', () => {
  test('are split so that no frame is larger than the service reads', () => {
    const names = Array.from({ length: 100 }, (_, at) => `${'m'.repeat(1 + (at % 32))}.kline-15m`)
    const frames = splitFrames('unsubscribe', names)
    expect(frames.flat()).toEqual(names)
    for (const part of frames)
      expect(frame('unsubscribe', ...part).length).toBeLessThanOrEqual(MAX_SENT_BYTES)
    const [first = [], [next = ''] = []] = frames
    expect(frame('unsubscribe', ...first, next).length).toBeGreaterThan(MAX_SENT_BYTES)
  })

  test('that the service refuses are asked for again after a minute, and the others stay', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want(['a.trades'])
    subscriptions.takeFrames(0)
    subscriptions.answered('subscribe', ['a.trades'])
    subscriptions.want(['a.trades', 'b.trades'])
    subscriptions.takeFrames(0)
    subscriptions.refused(0)
    expect(subscriptions.isConfirmed('a.trades')).toBe(true)
    expect(subscriptions.takeFrames(59_999).frames).toEqual([])
    expect(subscriptions.takeFrames(60_000).subscribed).toEqual(['b.trades'])
  })

  test('have a largest number', () => {
    const subscriptions = new Subscriptions()
    subscriptions.want(Array.from({ length: 500 }, (_, at) => `m${String(at)}.trades`))
    expect(subscriptions.takeFrames(0).subscribed).toHaveLength(MAX_STREAMS)
  })
})

test('names of streams are read, and others are shown only where they are made like them', () => {
  expect(readStreamName('ethusdc.kline-3d')).toEqual({ kind: 'candles', market: 'ethusdc', period: '3d' })
  for (const name of [
    'ethusdc.kline-3m',
    'ETHUSDC.trades',
    'ethusdc.trades.x',
    'global.tickers',
    '',
    'orders',
  ]) {
    expect(readStreamName(name)).toBeNull()
  }
  expect([
    shownStreamName('global.tickers'),
    shownStreamName('Bearer x'),
    shownStreamName('x'.repeat(65)),
  ]).toEqual(['global.tickers', 'other', 'other'])
})

test('a proxy setting is followed up to the first route that cannot be', () => {
  const proxy = (host: string, port: number, isSecure = false) => ({ kind: 'proxy', isSecure, host, port })
  expect(readRoutes('DIRECT')).toEqual([{ kind: 'direct' }])
  expect(readRoutes('PROXY a.example:3128; HTTPS [::1];SOCKS5 b:1; DIRECT')).toEqual([
    proxy('a.example', 3128),
    proxy('::1', 443, true),
  ])
  expect(readRoutes('proxy a.example')).toEqual([proxy('a.example', 80)])
  for (const odd of ['', 'SOCKS a:1', 'PROXY', 'PROXY a/b', 'PROXY a:99999', 'nonsense'])
    expect(readRoutes(odd)).toEqual([])
})

test('a flood is paused within its window, and cut when it lasts', () => {
  const gate = new FloodGate()
  for (let count = 0; count < 2_000; count += 1) expect(gate.note(10, 0)).toBe('go')
  expect([gate.note(10, 40), gate.leftMs(40)]).toEqual(['pause', 60])
  expect(gate.note(10, 100)).toBe('go')
  expect(gate.note(500_000, 150)).toBe('pause')
  expect(gate.note(10, 200)).toBe('go')
  expect([gate.spend(50), gate.spend(1)]).toEqual(['go', 'pause'])
  const verdicts = Array.from({ length: 40 }, (_, window) => gate.note(500_001, 300 + window * 100))
  expect(verdicts.indexOf('cut')).toBeGreaterThan(15)
  const other = new FloodGate()
  for (let window = 0; window < 100; window += 1) {
    // Every second window is full.
    expect(other.note(window % 2 === 0 ? 500_001 : 1, window * 100)).not.toBe('cut')
  }
})

test('the rate is the average of the last five whole seconds', () => {
  const meter = new StreamMeter()
  for (let atMs = 0; atMs < 10_000; atMs += 100) meter.note({ kind: 'ping' }, atMs)
  expect(meter.read(10_000)).toEqual({
    messages: 100,
    messagesPerSecond: 10,
    lastMessageAtMs: 9_900,
    unread: 0,
  })
  expect(meter.read(12_500).messagesPerSecond).toBe(6)
  expect(meter.read(60_000).messagesPerSecond).toBe(0)
})

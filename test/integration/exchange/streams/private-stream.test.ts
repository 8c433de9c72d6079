// The private stream and its token, which is in the address of the handshake and nowhere else.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { streamNames } from '../../../../src-main/exchange/streams/stream-names.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startStreamServer } from '../../../fixtures/stream-server.ts'
import { openStreams } from './streams-world.ts'

const token = (number: number): string => `no-known-form c2VjcmV0${String(number)}+/=&`

test('has the token as it is, without a word before it', async () => {
  const server = await startStreamServer()
  const world = openStreams(server.baseUrl, {
    getToken: () => Promise.resolve({ token: token(1), endsAtMs: null }),
  })
  const orders: number[] = []
  world.streams.events.on('order', ({ id }) => orders.push(id))
  world.streams.subscribe([streamNames.orders, streamNames.fills])
  await eventually(() => expect(server.latest('/private').streams.size).toBe(2))
  expect(server.latest('/private').token).toBe(token(1))
  expect(server.connections).toHaveLength(1)
  server.publish('order', { id: 7, market: 'ethusdc', state: 'wait' })
  await eventually(() => expect(orders).toEqual([7]))
})

test('asks once for another token where the service refuses it, and then waits longer each time', async () => {
  const server = await startStreamServer()
  server.onHandshake = () => ({ status: 401 })
  const asked: (string | null)[] = []
  const world = openStreams(server.baseUrl, {
    random: () => 0,
    getToken: (refused) => {
      asked.push(refused)
      return Promise.resolve({ token: token(asked.length), endsAtMs: null })
    },
  })
  world.streams.subscribe([streamNames.orders])
  await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(3))
  expect(asked.slice(0, 3)).toEqual([null, token(1), null])
  await eventually(() => expect(world.report('private').fault).toBe('unauthenticated'))
})

test('is opened with another token when its own has ended', async () => {
  const server = await startStreamServer()
  let given = 0
  const world = openStreams(server.baseUrl, {
    random: () => 0,
    getToken: () => {
      given += 1
      return Promise.resolve({ token: token(given), endsAtMs: Date.now() + 700 })
    },
  })
  world.streams.subscribe([streamNames.orders])
  await eventually(() =>
    expect(server.connections.map((stream) => stream.token)).toEqual([token(1), token(2)]),
  )
  await eventually(() => expect(world.report('private').reconnects).toBe(1))
})

test('is closed while it is not allowed, and asks for no token then', async () => {
  const server = await startStreamServer()
  let given = 0
  const world = openStreams(server.baseUrl, {
    getToken: () => {
      given += 1
      return Promise.resolve({ token: token(given), endsAtMs: null })
    },
  })
  world.streams.subscribe([streamNames.orders])
  await eventually(() => expect(world.report('private').status).toBe('open'))
  world.streams.allowPrivate(false)
  await eventually(() => expect(server.latest('/private').isOpen()).toBe(false))
  world.streams.retry()
  expect(world.report('private').status).toBe('idle')
  world.streams.allowPrivate(true)
  await eventually(() => expect(world.report('private').status).toBe('open'))
  expect(given).toBe(2)
})

test('says without a token that nobody is signed in', async () => {
  const server = await startStreamServer()
  const world = openStreams(server.baseUrl, { getToken: () => Promise.reject(new Error(token(1))) })
  world.streams.subscribe([streamNames.orders])
  await eventually(() =>
    expect(world.report('private')).toMatchObject({ status: 'waiting', fault: 'signedOut' }),
  )
  expect(server.handshakes).toEqual([])
})

test('leaves its token in nothing that is told, whatever goes wrong', async () => {
  const written: string[] = []
  const answers = [
    () => ({ status: 302, headers: { location: '/private' } }),
    () => ({ status: 401 }),
    () => ({ status: 500 }),
    () => null,
  ]
  const server = await startStreamServer()
  server.onHandshake = () => (answers.shift() ?? (() => null))()
  server.onSubscribe = (stream) => {
    // A service may repeat what it got.
    stream.send({ error: `bad token ${stream.token ?? ''} in ${server.handshakes.at(-1) ?? ''}` })
    stream.send(`not json ${stream.token ?? ''}`)
    stream.send({ [stream.token ?? '']: 1 })
    return true
  }
  const onWarning = (warning: Error): void => void written.push(inspect(warning))
  process.on('warning', onWarning)
  const world = openStreams(server.baseUrl, {
    random: () => 0,
    getToken: () => Promise.resolve({ token: token(1), endsAtMs: null }),
  })
  world.streams.events.on('order', (order) => void written.push(inspect(order)))
  world.streams.events.on('lost', (kind) => void written.push(kind))
  world.streams.subscribe([streamNames.orders])
  const look = (): void => void written.push(inspect(world.streams.report(), { depth: 9 }))
  await eventually(() => {
    look()
    expect(world.report('private').lastError).not.toBeNull()
  })
  server.latest('/private').socket.close(4000, `bye ${token(1)}`.slice(0, 100))
  await eventually(() => {
    look()
    expect(world.report('private').fault).toBe('closed')
  })
  process.off('warning', onWarning)
  expect(server.handshakes.length).toBeGreaterThanOrEqual(4)
  expect(written.join('\n')).toContain('bad token')
  expect([...written, ...world.faults.map((fault) => inspect(fault))].join('\n')).not.toContain('c2VjcmV0')
})

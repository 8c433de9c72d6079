// The streams of an account's session: its token, its lock, its end; REST and streams are two servers here.
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { openLog } from '../../../src-main/diagnostics/log.ts'
import { createTrust } from '../../../src-main/exchange/streams/stream-line.ts'
import { streamNames } from '../../../src-main/exchange/streams/stream-names.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { type AccountSession, createAccountSession } from '../../../src-main/session/account-session.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type StreamServer, startStreamServer } from '../../fixtures/stream-server.ts'
import { account, noSecrets } from '../world.ts'

const seed = 7

interface World {
  readonly session: AccountSession
  readonly server: StreamServer
  /** Access tokens that REST calls carried. */
  readonly tokens: Set<string>
  /** All that was logged. */
  readonly readLog: () => string
}

async function open(): Promise<World> {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const server = await startStreamServer()
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-streams-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [user] = derivePracticeUsers(seed)
  if (user === undefined) throw new Error('no practice user')
  const tokens = new Set<string>()
  const session = createAccountSession({
    account: { ...account, ethereumAddress: user.ethereumAddress },
    baseUrl: exchange.baseUrl,
    fetch: (url, init) => {
      const header = new Headers(init.headers).get('authorization')
      if (header !== null) tokens.add(header.replace(/^JWT /, ''))
      return globalThis.fetch(url, init)
    },
    clock: systemClock,
    secrets: noSecrets,
    userAgent: 'Starkdesk/0.1.0 (test)',
    log: openLog(folder, systemClock),
    candidate: {
      ethereumPrivateKey: user.ethereumPrivateKey,
      refreshTokens: {
        load: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        clear: () => Promise.resolve(),
      },
    },
    requestSignature: () => Promise.reject(new AppError('cancelled')),
    isSignedOut: false,
    mayLogIn: () => true,
    streamAccess: {
      address: () => Promise.resolve(server.baseUrl),
      resolveProxy: () => Promise.resolve('DIRECT'),
      trust: createTrust(),
    },
  })
  onTestFinished(() => session.close())
  const readLog = (): string =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('')
  return { session, server, tokens, readLog }
}

test('the private stream has the token of the session, is closed by the lock, and comes back after it', async () => {
  const { session, server, tokens, readLog } = await open()
  await session.client.getProfile()
  expect(server.handshakes).toEqual([])
  session.streams.subscribe([streamNames.orders])
  await eventually(() => expect(server.latest('/private').streams.size).toBe(1))
  const [token = ''] = tokens
  expect(server.latest('/private').token).toBe(token)
  session.streams.events.on('order', () => {
    throw new Error('of whoever listens')
  })
  server.publish('order', { id: 1, market: 'ethusdc' })
  await eventually(() => expect(readLog()).toContain('take note of a stream'))
  session.client.forget()
  await eventually(() => expect(server.latest('/private').isOpen()).toBe(false))
  session.client.resume()
  await eventually(() => expect(server.connections).toHaveLength(2))
  for (const used of [token, server.latest('/private').token ?? '']) {
    expect(used.length).toBeGreaterThan(20)
    expect(readLog() + JSON.stringify(session.streams.report())).not.toContain(used)
  }
})

test('a token that the service refuses at the handshake is replaced by a new one', async () => {
  const { session, server } = await open()
  server.onHandshake = () => (server.handshakes.length === 1 ? { status: 401 } : null)
  session.streams.subscribe([streamNames.fills])
  await eventually(() => expect(server.connections).toHaveLength(1))
  const [refused, accepted] = server.handshakes
  expect(accepted).not.toBe(refused)
  expect(server.latest('/private').token).not.toBeNull()
})

test('a book without a snapshot is read by REST', async () => {
  const { session, server } = await open()
  session.streams.subscribe([streamNames.book('ethusdc')])
  await eventually(() => expect(session.streams.book('ethusdc', 5)?.status).toBe('approximate'))
  expect(session.streams.book('ethusdc', 5)?.asks).toHaveLength(5)
  expect(session.ledger.endpoints().map(({ endpoint }) => endpoint)).toContain('market.orderBook')
  expect(server.latest('/public').token).toBeNull()
})

test('streams end with the session', async () => {
  const { session, server } = await open()
  session.streams.subscribe([streamNames.orders, streamNames.trades('ethusdc')])
  await eventually(() => expect(server.connections).toHaveLength(2))
  session.close()
  await eventually(() => expect(server.connections.some((stream) => stream.isOpen())).toBe(false))
  session.streams.subscribe([streamNames.orders])
  session.streams.retry()
  expect(session.streams.report().map(({ status }) => status)).toEqual(['idle', 'idle'])
})

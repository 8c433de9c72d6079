import { createServer, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendRequest } from '../../../src-main/exchange/http.ts'
import { createLiveness } from '../../../src-main/exchange/liveness.ts'
import type { AppError } from '../../../src-preload/domain/errors.ts'
import { fixtureText } from '../../fixtures/fixtures.ts'
import { type Script, type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { failureOf, makeTestClient, type TestClient } from '../../fixtures/test-client.ts'

const connectMs = 150
/** For services that are there: also on a busy machine their health check answers within it. */
const patientMs = 800
/** Long enough that nothing here ends by it. */
const answerLimits = { headersMs: 40_000, bodyMs: 40_000 }
const healthPath = '/sapi/v1/health/'
const tradesPath = '/sapi/v1/market/trades/'
const hangs = { headersDelayMs: Infinity }
const isWell = { text: fixtureText('health') }

const tooLong = (endpoint: string, limitMs = connectMs) => ({
  code: 'timeout',
  data: { endpoint, phase: 'connect', limitMs },
})

async function serve(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script)
  onTestFinished(() => server.stop())
  return server
}

/** Takes connections and never says a word. */
async function serveSilence(): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    // A client that gives up resets the connection.
    socket.on('error', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, connections: () => connections }
}

function connect(baseUrl: string, waitMs = connectMs): TestClient {
  const made = makeTestClient(baseUrl, { noSession: true, limits: { ...answerLimits, connectMs: waitMs } })
  onTestFinished(() => made.client.close())
  return made
}

const trades = ({ client }: TestClient) => client.listMarketTrades({ market: 'ethusdc' })

describe('a service that takes connections and never answers', () => {
  it.each(['http', 'https'])('is found out long before the limit of an answer, over %s', async (scheme) => {
    // Over https the handshake never ends.
    const { port, connections } = await serveSilence()
    const made = connect(`${scheme}://127.0.0.1:${String(port)}`)
    expect(await failureOf(trades(made))).toMatchObject(tooLong('market.trades'))
    // The call and one health check.
    expect(connections()).toBe(2)
  })

  it('is asked once for all who wait', async () => {
    const server = await serve(() => hangs)
    const made = connect(server.baseUrl)
    const failures = await Promise.all([1, 2, 3, 4].map(() => failureOf(trades(made))))
    for (const failure of failures) expect(failure).toMatchObject(tooLong('market.trades'))
    expect(server.countOf(tradesPath)).toBe(4)
    expect(server.countOf(healthPath)).toBe(1)
  })

  it('is found out again by the next call', async () => {
    const server = await serve(() => hangs)
    const made = connect(server.baseUrl)
    await failureOf(trades(made))
    expect(await failureOf(trades(made))).toMatchObject(tooLong('market.trades'))
    expect(server.countOf(healthPath)).toBe(2)
  })

  it('is not asked any more after the client was closed', async () => {
    const server = await serve(() => hangs)
    const made = connect(server.baseUrl)
    const waiting = failureOf(trades(made))
    made.client.close()
    expect(await waiting).toMatchObject({ code: 'cancelled' })
    await new Promise((resolve) => setTimeout(resolve, connectMs * 2))
    expect(server.countOf(healthPath)).toBe(0)
  })
})

describe('a service that is slow in one place', () => {
  it('keeps its slow call, which gets its answer, while the health check answers', async () => {
    const server = await serve(({ path }) =>
      path === healthPath ? isWell : { text: fixtureText('trades'), headersDelayMs: patientMs * 2 },
    )
    const made = connect(server.baseUrl, patientMs)
    expect((await trades(made)).rows.length).toBeGreaterThan(0)
    expect(server.countOf(tradesPath)).toBe(1)
    expect(server.countOf(healthPath)).toBeGreaterThanOrEqual(1)
  })

  it('counts as there when its health check says that it is not well', async () => {
    const server = await serve(({ path }) =>
      path === healthPath
        ? { status: 500, json: { status: 'error', message: 'no', payload: '' } }
        : { text: fixtureText('trades'), headersDelayMs: patientMs * 2 },
    )
    const made = connect(server.baseUrl, patientMs)
    expect((await trades(made)).rows.length).toBeGreaterThan(0)
  })

  it('is not asked while other calls are answered', async () => {
    let isSlowOver = false
    const server = await serve(async ({ path }) => {
      if (path !== tradesPath) return { text: fixtureText('candles') }
      while (!isSlowOver) await new Promise((resolve) => setTimeout(resolve, 5))
      return { text: fixtureText('trades') }
    })
    const made = connect(server.baseUrl, patientMs)
    const slow = trades(made)
    for (let turn = 0; turn < 30; turn += 1) {
      await made.client.listCandles({ market: 'ethusdc', period: 1 })
      await new Promise((resolve) => setTimeout(resolve, patientMs / 15))
    }
    expect(server.countOf(healthPath)).toBe(0)
    isSlowOver = true
    await slow
  })

  it('is given up where it dies while calls wait', async () => {
    let isDead = false
    const server = await serve(({ path }) => (path === healthPath && !isDead ? isWell : hangs))
    const made = connect(server.baseUrl, patientMs)
    const waiting = failureOf(trades(made))
    await expect.poll(() => server.countOf(healthPath), { timeout: 30_000 }).toBeGreaterThanOrEqual(1)
    isDead = true
    expect(await waiting).toMatchObject(tooLong('market.trades', patientMs))
  })
})

describe('a call that moves money', () => {
  it('is waited for to its end by a service that seems to be dead', async () => {
    const server = await serve(({ path }) =>
      path === '/money' ? { json: {}, headersDelayMs: connectMs * 6 } : hangs,
    )
    let probes = 0
    const liveness = createLiveness({
      connectMs,
      probe: async () => {
        probes += 1
        await Promise.resolve()
      },
    })
    onTestFinished(() => liveness.stop())
    const options = {
      baseUrl: server.baseUrl,
      fetch: globalThis.fetch,
      moneyFetch: globalThis.fetch,
      userAgent: 'test',
      limits: { ...answerLimits, connectMs, maxBodyBytes: 1_000 },
      liveness,
    }
    const money = sendRequest(options, {
      endpoint: 'transfers.process',
      method: 'POST',
      effect: 'money',
      path: '/money',
      body: {},
    })
    const read = failureOf(
      sendRequest(options, { endpoint: 'market.trades', method: 'GET', effect: 'read', path: '/read' }),
    )
    // The read beside it is given up; the money is not.
    expect(await read).toMatchObject(tooLong('market.trades'))
    expect(await money).toMatchObject({ status: 200, body: new TextEncoder().encode('{}') })
    expect(probes).toBe(1)
  })
})

describe('the watch over calls that wait', () => {
  it('has no more than one probe under way, and tells nobody who came after it began', async () => {
    let underWay = 0
    let most = 0
    const answers: (() => void)[] = []
    const liveness = createLiveness({
      connectMs: 20,
      probe: async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise<void>((resolve) => answers.push(resolve))
        underWay -= 1
      },
    })
    onTestFinished(() => liveness.stop())
    const told: string[] = []
    const note = (name: string) => (fault: AppError) => told.push(`${name} ${fault.code}`)
    liveness.watch('health', note('first'))
    await expect.poll(() => answers.length).toBe(1)
    liveness.watch('health', note('late'))
    await new Promise((resolve) => setTimeout(resolve, 60))
    answers[0]?.()
    await expect.poll(() => told).toEqual(['first timeout'])
    await expect.poll(() => answers.length).toBe(2)
    expect(most).toBe(1)
    answers[1]?.()
    await expect.poll(() => told).toEqual(['first timeout', 'late timeout'])
  })
})

// The way to the exchange: the system's proxy, the certificates that are trusted, and the one host that is spoken to.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { streamNames } from '../../../../src-main/exchange/streams/stream-names.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { startStreamServer } from '../../../fixtures/stream-server.ts'
import { openStreams } from './streams-world.ts'

const NAME = streamNames.trades('ethusdc')

interface Proxy {
  /** `127.0.0.1` and the port. */
  readonly place: string
  readonly asked: string[]
}

/** A proxy that connects through, or refuses with a status. */
async function startProxy(status = 200): Promise<Proxy> {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', (request, line, head) => {
    asked.push(request.url ?? '')
    if (status !== 200) {
      line.end(`HTTP/1.1 ${String(status)} No\r\n\r\n`)
      return
    }
    const { hostname, port } = new URL(`http://${request.url ?? ''}`)
    const on = connect(Number(port), hostname, () => {
      line.write('HTTP/1.1 200 Connection established\r\n\r\n')
      on.write(head)
      on.pipe(line)
      line.pipe(on)
    })
    for (const end of [on, line]) end.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { place: `127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked }
}

describe('a proxy', () => {
  test('of the system is used, and learns the host and nothing else', async () => {
    const server = await startStreamServer()
    const proxy = await startProxy()
    const asked: string[] = []
    const world = openStreams(server.baseUrl, {
      getToken: () => Promise.resolve({ token: 'secret', endsAtMs: null }),
      resolveProxy: (url) => {
        asked.push(url)
        return Promise.resolve(`PROXY ${proxy.place}; DIRECT`)
      },
    })
    world.streams.subscribe([streamNames.orders])
    await eventually(() => expect(server.latest('/private').token).toBe('secret'))
    expect(asked).toEqual([`${server.baseUrl}/`])
    expect(proxy.asked).toEqual([new URL(server.baseUrl).host])
  })

  test.each(['SOCKS5 127.0.0.1:9; DIRECT', 'SOCKS 127.0.0.1:9', 'QUIC 127.0.0.1:9', 'PROXY :; DIRECT', ''])(
    'that cannot be followed (%s) keeps the streams off, and nothing goes around it',
    async (result) => {
      const server = await startStreamServer()
      const world = openStreams(server.baseUrl, { resolveProxy: () => Promise.resolve(result) })
      world.streams.subscribe([NAME])
      await eventually(() =>
        expect(world.report('public')).toMatchObject({ status: 'waiting', fault: 'proxyKind' }),
      )
      expect(server.handshakes).toEqual([])
    },
  )

  test('that refuses is named, and the next attempt takes the next route that the system names', async () => {
    const server = await startStreamServer()
    const proxy = await startProxy(407)
    const world = openStreams(server.baseUrl, {
      resolveProxy: () => Promise.resolve(`PROXY ${proxy.place}; DIRECT`),
    })
    world.streams.subscribe([NAME])
    await eventually(() => expect(world.report('public').fault).toBe('proxy'))
    expect(server.handshakes).toEqual([])
    await eventually(() => expect(world.report('public').status).toBe('open'))
  })

  test('that is not there is named', async () => {
    const server = await startStreamServer()
    const world = openStreams(server.baseUrl, { resolveProxy: () => Promise.resolve('PROXY 127.0.0.1:1') })
    world.streams.subscribe([NAME])
    await eventually(() => expect(world.report('public').fault).toBe('proxy'))
    expect(server.handshakes).toEqual([])
  })
})

test('a service that is not there is named, and found when it is', async () => {
  const server = await startStreamServer()
  let address = 'http://127.0.0.1:1'
  const world = openStreams(address, { address: () => Promise.resolve(address) })
  world.streams.subscribe([NAME])
  await eventually(() => expect(world.report('public').fault).toBe('refused'))
  address = server.baseUrl
  world.streams.retry()
  await eventually(() => expect(world.report('public').status).toBe('open'))
})

test('a base URL with a path keeps it', async () => {
  const server = await startStreamServer()
  const world = openStreams(`${server.baseUrl}/gateway`)
  world.streams.subscribe([NAME])
  await eventually(() => expect(server.handshakes).toEqual(['/gateway/public']))
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.runIf(hasOpenssl)('a certificate', () => {
  const pems = new Map<string, { readonly key: string; readonly cert: string }>()

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-tls-'))
    for (const name of ['IP:127.0.0.1', 'DNS:exchange.example']) {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      const made = spawnSync('openssl', [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', '/CN=test', '-addext', `subjectAltName=${name}`, '-keyout', key, '-out', cert],
      ])
      expect(made.status).toBe(0)
      pems.set(name, { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') })
    }
    rmSync(folder, { recursive: true })
  })

  function tlsFor(name: string): { readonly key: string; readonly cert: string } {
    const pem = pems.get(name)
    if (pem === undefined) throw new Error(`no certificate for ${name}`)
    return pem
  }

  test('that nobody trusts ends it before the handshake', async () => {
    const server = await startStreamServer({ tls: tlsFor('IP:127.0.0.1') })
    const world = openStreams(server.baseUrl)
    world.streams.subscribe([NAME])
    await eventually(() => expect(world.report('public').fault).toBe('certificate'))
    expect(server.handshakes).toEqual([])
  })

  test('that is trusted, and of this host, opens it, also through a proxy', async () => {
    const tls = tlsFor('IP:127.0.0.1')
    const server = await startStreamServer({ tls })
    const proxy = await startProxy()
    const trust = () => createSecureContext({ ca: tls.cert })
    const direct = openStreams(server.baseUrl, { trust })
    direct.streams.subscribe([NAME])
    await eventually(() => expect(direct.report('public').status).toBe('open'))
    const through = openStreams(server.baseUrl, {
      trust,
      resolveProxy: () => Promise.resolve(`PROXY ${proxy.place}`),
    })
    through.streams.subscribe([NAME])
    await eventually(() => expect(through.report('public').status).toBe('open'))
    expect(proxy.asked).toHaveLength(1)
  })

  test('of another host ends it', async () => {
    const tls = tlsFor('DNS:exchange.example')
    const server = await startStreamServer({ tls })
    const world = openStreams(server.baseUrl, { trust: () => createSecureContext({ ca: tls.cert }) })
    world.streams.subscribe([NAME])
    await eventually(() => expect(world.report('public').fault).toBe('certificate'))
    expect(server.handshakes).toEqual([])
  })
})

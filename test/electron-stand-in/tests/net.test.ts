// Owns the facts about requests of the main process: redirects as Electron treats them, and sessions in memory.
import { createServer } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { net } from '../api/net.ts'
import { session } from '../api/session.ts'

let sockets = 0
const server = createServer((request, response) => {
  const status = Number(request.url?.slice(1))
  if (request.url === '/agent') response.end(request.headers['user-agent'])
  else if (request.url === '/hang') return
  else if (status === 300) response.writeHead(300).end('a choice')
  else if (status > 0) response.writeHead(status, { location: '/agent' }).end()
  else response.end('here')
})
server.on('connection', () => (sockets += 1))
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with status %i fails the request that does not follow it',
    async (status) => {
      const manual = net.fetch(`${url}/${String(status)}`, { redirect: 'manual' })
      await expect(manual).rejects.toThrow('Redirect was cancelled')
      const error = net.fetch(`${url}/${String(status)}`, { redirect: 'error' })
      await expect(error).rejects.toThrow("Attempted to redirect, but redirect policy was 'error'")
    },
  )

  it('is followed unless told otherwise', async () => {
    const response = await net.fetch(`${url}/302`, { headers: { 'user-agent': 'Desk/1' } })
    expect(await response.text()).toBe('Desk/1')
  })

  it('needs a status that is one and a place to go to', async () => {
    expect((await net.fetch(`${url}/300`, { redirect: 'manual' })).status).toBe(300)
    expect((await net.fetch(`${url}/`, { redirect: 'manual' })).status).toBe(200)
  })
})

describe('a request', () => {
  const ask = (path: string): Promise<unknown> =>
    new Promise((resolve) => {
      const request = net.request({ url: `${url}${path}`, redirect: 'manual' })
      request.on('redirect', (status: number, _method: string, to: string) => resolve({ status, to }))
      request.on('response', (response: Readable & { statusCode: number }) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), resolve)
      })
      request.on('error', () => undefined)
      request.end()
    })

  it('tells where it is sent on to, whole, and is not sent on', async () => {
    expect(await ask('/307')).toEqual({ status: 307, to: `${url}/agent` })
    expect(await ask('/300')).toEqual({ status: 300, body: 'a choice' })
    expect(await ask('/')).toEqual({ status: 200, body: 'here' })
  })

  it('ends when it is aborted, and fails when nobody is there', async () => {
    const request = net.request({ url: `${url}/hang`, redirect: 'manual' })
    const aborted = new Promise((resolve) => request.once('abort', resolve))
    request.end().abort()
    await aborted
    const nobody = net.request({ url: 'http://127.0.0.1:1/', redirect: 'manual' })
    const failure = new Promise((resolve) => nobody.once('error', resolve))
    nobody.end()
    expect(await failure).toBeInstanceOf(Error)
  })
})

describe('a session in memory', () => {
  it('is the same one for a name, and its connections are its own', async () => {
    const one = session.fromPartition('one')
    expect(session.fromPartition('one')).toBe(one)
    expect(session.fromPartition('')).toBe(session.defaultSession)
    let before = sockets
    const isOneShared = async (): Promise<boolean> => {
      before = sockets
      await (await one.fetch(`${url}/`)).text()
      return sockets === before
    }
    await expect.poll(isOneShared, { timeout: 30_000 }).toBe(true)
    await (await session.fromPartition('another').fetch(`${url}/`)).text()
    expect(sockets).toBe(before + 1)
  })

  it('fails what is under way when its connections are closed, and goes on with new ones', async () => {
    const two = session.fromPartition('two')
    if (!('closeAllConnections' in two)) throw new Error('not a partition')
    const hanging = two.fetch(`${url}/hang`)
    const before = sockets
    await expect.poll(() => sockets).toBeGreaterThan(before)
    await Promise.all([expect(hanging).rejects.toThrow(), two.closeAllConnections()])
    expect(await (await two.fetch(`${url}/`)).text()).toBe('here')
    await two.closeAllConnections()
  })

  it('has no storage and is not kept on disk', () => {
    const three = session.fromPartition('three')
    expect(() => Reflect.get(three, 'cookies') as unknown).toThrow(
      'the Electron stand-in does not have session#cookies',
    )
    expect(() => session.fromPartition('persist:x')).toThrow('the Electron stand-in does not have')
  })
})

describe('the proxy of a session', () => {
  const proxyToNowhere = {
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:1',
    proxyBypassRules: '<-loopback>',
  } as const

  it('is the one that the browser was started with, or fails by name', async () => {
    const pages = session.fromPartition('walled')
    expect(() => pages.checkNetwork()).toThrow('the Electron stand-in does not have windows in a session')
    await expect(pages.setProxy({ mode: 'direct' })).rejects.toThrow('session.setProxy to ""')
    await expect(pages.setProxy({ ...proxyToNowhere, proxyBypassRules: '' })).rejects.toThrow(
      'session.setProxy',
    )
    await pages.setProxy(proxyToNowhere)
    pages.checkNetwork()
  })
})

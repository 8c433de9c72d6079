import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  contentSecurityPolicy,
  mayLoad,
  resolvePageFile,
  servePage,
} from '../../../src-main/desktop/windows/page-protocol.ts'

const folder = join('/', 'app', 'renderer')

type Host = 'starkdesk' | 'confirm'
const hosts: readonly Host[] = ['starkdesk', 'confirm']

/** What an address answers with in a host's session, of a renderer's folder in which every kind of file lies. */
async function serve(host: Host, address: string): Promise<Response> {
  const own = mkdtempSync(join(tmpdir(), 'starkdesk-page-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  mkdirSync(join(own, 'confirm'))
  mkdirSync(join(own, 'assets'))
  for (const file of [
    'index.html',
    'confirm/index.html',
    'assets/app.js',
    'assets/app.css',
    'assets/x.html',
  ]) {
    writeFileSync(join(own, file), `content of ${file}`)
  }
  const served: ((request: Request) => Response | Promise<Response>)[] = []
  servePage({ handle: (_scheme, handler) => served.push(handler) }, own, host)
  const [handler] = served
  if (!handler) throw new Error('nothing serves the pages')
  // Node's Request takes the scheme too, as it is.
  return await handler(new Request(address))
}

describe('the page protocol', () => {
  it.each(hosts)('serves the page of %s and the assets', (host) => {
    const page = host === 'starkdesk' ? 'index.html' : join('confirm', 'index.html')
    expect(resolvePageFile(folder, host, `app://${host}/index.html`)).toBe(join(folder, page))
    expect(resolvePageFile(folder, host, `app://${host}/index.html?v=1#x`)).toBe(join(folder, page))
    expect(resolvePageFile(folder, host, `app://${host}/assets/a%20b.js?v=1#x`)).toBe(
      join(folder, 'assets/a b.js'),
    )
  })

  it.each([
    'app://starkdesk/confirm/index.html',
    'app://starkdesk/confirm',
    'app://starkdesk/%63onfirm/index.html',
    'app://starkdesk/assets/../confirm/index.html',
    'app://starkdesk/assets/..%2fconfirm/index.html',
    'app://confirm/confirm/index.html',
    'app://confirm/../index.html/../../index2.html',
    'app://confirm/assets/..%2findex.html',
    'app://confirm/assets/../other.html',
    'app://starkdesk/assets/x.html',
    'app://confirm/assets/x.html',
  ])('serves no page under the origin of the other: %s', (address) => {
    for (const host of hosts) expect(resolvePageFile(folder, host, address)).toBeNull()
  })

  it.each([
    'app://starkdesk/../secret.html',
    'app://starkdesk/%2e%2e/secret.html',
    'app://starkdesk/..%2f..%2fsecret.html',
    'app://starkdesk/%2e%2e%2f%2e%2e%2fetc/passwd.html',
    'app://starkdesk/assets/../../main/index.js',
    'app://confirm/assets/..%2f..%2f..%2fmain/index.js',
    'app://starkdesk/main.js',
    'app://elsewhere/index.html',
    'app://constructor/index.html',
    'app://confirm:1/index.html',
    'app://user@elsewhere/index.html',
    'https://starkdesk/index.html',
    'app://starkdesk/%',
    'app://starkdesk/',
    'app://confirm/assets/',
    'app://confirm/assets/constructor',
    'app://starkdesk/database.sqlite',
    'not an address',
  ])('never serves %s', (address) => {
    for (const host of hosts) expect(resolvePageFile(folder, host, address)).toBeNull()
  })

  it.each([
    ['starkdesk', 'app://confirm/index.html'],
    ['confirm', 'app://starkdesk/index.html'],
    ['starkdesk', 'app://confirm/assets/app.js'],
  ] as const)('serves in the session of %s nothing of the other: %s', async (host, address) => {
    expect((await serve(host, address)).status).toBe(404)
  })

  it.each([
    ['app://starkdesk/index.html', 'content of index.html'],
    ['app://confirm/index.html', 'content of confirm/index.html'],
    ['app://confirm/assets/app.js', 'content of assets/app.js'],
    ['app://starkdesk/assets/app.css', 'content of assets/app.css'],
  ])('answers %s with its file, under the one policy', async (address, content) => {
    const response = await serve(address.includes('confirm') ? 'confirm' : 'starkdesk', address)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(content)
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    'app://confirm/assets/none.js',
    'app://starkdesk/confirm/index.html',
    'app://confirm/assets/x.html',
  ])('answers %s with nothing', async (address) => {
    const response = await serve(address.includes('confirm/a') ? 'confirm' : 'starkdesk', address)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Not found')
  })

  it('lets the page connect to nothing, and nothing frame it', () => {
    expect(contentSecurityPolicy).toContain("connect-src 'none'")
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
    expect(contentSecurityPolicy).not.toContain('unsafe-eval')
    expect(contentSecurityPolicy).toMatch(/script-src 'self';/)
  })
})

describe('what a page may load', () => {
  const served = 'http://localhost:5173/'
  const elsewhere = [
    'http://localhost:5173/main.ts',
    'ws://localhost:5173/',
    'devtools://devtools/bundled/inspector.html',
    'http://127.0.0.1:4000/',
    'https://exchange.example/',
    'file:///etc/hostname',
    'no address',
  ]

  it('is its own, and in a build nothing of a development server or its tools', () => {
    for (const kind of ['main', 'confirm'] as const) {
      const own = [`app://starkdesk/index.html`, 'data:image/png;base64,AA', 'blob:app://starkdesk/1']
      expect(own.map((address) => mayLoad(kind, address, null))).toEqual([true, true, true])
      expect(elsewhere.filter((address) => mayLoad(kind, address, null))).toEqual([])
      expect(elsewhere.filter((address) => mayLoad(kind, address, served))).toEqual(elsewhere.slice(0, 3))
    }
  })

  it('is nothing but its own data where a page is printed', () => {
    expect(mayLoad('print', 'data:text/html,x', null)).toBe(true)
    expect(
      ['app://starkdesk/index.html', ...elsewhere].filter((address) => mayLoad('print', address, served)),
    ).toEqual([])
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Orders } from '../pages/views.ts'
import { expect, test } from '../support/test.ts'

test('the page has no way out: no Node, no network, no other page, no other window', async ({ launch }) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const elsewhere = `http://127.0.0.1:${port}/`
  try {
    const { page, electron } = await launch()
    await expect(new Onboarding(page).practise).toBeVisible()
    const before = page.url()

    const found = await page.evaluate(async (url) => {
      const names = ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron']
      const attempt = async (what: () => unknown): Promise<string> => {
        try {
          await what()
          return 'done'
        } catch (error) {
          return error instanceof Error ? error.name : 'refused'
        }
      }
      const load = (tag: 'img' | 'script' | 'iframe') =>
        new Promise((resolve, reject) => {
          const element = document.createElement(tag)
          element.src = url
          element.onload = resolve
          element.onerror = reject
          document.body.append(element)
          setTimeout(reject, 1000)
        })
      return {
        node: names.filter((name) => name in window),
        border: Object.keys(Reflect.get(window, 'starkdesk') as object),
        fetch: await attempt(() => fetch(url)),
        beacon: navigator.sendBeacon(url, 'x'),
        image: await attempt(() => load('img')),
        script: await attempt(() => load('script')),
        evaluate: await attempt(() => Reflect.construct(Function, ['return 1'])),
        // What it returns differs between runtimes; that no window comes of it is asserted below.
        opened: typeof window.open(url),
      }
    }, elsewhere)
    expect(found).toMatchObject({ node: [], border: ['invoke', 'on'] })
    expect(found.fetch).not.toBe('done')
    expect(found.image).not.toBe('done')
    expect(found.script).not.toBe('done')
    expect(found.evaluate).toBe('EvalError')

    await page.evaluate((url) => {
      const link = document.createElement('a')
      link.href = url
      document.body.append(link)
      link.click()
      window.location.assign(url)
    }, elsewhere)
    await page.waitForTimeout(500)
    expect(page.url()).toBe(before)
    await expect(new Onboarding(page).practise).toBeVisible()
    expect(electron.windows()).toHaveLength(1)
    expect(asked).toEqual([])
  } finally {
    server.close()
  }
})

test('the border refuses what it does not know, by code and without harm', async ({ launch }) => {
  const { page } = await launch()
  await expect(new Onboarding(page).practise).toBeVisible()
  const answers = await page.evaluate(async () => {
    const border = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<{ ok: boolean; error?: { code: string } }>>
    }
    const tried: [string, unknown][] = [
      ['accounts:activate', {}],
      ['accounts:activate', { id: '../../etc/passwd' }],
      ['accounts:remove', { id: 7 }],
      ['orders:list', { filter: { markets: "'; DROP TABLE orders; --" } }],
      ['markets:getCandles', { market: 'ethusdc', period: 7 }],
    ]
    const codes = []
    for (const [name, input] of tried) {
      const answer = await border.invoke[name]?.(input)
      codes.push([name, answer?.ok, answer?.error?.code])
    }
    return codes
  })
  for (const [, ok, code] of answers) {
    expect(ok).toBe(false)
    expect(code).toMatch(/^(validation|notFound)$/)
  }
  await expect(new Onboarding(page).practise).toBeEnabled()
})

test('ten thousand random calls leave the app running and get nothing but typed answers', async ({
  launch,
}) => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`seed ${seed}`)
  const { page } = await launch()
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText('Synced 2,500 orders', { timeout: 30_000 })

  const codes = await page.evaluate(async (start) => {
    const border = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<{ ok: boolean; error?: { code: string } }>>
    }
    let state = start
    const random = (below: number): number => {
      // mulberry32
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below
    }
    const names = ['id', 'filter', 'market', 'cursor', 'limit', 'label', 'period', '__proto__', 'constructor']
    const junk = (depth: number): unknown => {
      const makers: (() => unknown)[] = [
        () => null,
        () => undefined,
        () => random(3) - 1,
        () => Number.NaN,
        () => 1e308,
        () => -(2n ** 70n),
        () => '',
        () => 'x'.repeat(random(5_000)),
        () => '\u0000\ud800<script>',
        () => new Date(0),
        () => new Uint8Array(random(100)),
        () =>
          JSON.parse(
            '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
          ) as unknown,
        () => Array.from({ length: random(6) }, () => (depth > 3 ? 0 : junk(depth + 1))),
        () => new Map([[junk(4), junk(4)]]),
        () =>
          Object.fromEntries<unknown>(
            Array.from({ length: random(6) }, () => [
              names[random(names.length)] ?? '',
              depth > 3 ? 0 : junk(depth + 1),
            ]),
          ),
      ]
      return makers[random(makers.length)]?.()
    }
    // These two do what they say when they are called rightly, and would end the test.
    const channels = Object.keys(border.invoke).filter((name) => !/^app:(restart|openDataFolder)$/.test(name))
    const seen: Record<string, number> = {}
    for (let call = 0; call < 10_000; call += 100) {
      const answers = await Promise.all(
        Array.from(
          { length: 100 },
          async () => await border.invoke[channels[random(channels.length)] ?? '']?.(junk(0)),
        ),
      )
      for (const answer of answers) {
        const code = answer?.ok === true ? 'ok' : (answer?.error?.code ?? 'none')
        seen[code] = (seen[code] ?? 0) + 1
      }
    }
    return seen
  }, seed)
  // A right call among them is possible only where nothing is asked for; `internal` would be a fault of ours.
  expect(
    Object.keys(codes).filter((code) => !/^(ok|validation|notFound|cancelled|offline)$/.test(code)),
  ).toEqual([])
  expect(codes['validation']).toBeGreaterThan(8_000)
  expect(await page.evaluate(() => Reflect.has({}, 'isAdmin'))).toBe(false)
  await new Frame(page).go('Orders')
  await expect(new Orders(page).rows.nth(5)).toBeVisible()
})

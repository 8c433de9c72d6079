import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Onboarding } from '../pages/onboarding.ts'
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

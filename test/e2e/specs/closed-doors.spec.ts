// The page has no way out and its border no way around.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { channelNames, eventNames } from '../../../src-preload/contract/contract.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Orders } from '../pages/views.ts'
import { practise } from '../support/practice.ts'
import { expect, shareStart, test } from '../support/test.ts'

interface Border {
  readonly invoke: Record<string, (input: unknown) => Promise<{ ok: boolean; error?: { code: string } }>>
}

const shared = shareStart()

test.beforeEach(async () => {
  // Rid of what the test before has put into it.
  await shared().page.reload()
  await expect(new Onboarding(shared().page).practise).toBeVisible()
})

test('the page has no way out: no Node, no network, no permission, no other page, no other window', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const elsewhere = `http://127.0.0.1:${port}/`
  try {
    const { page, electron } = shared()
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
      const permissions = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as const
      const states = permissions.map((name) =>
        navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state),
      )
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
        granted: (await Promise.all(states)).filter((state) => state !== 'denied'),
      }
    }, elsewhere)
    expect(found).toMatchObject({ node: [], border: ['invoke', 'on'], granted: [] })
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

test('no code of elsewhere runs in the page, and nothing that it holds leaves by another road', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Content-Type', 'text/javascript')
    response.end('globalThis.ran = true')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const elsewhere = `http://127.0.0.1:${port}/`
  try {
    const { page, electron } = shared()
    const before = page.url()
    const attempts = await page.evaluate(async (url) => {
      const script = 'globalThis.ran = true'
      const local = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
      const element = (tag: string, attributes: Record<string, string>, text = ''): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const made = document.createElement(tag)
          for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
          made.textContent = text
          made.addEventListener('load', resolve)
          made.addEventListener('error', reject)
          document.body.append(made)
          if (made instanceof HTMLFormElement) made.submit()
          if (made instanceof HTMLAnchorElement) made.click()
          setTimeout(reject, 300)
        })
      const socketOf = (made: EventTarget): Promise<unknown> =>
        new Promise((resolve, reject) => {
          for (const kind of ['open', 'message']) made.addEventListener(kind, resolve)
          made.addEventListener('error', reject)
          setTimeout(reject, 300)
        })
      const roads: Record<string, () => unknown> = {
        'import of elsewhere': () => import(/* @vite-ignore */ `${url}code.js`),
        'import of data': () => import(/* @vite-ignore */ `data:text/javascript,${script}`),
        'import of a blob': () => import(/* @vite-ignore */ local),
        'a script in the page': () => element('script', {}, script),
        'a script out of a blob': () => element('script', { src: local }),
        'a script out of data': () => element('script', { src: `data:text/javascript,${script}` }),
        'a frame': () => element('iframe', { src: url, onload: script }),
        'an object': () => element('object', { data: url }),
        'an embed': () => element('embed', { src: url }),
        'a style sheet': () => element('link', { rel: 'stylesheet', href: `${url}style.css` }),
        'a prefetch': () => element('link', { rel: 'prefetch', href: `${url}prefetch` }),
        'a preload': () => element('link', { rel: 'modulepreload', href: `${url}module.js` }),
        'a video': () => element('video', { src: `${url}video`, autoplay: '' }),
        'a font': () => new FontFace('Elsewhere', `url(${url}font)`).load(),
        'a form': () => element('form', { action: url, method: 'post' }),
        'a link to another window': () => element('a', { href: url, target: '_blank' }),
        'a download': () => element('a', { href: url, download: 'x' }),
        'a link that is a script': () => element('a', { href: `javascript:${script}` }),
        'an event attribute': () =>
          element('b', { onclick: script }).catch(() => element('img', { src: 'x', onerror: script })),
        'a refresh': () => element('meta', { 'http-equiv': 'refresh', content: `0;url=${url}` }),
        'another base': () => element('base', { href: url }),
        'a request': () => fetch(url),
        'an old request': () =>
          new Promise((resolve, reject) => {
            const request = new XMLHttpRequest()
            request.onload = resolve
            request.onerror = reject
            request.open('GET', url)
            request.send()
          }),
        'a request to our own origin': () => fetch('/index.html'),
        'a socket': () => socketOf(new WebSocket(url.replace('http', 'ws'))),
        'an event stream': () => socketOf(new EventSource(url)),
        'a worker': () => socketOf(new Worker(local)),
        'a shared worker': () => socketOf(new SharedWorker(local).port),
        'a service worker': () => navigator.serviceWorker.register('/index.html'),
        'a text as code': () => Reflect.construct(Function, [script]),
        // Whether it ran is looked at below: where it is not refused, nothing is said.
        'a text as code later': () => {
          Reflect.apply(setTimeout, window, [script, 0])
          return Promise.reject(new Error('looked at below'))
        },
        'a file of the computer': () => element('img', { src: 'file:///etc/hostname' }),
      }
      // What the debugger itself runs is not bound by the policy against texts as code; what follows a pause is.
      await new Promise((resolve) => setTimeout(resolve))
      // All at once, since most of them answer nothing and are waited for.
      const done = await Promise.all(
        Object.entries(roads).map(async ([name, road]) => {
          try {
            await road()
            return [name]
          } catch {
            // Refused, one way or the other; what counts is what came of it, below.
            return []
          }
        }),
      )
      return done.flat()
    }, elsewhere)
    // A frame that was kept empty tells that it loaded, too.
    expect(attempts.filter((road) => road !== 'a frame')).toEqual([])
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect(asked).toEqual([])
    expect(page.url()).toBe(before)
    expect(electron.windows()).toHaveLength(1)
  } finally {
    server.close()
  }
})

test('the border refuses what it does not know, by code and without harm', async () => {
  const { page } = shared()
  const answers = await page.evaluate(async () => {
    const border = Reflect.get(window, 'starkdesk') as Border
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

test('what is huge, of a wrong type or after a prototype is refused at every channel', async () => {
  const { page, electron } = shared()
  const answers = await page.evaluate(async () => {
    const { invoke } = Reflect.get(window, 'starkdesk') as Border
    const polluting = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'
    let deep: unknown = 0
    for (let level = 0; level < 500; level += 1) deep = { deep }
    const inputs: Record<string, unknown> = {
      'a field beyond the limit': { id: 'x'.repeat(257 * 1024) },
      'depth without end': deep,
      'a prototype': JSON.parse(polluting) as unknown,
      'a field of a prototype': {
        id: JSON.parse(polluting) as unknown,
        filter: JSON.parse(polluting) as unknown,
      },
      nothing: null,
      'a number': 7,
      'a list': [],
    }
    /** What is huge is weighed in one place for all channels: each kind of it at one of them. */
    const huge: Record<string, unknown> = {
      'a text beyond the limit': 'x'.repeat(300_000),
      'fifty thousand entries': new Array(50_000).fill(0),
      bytes: new Uint8Array(300_000),
    }
    const found: string[] = []
    for (const [name, call] of Object.entries(invoke)) {
      const all = name === 'accounts:activate' ? { ...inputs, ...huge } : inputs
      for (const [what, input] of Object.entries(all)) {
        const answer = await call(input).catch((error: unknown) => ({
          ok: false,
          error: { code: String(error) },
        }))
        if (answer.ok || answer.error?.code !== 'validation') {
          found.push(`${name} met ${what}: ${answer.ok ? 'answered' : (answer.error?.code ?? '')}`)
        }
      }
    }
    return found
  })
  expect(answers).toEqual([])
  expect(await page.evaluate(() => 'isAdmin' in {})).toBe(false)
  expect(await electron.evaluate(() => 'isAdmin' in {})).toBe(false)
})

test('the border has the channels of the contract and no way to another', async () => {
  const { page } = shared()
  const found = await page.evaluate(async () => {
    const border = Reflect.get(window, 'starkdesk') as Border & { on: Record<string, unknown> }
    const names = { invoke: Object.keys(border.invoke), on: Object.keys(border.on) }
    const changes: string[] = []
    const attempt = (what: string, change: () => unknown): void => {
      try {
        change()
      } catch {
        // Refused by the language; whether it took is seen below.
      }
      const now = Reflect.get(window, 'starkdesk') as typeof border
      if (now !== border || Object.keys(now.invoke).join() !== names.invoke.join() || 'extra' in now)
        changes.push(what)
    }
    attempt('another border', () => Reflect.set(window, 'starkdesk', { invoke: {}, on: {} }))
    attempt('no border', () => Reflect.deleteProperty(window, 'starkdesk'))
    attempt('one more channel', () => Reflect.set(border.invoke, 'nobody:knows', () => 0))
    attempt('one channel less', () => Reflect.deleteProperty(border.invoke, 'accounts:getState'))
    attempt('one more member', () => Reflect.set(border, 'extra', 1))
    // A function takes its input and nothing else: no second argument names another channel.
    const call = border.invoke['accounts:activate'] as unknown as (...args: unknown[]) => Promise<unknown>
    const answer = (await call({ id: 7 }, 'app:getInfo')) as { ok: boolean }
    const unclonable = await Promise.all(
      [() => 0, Symbol('x'), { id: () => 0 }].map(async (input) => {
        try {
          return (await call(input)) as { ok: boolean }
        } catch {
          return { ok: false }
        }
      }),
    )
    return { names, changes, answered: [answer, ...unclonable].some(({ ok }) => ok) }
  })
  expect(found.names.invoke.sort()).toEqual([...channelNames].sort())
  expect(found.names.on.sort()).toEqual([...eventNames].sort())
  expect(found.changes).toEqual([])
  expect(found.answered).toBe(false)
})

test('a file that is dropped on the page stays where it is, and so does the page', async () => {
  const { page, electron, dataFolder } = shared()
  const file = join(dataFolder, 'dropped.html')
  writeFileSync(file, '<h1>Enter your seed phrase</h1>')
  const before = page.url()
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  }
  await page.waitForTimeout(500)
  expect(page.url()).toBe(before)
  expect(electron.windows()).toHaveLength(1)
  await expect(page.getByRole('heading', { name: 'Enter your seed phrase' })).toHaveCount(0)
})

// It comes last, for it leaves whatever it has done.
test('random calls leave the app running and get nothing but typed answers', async () => {
  test.setTimeout(soakRounds(180_000))
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`seed ${seed}`)
  const { page } = shared()
  await practise(shared())

  const codes = await page.evaluate(
    async ([start, count]) => {
      const border = Reflect.get(window, 'starkdesk') as Border
      let state = start
      const random = (below: number): number => {
        // mulberry32
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        return ((mixed ^ (mixed >>> 14)) >>> 0) % below
      }
      const names = [
        'id',
        'filter',
        'market',
        'cursor',
        'limit',
        'label',
        'period',
        '__proto__',
        'constructor',
      ]
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
      // Called rightly, which takes no more than an empty object, these end the app, start another program of the system, or ask a
      // person, who is not there.
      const started =
        /^app:(restart|openDataFolder|openLog)$|^security:(setVaultAside|unlock|(set|change|remove)Password)$|^trading:(cancelAll|stopCancelAll|reviewDifference)$/
      const channels = Object.keys(border.invoke).filter((name) => !started.test(name))
      const seen: Record<string, number> = {}
      for (let call = 0; call < count; call += 100) {
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
    },
    [seed, soakRounds(500)] as const,
  )
  // A right call among them is possible only where nothing is asked for; `internal` would be a fault of ours.
  expect(
    Object.keys(codes).filter((code) => !/^(ok|validation|notFound|cancelled|offline)$/.test(code)),
  ).toEqual([])
  expect(codes['validation']).toBeGreaterThan(soakRounds(400))
  expect(await page.evaluate(() => Reflect.has({}, 'isAdmin'))).toBe(false)
  await new Frame(page).go('Orders')
  await expect(new Orders(page).rows.nth(5)).toBeVisible()
})

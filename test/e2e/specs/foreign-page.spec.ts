// Main answers our own page in our own window, and nobody else.
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { appFolder } from '../../../scripts/paths.ts'
import { channelNames } from '../../../src-preload/contract/contract.ts'
import { expect, shareStart, test } from '../support/test.ts'

const preload = join(appFolder, 'preload', 'index.cjs')

/** A page of somebody else, who knows how the app speaks to itself. */
const foreignHtml = '<!doctype html><title>Starkdesk</title><h1>Enter your seed phrase</h1>'

const shared = shareStart()
const foreignUrl = 'http://elsewhere.example/'

test.beforeAll(async () => {
  // Windows of the app reach no network, so the foreign page is put before it.
  await shared()
    .page.context()
    .route(/^http:.*elsewhere/, (route) => route.fulfill({ contentType: 'text/html', body: foreignHtml }))
})

/** Opens a window as a fault in main could: with our preload, on any page. */
async function openWindow(electron: ElectronApplication, url: string): Promise<Page> {
  const opened = electron.waitForEvent('window')
  await electron.evaluate(
    async ({ BrowserWindow, session }, options) => {
      const isOurs = options.url.startsWith('app:')
      if (!isOurs) {
        const apart = session.fromPartition('apart')
        await apart.setProxy({
          mode: 'fixed_servers',
          proxyRules: 'http://127.0.0.1:1',
          proxyBypassRules: '<-loopback>',
        })
      }
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: options.preload,
          partition: isOurs ? 'pages' : 'apart',
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
        },
      })
      window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
      // A page that is not there still shows something, and has an origin all the same. Some never tell that they are there.
      const first = options.url.startsWith('http:') ? 'about:blank' : options.url
      window.loadURL(first).catch(() => undefined)
    },
    { preload, url },
  )
  const page = await opened
  // What is put before the network stands before a window only once it is there.
  if (url.startsWith('http:')) await page.goto(url)
  return page
}

/** Calls every channel that the page's border has, and tells with which code each was answered. */
async function callEverything(page: Page): Promise<Record<string, string>> {
  return await page.evaluate(async () => {
    const border = Reflect.get(window, 'starkdesk') as
      | { invoke: Record<string, (input: unknown) => Promise<{ ok: boolean; error?: { code: string } }>> }
      | undefined
    const codes: Record<string, string> = {}
    for (const [name, call] of Object.entries(border?.invoke ?? {})) {
      const answer = await call({})
      codes[name] = answer.ok ? 'answered' : (answer.error?.code ?? 'no code')
    }
    return codes
  })
}

const allForbidden = Object.fromEntries(channelNames.map((name) => [name, 'forbidden']))

async function waitForBorder(page: Page): Promise<void> {
  await page.waitForFunction(() => 'starkdesk' in window)
}

const pages: [string, () => string][] = [
  ['a page of another origin', () => foreignUrl],
  [
    'a page that spells our address before its own',
    () => foreignUrl.replace('http://', 'http://app:starkdesk@'),
  ],
  ['another host of our scheme', () => 'app://other/index.html'],
  ['a host that begins like ours', () => 'app://starkdesk.example/index.html'],
  ['the confirmation window’s origin', () => 'app://confirm/index.html'],
  ['our own page in a window that is not ours', () => 'app://starkdesk/index.html'],
]

test('a page that is not ours is refused at every channel, with our preload and all', async () => {
  const { electron, page } = shared()
  await waitForBorder(page)
  for (const [name, urlOf] of pages) {
    await test.step(name, async () => {
      const foreign = await openWindow(electron, urlOf())
      await waitForBorder(foreign)
      expect(await callEverything(foreign), name).toEqual(allForbidden)
      await foreign.close()
    })
  }
})

test('a page without an address of its own is refused as well', async () => {
  const { electron, page } = shared()
  await waitForBorder(page)
  for (const url of [`data:text/html,${encodeURIComponent(foreignHtml)}`, 'about:blank']) {
    const foreign = await openWindow(electron, url)
    await expect.poll(() => foreign.url()).toBe(url)
    const codes = await callEverything(foreign)
    // Where a runtime gives such a page no preload, there is nothing that it could be refused.
    if (Object.keys(codes).length > 0) expect(codes).toEqual(allForbidden)
    await foreign.close()
  }
})

test('a frame within our page has neither the border nor Node, and runs no script of its own', async () => {
  const { page } = shared()
  await waitForBorder(page)
  await page.evaluate(
    async ([foreign, html]) => {
      const script = '<script>parent.postMessage("ran", "*"); top.ran = true</script>'
      const frames: [string, (frame: HTMLIFrameElement) => void][] = [
        ['srcdoc', (frame) => (frame.srcdoc = html + script)],
        ['data', (frame) => (frame.src = `data:text/html,${encodeURIComponent(html + script)}`)],
        ['blank', (frame) => (frame.src = 'about:blank')],
        ['own', (frame) => (frame.src = '/index.html')],
        ['foreign', (frame) => (frame.src = foreign)],
        ['script', (frame) => (frame.src = 'javascript:top.ran=true')],
        [
          'blob',
          (frame) => (frame.src = URL.createObjectURL(new Blob([html + script], { type: 'text/html' }))),
        ],
      ]
      for (const [name, point] of frames) {
        const frame = document.createElement('iframe')
        frame.name = name
        const loaded = new Promise((resolve) => {
          frame.addEventListener('load', resolve)
          setTimeout(resolve, 1_000)
        })
        try {
          point(frame)
        } catch {
          // Markup out of a text is refused in our page; the frame stays empty.
        }
        document.body.append(frame)
        await loaded
        // A frame that we can reach into can be written to.
        try {
          const inner = frame.contentDocument
          const planted = inner?.createElement('script')
          if (inner && planted) {
            planted.textContent = 'top.ran = true'
            inner.body.append(planted)
          }
        } catch {
          // Another origin: there is no reaching into it.
        }
      }
    },
    [foreignUrl, foreignHtml] as const,
  )
  expect(page.frames().length).toBeGreaterThan(1)
  for (const frame of page.frames().slice(1)) {
    const found = await frame.evaluate(() => {
      const names = ['starkdesk', 'starkdeskConfirm', 'require', 'process', 'module', 'Buffer', 'ipcRenderer']
      return names.filter((name) => name in window)
    })
    expect([frame.name(), found]).toEqual([frame.name(), []])
    expect(frame.url(), frame.name()).not.toMatch(/^http:/)
    // None shows what it was pointed at: neither the foreign page nor a second copy of ours.
    if (frame.name() === 'srcdoc') continue
    const text = await frame.evaluate(() => document.documentElement.innerText)
    expect(text, frame.name()).not.toMatch(/seed phrase|Starkdesk/)
  }
  expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined()
})

test('events go to our own window alone', async () => {
  const { electron, page } = shared()
  await waitForBorder(page)
  const foreign = await openWindow(electron, foreignUrl)
  await waitForBorder(foreign)
  const listen = async (where: Page): Promise<void> => {
    await where.evaluate(() => {
      const border = Reflect.get(window, 'starkdesk') as {
        on: Record<string, (listener: () => void) => () => void>
      }
      Reflect.set(window, 'heard', 0)
      for (const subscribe of Object.values(border.on)) {
        subscribe(() => Reflect.set(window, 'heard', Number(Reflect.get(window, 'heard')) + 1))
      }
    })
  }
  await listen(page)
  await listen(foreign)
  await page.evaluate(async () => {
    const border = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<unknown>>
    }
    await border.invoke['accounts:connectPractice']?.({ user: 0 })
  })
  await expect.poll(() => page.evaluate(() => Number(Reflect.get(window, 'heard')))).toBeGreaterThan(0)
  expect(await foreign.evaluate(() => Number(Reflect.get(window, 'heard')))).toBe(0)
  await foreign.close()
})

// The last: the window does not come back to our page.
test('our own window is refused once it shows another page', async () => {
  const { electron, page } = shared()
  await waitForBorder(page)
  await electron.evaluate(async ({ BrowserWindow }, url) => {
    await BrowserWindow.getAllWindows()[0]?.loadURL(url)
  }, foreignUrl)
  await expect(page.getByRole('heading', { name: 'Enter your seed phrase' })).toBeVisible()
  await waitForBorder(page)
  expect(await callEverything(page)).toEqual(allForbidden)
})

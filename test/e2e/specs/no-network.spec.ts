// Neither page reaches any network, whatever a script in it tries, and that no name is looked up for one.
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { root } from '../../../scripts/paths.ts'
import { Onboarding } from '../pages/onboarding.ts'
import type { Controls } from '../support/confirm-app/main.ts'
import { expect, test } from '../support/test.ts'
import {
  callOutByWebRtc,
  listen,
  type Listener,
  nameOf,
  type NetEvent,
  readNetLog,
  tryWaysOut,
} from '../support/ways-out.ts'

test.skip(
  process.env['STARKDESK_RUNTIME'] === 'electron',
  "the record is Chromium's, which a packaged app refuses",
)

/** A world of the page's frame in which the classes were left alone. */
async function reachWebRtc(page: Page, port: number): Promise<unknown> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  const expression = callOutByWebRtc(port)
  const evaluated = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  })
  expect(evaluated.exceptionDetails).toBeUndefined()
  return evaluated.result.value
}

/** How a request and an image ended that the page asks for after a reload without its Content-Security-Policy, as Chromium says it. */
async function askPastPolicy(page: Page, port: number): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setBypassCSP', { enabled: true })
  await page.reload()
  const ended: string[] = []
  session.on('Network.loadingFailed', ({ errorText }) => {
    // The stand-in cancels by way of the browser's inspector.
    ended.push(errorText.replace(/\.Inspector$/, ''))
  })
  await session.send('Network.enable')
  await page.evaluate(async (address) => {
    await fetch(address, { mode: 'no-cors' }).catch(() => undefined)
    const image = new Image()
    await new Promise((resolve) => {
      image.onload = image.onerror = resolve
      image.src = address
    })
  }, `http://127.0.0.1:${port}/`)
  return ended
}

async function attack(page: Page, { port, heard }: Listener): Promise<void> {
  const before = page.url()
  const { tried, classes } = await page.evaluate(tryWaysOut, port)
  expect(tried).toBeGreaterThan(60)
  expect(classes).toEqual([])
  // Where the classes are reached all the same, no candidate is found: no datagram, no name in the local network.
  expect(await reachWebRtc(page, port)).toEqual([])
  expect(heard).toEqual([])
  expect(page.url()).toBe(before)
  // Without its policy the page's session is left, which sends neither to the proxy.
  expect(await askPastPolicy(page, port)).toEqual([
    'net::ERR_BLOCKED_BY_CLIENT',
    'net::ERR_BLOCKED_BY_CLIENT',
  ])
  expect(heard).toEqual([])
}

/** What the record has of a network: names that were looked up, datagrams, and connections but to the proxy that leads nowhere. */
function readDeeds(file: string): string[] {
  const events = readNetLog(file)
  const isLookUp = ({ type, text }: NetEvent): boolean =>
    /^(?:HOST_RESOLVER|DNS_)/.test(type) && text.includes(nameOf(''))
  const isDatagram = ({ type }: NetEvent): boolean => /^UDP_BYTES/.test(type)
  const isConnection = ({ type, text }: NetEvent): boolean =>
    type === 'TCP_CONNECT_ATTEMPT' && text.includes('"address"') && !text.includes('"127.0.0.1:1"')
  // A record that has none of it would prove nothing: preconnecting is sent to the proxy.
  expect(events.some(({ text }) => text.includes(nameOf('preconnect')))).toBe(true)
  return events
    .filter((event) => isLookUp(event) || isDatagram(event) || isConnection(event))
    .map(({ type, text }) => `${type} ${text.slice(0, 300)}`)
}

test('neither page reaches a network, by whatever way, and no name is looked up', async ({
  launch,
  dataFolder,
}) => {
  const listener = await listen()
  try {
    const main = join(dataFolder, 'main-net.json')
    const app = await launch({ env: { STANDIN_NET_LOG: main } })
    await expect(new Onboarding(app.page).practise).toBeVisible()
    await attack(app.page, listener)
    await app.close()
    expect(readDeeds(main)).toEqual([])

    const both = join(dataFolder, 'both-net.json')
    const two = await launch({
      app: join(root, 'test', 'e2e', 'support', 'confirm-app', 'main.ts'),
      env: { STANDIN_NET_LOG: both },
    })
    await attack(await ask(two.electron), listener)
    await two.close()
    expect(readDeeds(both)).toEqual([])
  } finally {
    listener.close()
  }
})

async function ask(electron: ElectronApplication): Promise<Page> {
  const opened = electron.waitForEvent('window')
  await electron.evaluate(() => {
    ;(Reflect.get(globalThis, 'controls') as Controls).ask('transfer')
  })
  const page = await opened
  await page.getByRole('heading').waitFor()
  return page
}

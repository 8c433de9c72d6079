// Owns: what the first screen does with what cannot be right. Must not: know the rules of each field.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Frame } from '../pages/frame.ts'
import { tabTo } from '../pages/keys.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { allowNewHosts } from '../pages/security.ts'
import { expect, shareExchange, shareStart, test } from '../support/test.ts'

const goodKey = `0x${'1'.repeat(64)}`

const shared = shareStart()
const exchange = shareExchange()

test.beforeAll(() => {
  allowNewHosts(shared().electron)
})

test.beforeEach(async () => {
  const { page } = shared()
  // Empties the form; main has kept nothing.
  await page.reload()
  await expect(new Onboarding(page).practise).toBeVisible()
})

test('the way into practice is found by the keyboard alone', async () => {
  const { page } = shared()
  const { practise } = new Onboarding(page)
  await tabTo(page, practise)
  expect(await practise.evaluate((button) => button.tagName)).toBe('BUTTON')
})

test('a private key that is none is refused in place, and the form keeps what was typed', async () => {
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Main wallet')
  for (const [key, sentence] of [
    ['', /private key/i],
    ['hello', /digits 0 to 9/],
    [goodKey.slice(0, 40), /64/],
    [`0x${'f'.repeat(64)}`, /key/i],
  ] as const) {
    await onboarding.key.fill(key)
    await onboarding.connect.click()
    await expect(onboarding.key).toHaveAttribute('aria-invalid', 'true')
    await expect(onboarding.key).toBeFocused()
    await expect(onboarding.form).toContainText(sentence)
    await expect(onboarding.label).toHaveValue('Main wallet')
  }
})

test('a base URL that answers with a web page is called what it is', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Hello</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const { page } = shared()
    const onboarding = new Onboarding(page)
    await onboarding.label.fill('Web page')
    await onboarding.chooseNetwork('Custom')
    await onboarding.baseUrl.fill(`http://127.0.0.1:${port}`)
    await onboarding.key.fill(goodKey)
    await onboarding.connect.click()
    await expect(page.getByRole('alert')).toContainText(/web page/i)
    await expect(new Frame(page).account).toHaveCount(0)
  } finally {
    server.close()
  }
})

test('a wallet that is given up while the service does not answer is not connected', async () => {
  let requests = 0
  const server = createServer(() => (requests += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const { page } = shared()
    const onboarding = new Onboarding(page)
    await onboarding.label.fill('Silent')
    await onboarding.chooseNetwork('Custom')
    await onboarding.baseUrl.fill(`http://127.0.0.1:${port}`)
    await onboarding.key.fill(goodKey)
    await onboarding.connect.click()
    await expect.poll(() => requests).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert')).toContainText('Cancelled')
    await expect(onboarding.connect).toBeVisible()
    await expect(new Frame(page).account).toHaveCount(0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('plain http to another computer is refused before anything is sent', async () => {
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Elsewhere')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill('http://exchange.example')
  await onboarding.key.fill(goodKey)
  await onboarding.connect.click()
  await expect(onboarding.baseUrl).toHaveAttribute('aria-invalid', 'true')
  await expect(onboarding.form).toContainText(/https/)
})

test('a wallet without an account at the service is told so, and nothing is kept', async () => {
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Stranger')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill(exchange().baseUrl)
  await onboarding.key.fill(goodKey)
  await onboarding.connect.click()
  await expect(page.getByRole('alert')).toContainText(/wallet has an account at this service/)
  await expect(new Frame(page).account).toHaveCount(0)
})

test('a data folder that cannot be used is explained, and left as it is', async ({ launch, dataFolder }) => {
  // A folder where the data file should be: unreadable for every user, root included.
  mkdirSync(join(dataFolder, 'starkdesk.sqlite'))
  const { page } = await launch()
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('body')).toContainText(dataFolder)
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
})

// What the first screen does with what cannot be right.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Frame } from '../pages/frame.ts'
import { closing } from '../pages/confirm-window.ts'
import { tabTo } from '../pages/keys.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { expect, shareExchange, shareStart, test } from '../support/test.ts'

const goodKey = `0x${'1'.repeat(64)}`

// What has a start of its own runs beside these: the last file of all leaves no worker without work for long.
test.describe('a first screen that keeps nothing', () => {
  const shared = shareStart()
  const exchange = shareExchange()

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
    const { page, electron } = shared()
    const onboarding = new Onboarding(page)
    await onboarding.connect.click()
    await expect(onboarding.label).toHaveAttribute('aria-invalid', 'true')
    await expect(onboarding.label).toBeFocused()
    await onboarding.label.fill('Main wallet')
    const wallet = await onboarding.openWallet(electron)
    for (const [key, sentence] of [
      ['', /private key/i],
      ['hello', /digits 0 to 9/],
      [goodKey.slice(0, 40), /64/],
      [`0x${'f'.repeat(64)}`, /key/i],
    ] as const) {
      await wallet.key.fill(key)
      await wallet.press()
      await expect(wallet.key).toHaveAttribute('aria-invalid', 'true')
      await expect(wallet.key).toBeFocused()
      await expect(wallet.content).toContainText(sentence)
      await expect(wallet.key).toHaveValue(key)
    }
    await wallet.leave()
    await expect(onboarding.form.getByRole('status')).toHaveText('Nothing was connected.')
    await expect(onboarding.label).toHaveValue('Main wallet')
  })

  test('plain http to another computer is refused before anything is sent', async () => {
    const { page, electron } = shared()
    const onboarding = new Onboarding(page)
    await onboarding.fill('Elsewhere', 'http://exchange.example')
    await onboarding.connect.click()
    await expect(onboarding.baseUrl).toHaveAttribute('aria-invalid', 'true')
    await expect(onboarding.form).toContainText(/https/)
    expect(electron.windows()).toHaveLength(1)
  })

  test('a wallet without an account at the service is told so, and nothing is kept', async () => {
    const { page, electron } = shared()
    const onboarding = new Onboarding(page)
    await onboarding.fill('Stranger', exchange().baseUrl)
    const wallet = await onboarding.openWallet(electron)
    await wallet.key.fill(goodKey)
    await wallet.press()
    await expect(wallet.fault).toContainText(/wallet has an exchange account/)
    await wallet.leave()
    await expect(new Frame(page).account).toHaveCount(0)
  })
})

// In a start of its own: after two windows that were left, the next one waits.
test.describe('a service that does not answer as one', () => {
  const shared = shareStart()

  test('a base URL that answers with a web page is called what it is', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Hello</title>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const { page, electron } = shared()
      const onboarding = new Onboarding(page)
      await onboarding.fill('Web page', `http://127.0.0.1:${port}`)
      const wallet = await onboarding.openWallet(electron)
      await wallet.key.fill(goodKey)
      await wallet.press()
      await expect(wallet.fault).toContainText(/web page/i)
      await wallet.leave()
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
      const { page, electron } = shared()
      const onboarding = new Onboarding(page)
      await onboarding.fill('Silent', `http://127.0.0.1:${port}`)
      const wallet = await onboarding.openWallet(electron)
      await wallet.key.fill(goodKey)
      await wallet.press()
      await expect.poll(() => requests).toBeGreaterThan(0)
      await closing(wallet.page, () => wallet.page.keyboard.press('Escape'))
      await expect(onboarding.form.getByRole('status')).toHaveText('Nothing was connected.')
      await expect(onboarding.connect).toBeVisible()
      await expect(new Frame(page).account).toHaveCount(0)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

test('a data folder that cannot be used is explained, and left as it is', async ({ launch, dataFolder }) => {
  // A folder where the data file should be: unreadable for every user, root included.
  mkdirSync(join(dataFolder, 'starkdesk.sqlite'))
  const { page } = await launch()
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('body')).toContainText(dataFolder)
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { decryptKeystore } from '../../../src-main/signing/keystore.ts'
import { deriveSeedPhraseKey, listSeedPhraseAddresses } from '../../../src-main/signing/seed-phrase.ts'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import { Frame } from '../pages/frame.ts'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { expect, test } from '../support/test.ts'

/** Fills the form of a new wallet on the exchange's network. */
async function fillForm(page: Page, baseUrl: string): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Own wallet' }).getByText('Create a wallet').click()
  const form = page.getByRole('form', { name: 'Create a new wallet' })
  await form.getByLabel('Account name').fill('Savings')
  await form.getByRole('radiogroup', { name: 'Network' }).getByText('Custom', { exact: true }).click()
  await form.getByLabel('Base URL').fill(baseUrl)
}

async function readWords(backup: Page): Promise<string[]> {
  const items = await backup.locator('ol li .word').allTextContents()
  return items.map((word) => word.trim())
}

test('a new wallet is made once its words were written down, is exported encrypted, and its words are in no file', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const running = await exchange('--port', '0')
  const { page, electron } = await launch()
  await fillForm(page, running.baseUrl)
  const create = page.getByRole('button', { name: 'Create a new wallet' })

  const host = await confirmWindowAfter(electron, () => create.click())
  const declined = await confirmWindowAfter(electron, () => approve(host, 'Connect'))
  await declined.getByRole('button', { name: 'Don’t create' }).click()
  await expect(page.getByText('No wallet was created')).toBeVisible()

  const window = await confirmWindowAfter(electron, () => create.click())
  const words = await readWords(window)
  expect(words).toHaveLength(12)
  // The words are in the window of their own and nowhere on the page of the app.
  expect(await page.content()).not.toContain(words.slice(0, 3).join(' '))
  const fields = window.getByRole('textbox')
  // A click in the moments after the window gained the focus does nothing, by design; a person clicks again.
  await expect(async () => {
    await window.getByRole('button', { name: 'I wrote them down' }).click()
    await expect(fields).toHaveCount(3, { timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  for (const field of await fields.all()) await field.fill('wrong')
  await window.getByRole('button', { name: 'Create wallet' }).click()
  await expect(window.getByRole('alert')).toBeVisible()
  for (const field of await fields.all()) {
    const label = (await field.getAttribute('aria-label')) ?? (await field.evaluate(labelOf))
    await field.fill(words[Number(label.replace(/\D/g, '')) - 1] ?? '')
  }
  await window.getByRole('button', { name: 'Create wallet' }).click()

  const frame = new Frame(page)
  await expect(frame.account).toContainText('Savings')
  const phrase = words.join(' ')
  const [address] = listSeedPhraseAddresses(phrase, { count: 1 })
  await expect(frame.account).toContainText(address?.slice(-4) ?? 'no address')
  // The service has no account of it yet, and the app says what to do.
  await expect(page.getByText(/must be registered/)).toBeVisible()

  const file = join(dataFolder, 'exported.json')
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await frame.chooseInAccountMenu('menuitem', 'Account details')
  const asked = await confirmWindowAfter(electron, () =>
    page.getByRole('button', { name: /keystore file/i }).click(),
  )
  await asked.getByLabel('New file password').fill('a password for it')
  await asked.getByLabel('Repeat password').fill('a password for it')
  await asked.getByRole('button', { name: 'Export key' }).click()
  await expect(page.getByText('exported.json')).toBeVisible({ timeout: 30_000 })
  const opened = await decryptKeystore(readFileSync(file, 'utf8'), 'a password for it', nodeScrypt)
  expect(opened.ethereumPrivateKey).toBe(deriveSeedPhraseKey(phrase, 0))
})

/** The text of the label that a field belongs to. Runs in the page. */
function labelOf(field: SVGElement | HTMLElement): string {
  return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? '') : ''
}

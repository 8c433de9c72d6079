import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { diagnosticsContent } from '../../../src-main/services/diagnostics/content.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../../../src-main/signing/stark.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, confirmWindowAfter, Security } from '../pages/security.ts'
import { Settings } from '../pages/settings.ts'
import { overhear } from '../support/overheard-exchange.ts'
import { createSearch, type Secret } from '../support/secret-scan.ts'
import { allOrders, expect, test } from '../support/test.ts'

const label = 'Savings of Mia Wallace'
const appPassword = `App ${randomBytes(8).toString('hex')} password`

test('a session with a real key leaves none of it in the diagnostics, and what was shown is what is saved', async ({
  launch,
  exchange,
}, testInfo) => {
  test.setTimeout(180_000)
  const running = await exchange('--port', '0', '--seed', '11', '--orders', '200')
  const service = await overhear(running.baseUrl)
  const [user] = running.users
  if (!user) throw new Error('there is no user')
  const key = user.ethereumPrivateKey
  const texts = [...Object.values(l2KeyTexts.mainnet), ...Object.values(l2KeyTexts.testnet)]
  try {
    const { page, electron } = await launch()
    const frame = new Frame(page)
    const onboarding = new Onboarding(page)
    await onboarding.label.fill(label)
    await onboarding.chooseNetwork('Custom')
    await onboarding.baseUrl.fill(service.baseUrl)
    await onboarding.key.fill(key)
    await onboarding.connect.click()
    await expect(frame.orderSync).toContainText('200 orders', { timeout: 40_000 })
    const settings = new Settings(page)
    await settings.open()
    const security = new Security(page)
    await approve(
      await confirmWindowAfter(electron, () => security.set(appPassword)),
      'Yes, set the password',
    )
    await expect(page.getByText('The password is set')).toBeVisible({ timeout: 30_000 })

    await settings.showDiagnostics.click()
    await expect(settings.preview).toBeVisible({ timeout: 30_000 })
    await expect(settings.preview).toBeFocused()
    const shown = await settings.preview.textContent()
    const file = testInfo.outputPath('diagnostics.json')
    await electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    await settings.saveDiagnostics.click()
    await expect(page.getByText('Saved as diagnostics.json')).toBeVisible()
    const saved = readFileSync(file, 'utf8')
    expect(saved).toBe(shown)

    // It says something: the tables as they are, the calls that were made, the settings.
    const content = diagnosticsContent.parse(JSON.parse(saved))
    expect(content.store?.tables.find(({ name }) => name === 'orders')?.rows).toBe(200)
    expect(content.store?.quickCheck).toBe('sound')
    expect(content.settings?.appLock).toBe('unlocked')
    expect(content.connection?.activity?.lastCalls.length).toBeGreaterThan(2)
    expect(content.log.lines.length).toBeGreaterThan(2)

    const secrets: Secret[] = [
      { name: 'key', kind: 'key', hex: key },
      { name: 'address', kind: 'key', hex: user.ethereumAddress },
      ...texts.map((text, index): Secret => ({
        name: `L2 key ${index}`,
        kind: 'key',
        hex: deriveStarkKeyPair(key, text).privateKey,
      })),
      { name: 'app password', kind: 'text', text: appPassword },
      { name: 'name of the account', kind: 'text', text: label },
      ...service.secrets(),
    ]
    const bytes = readFileSync(file)
    expect(createSearch(secrets)(bytes).map(({ name, spelling }) => `${name} (${spelling})`)).toEqual([])
    expect(saved).not.toContain(homedir())
    expect(saved).not.toContain(new URL(service.baseUrl).host)
    if (userInfo().username.length > 4) expect(saved).not.toContain(userInfo().username)
  } finally {
    await service.stop()
  }
})

test('settings are found by their words and used by keyboard alone', async ({ launch, exchange }) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await new Onboarding(page).practise.click()
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  const settings = new Settings(page)
  await page.keyboard.press('Control+6')
  await expect(settings.search).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(settings.search).toBeFocused()
  await page.keyboard.type('night')
  await expect(settings.count).toHaveText('2 settings found')
  await page.keyboard.press('ArrowDown')
  await expect(settings.count).toHaveText('Theme, Appearance, 1 of 2')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const quiet = page.getByRole('switch', { name: 'Quiet hours' })
  await expect(quiet).toBeFocused()
  await page.keyboard.press('Space')
  await expect(quiet).toBeChecked()
  await expect(page.getByText('Changed. Default: off')).toBeVisible()

  await page.keyboard.press('/')
  await expect(settings.search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings.search).toHaveValue('')
  await settings.reset('Notices').focus()
  await page.keyboard.press('Enter')
  await expect(quiet).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quiet).toBeChecked()

  // From anywhere, by the palette.
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hide amo settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'Hide amounts' })).toBeFocused()
})

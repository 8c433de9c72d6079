import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { allOrders, expect, test } from '../support/test.ts'

/** Every file under a folder that holds one of the texts, in UTF-8 or UTF-16. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')])
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file)
      return needles.some((needle) => content.includes(needle))
    })
}

test('a key goes to the keychain and is in no file of the app; a locked keychain is said so, and signs in once it is open', async ({
  launch,
  exchange,
  keyring,
  dataFolder,
}) => {
  test.skip(process.platform !== 'linux', 'the keychain of this system cannot be replaced by a private one')
  const running = await exchange('--port', '0')
  const user = running.users[1]
  if (!user) throw new Error('the exchange has no second user')
  const keychain = await keyring()

  const first = await launch({ env: keychain.env })
  const onboarding = new Onboarding(first.page)
  await onboarding.fill('Bob elsewhere', running.baseUrl)
  await (await onboarding.openWallet(first.electron)).connectByKey(user.ethereumPrivateKey)
  await expect(first.page.getByText('Its key is in your system keychain.')).toBeVisible()
  await expect(new Frame(first.page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
  await first.close()

  keychain.lock()
  const second = await launch({ env: keychain.env })
  await expect(second.page.getByRole('region', { name: 'Sign-in' })).toContainText('keychain is locked', {
    timeout: 30_000,
  })
  await expect(new Frame(second.page).orderSync).toContainText(allOrders)
  await second.close()

  await keychain.reopen()
  const third = await launch({ env: keychain.env })
  const frame = new Frame(third.page)
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 30_000 })
  await expect(frame.orderSync).toContainText(`Synced ${allOrders} · as of`)
  await expect(third.page.getByRole('region', { name: 'Sign-in' })).toHaveCount(0)
  const digits = user.ethereumPrivateKey.slice(2)
  expect(await third.page.content()).not.toContain(digits)
  await third.close()
  expect(filesWith(dataFolder, [digits, digits.toUpperCase()])).toEqual([])
  // The search itself can find something: the account's address is in the data file.
  expect(filesWith(dataFolder, [user.ethereumAddress])).not.toEqual([])
})

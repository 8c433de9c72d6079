// Owns: the ways to bring a wallet, by one app that takes one after the other. Must not: make a wallet (new-wallet does).
import { randomBytes } from 'node:crypto'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { encryptKeystore } from '../../../src-main/signing/keystore.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../../../src-main/signing/stark.ts'
import { LoginText } from '../pages/accounts.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { allowNewHosts } from '../pages/security.ts'
import { allOrders, expect, shareExchange, shareStart, test } from '../support/test.ts'

const phrase = 'test test test test test test test test test test test junk'
const password = 'correct horse'

const shared = shareStart()
const exchange = shareExchange('--seed', '7')

test.beforeAll(() => {
  allowNewHosts(shared().electron)
})

test.beforeEach(async () => {
  const { page } = shared()
  // Empties the form.
  await page.reload()
  await expect(new Onboarding(page).practise.or(new Frame(page).account)).toBeVisible()
  if (await new Frame(page).account.isVisible()) {
    await new Frame(page).chooseInAccountMenu('menuitem', 'Add account')
  }
})

test('a seed phrase that is none is refused in place, and a right one shows its addresses to the keyboard', async () => {
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Main wallet')
  await onboarding.chooseKind('Seed phrase')
  for (const [words, sentence] of [
    ['', /seed phrase is missing/],
    [phrase.replace(' junk', ''), /this one has 11/],
    [phrase.replace('junk', 'jnuk'), /Word 12 is not in the English list/],
    [phrase.replace('junk', 'test'), /check, and it fails/],
  ] as const) {
    await onboarding.phrase.fill(words)
    await onboarding.showAddresses.click()
    await expect(onboarding.phrase).toHaveAttribute('aria-invalid', 'true')
    await expect(onboarding.phrase).toBeFocused()
    await expect(onboarding.form).toContainText(sentence)
    await expect(onboarding.phrase).toHaveValue(words)
    await expect(onboarding.label).toHaveValue('Main wallet')
  }
  await onboarding.phrase.fill(`  ${phrase.toUpperCase().replaceAll(' ', '\n')} `)
  await onboarding.showAddresses.click()
  await expect(onboarding.addresses).toHaveCount(5)
  await expect(onboarding.form).toContainText('0x f39F d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9 2266')
  await expect(onboarding.addresses.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(onboarding.addresses.nth(1)).toBeChecked()
  await onboarding.showMore.click()
  await expect(onboarding.addresses).toHaveCount(10)
  await expect(onboarding.addresses.nth(1)).toBeChecked()
})

test('an address of a phrase without an account is told so, and the form stays as it was', async () => {
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Stranger')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill(exchange().baseUrl)
  await onboarding.chooseKind('Seed phrase')
  await onboarding.phrase.fill(phrase)
  await onboarding.showAddresses.click()
  await onboarding.addresses.nth(2).check()
  await onboarding.connect.click()
  await expect(page.getByRole('alert')).toContainText(/wallet has an account at this service/)
  await expect(onboarding.phrase).toHaveValue(phrase)
  await expect(onboarding.addresses.nth(2)).toBeChecked()
  await expect(new Frame(page).account).toHaveCount(0)
})

test('a passphrase leads to other addresses of the same phrase, and dropping it leads back', async () => {
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Main wallet')
  await onboarding.chooseKind('Seed phrase')
  await onboarding.phrase.fill(phrase)
  await onboarding.hasPassphrase.check()
  await onboarding.passphrase.fill(' as typed ')
  await onboarding.showAddresses.click()
  await expect(onboarding.addresses).toHaveCount(5)
  await expect(onboarding.form).not.toContainText('0x f39F d6e5')
  await onboarding.hasPassphrase.uncheck()
  await expect(onboarding.addresses).toHaveCount(0)
  await onboarding.showAddresses.click()
  await expect(onboarding.form).toContainText('0x f39F d6e5')
})

test('a keystore file connects its wallet with the right password, and only with that', async () => {
  const user = exchange().users[1]
  if (!user) throw new Error('the exchange has no second user')
  const cost = { n: 2 ** 10, r: 8, p: 1 }
  const file = await encryptKeystore(user.ethereumPrivateKey, password, {
    scrypt: nodeScrypt,
    randomBytes,
    cost,
  })
  const { page } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Bob by file')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill(exchange().baseUrl)
  await onboarding.chooseKind('Keystore file')

  await onboarding.connect.click()
  await expect(onboarding.keystore).toBeFocused()
  await expect(onboarding.form).toContainText('The keystore file is missing.')

  const choose = (name: string, text: string) =>
    onboarding.keystore.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('notes.txt', 'hello')
  await onboarding.password.fill('Correct horse')
  await onboarding.connect.click()
  await expect(onboarding.keystore).toHaveAttribute('aria-invalid', 'true')
  await expect(onboarding.form).toContainText('its text is not JSON')

  await choose('wallet.json', file)
  await expect(onboarding.form).toContainText('wallet.json')
  await onboarding.connect.click()
  await expect(onboarding.password).toBeFocused()
  await expect(onboarding.form).toContainText('The file does not open with this password.')
  await expect(onboarding.form).toContainText('wallet.json')

  await onboarding.password.fill(password)
  await onboarding.connect.click()
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
})

test('an L2 key connects its account with a signature that was made elsewhere, and with no other', async () => {
  const [user, other] = exchange().users
  if (!user || !other) throw new Error('the exchange has no two users')
  const { page } = shared()
  const onboarding = new Onboarding(page)
  const login = new LoginText(page)
  await onboarding.label.fill('Cold wallet')
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill(exchange().baseUrl)
  await onboarding.chooseKind('L2 key')
  await onboarding.ethereumAddress.fill(user.ethereumAddress)
  await onboarding.starkKey.fill(
    deriveStarkKeyPair(user.ethereumPrivateKey, l2KeyTexts.mainnet.tanx).privateKey,
  )

  await onboarding.connect.click()
  await expect(login.panel).toBeVisible()
  await login.cancel.click()
  await expect(onboarding.label).toHaveValue('Cold wallet')

  await onboarding.connect.click()
  await login.signature.fill(signMessage(await login.read(), other.ethereumPrivateKey))
  await login.give.click()
  await expect(login.signature).toHaveAttribute('aria-invalid', 'true')
  await expect(login.panel).toContainText(/made by another wallet/)
  await login.signature.fill(signMessage(await login.read(), user.ethereumPrivateKey))
  await login.give.click()
  await expect(new Frame(page).account).toContainText('Cold wallet')
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
})

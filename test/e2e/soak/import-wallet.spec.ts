// The ways to bring a wallet, by one app that takes one after the other.
import { randomBytes } from 'node:crypto'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { encryptKeystore } from '../../../src-main/signing/keystore.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../../../src-main/signing/stark.ts'
import { LoginText } from '../pages/accounts.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { allOrders, expect, shareExchange, shareStart, test } from '../support/test.ts'

const phrase = 'test test test test test test test test test test test junk'
const password = 'correct horse'

const shared = shareStart()
const exchange = shareExchange('--seed', '7')

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
  const { page, electron } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Main wallet')
  const wallet = await onboarding.openWallet(electron)
  await wallet.chooseKind('Seed phrase')
  for (const [words, sentence] of [
    ['', /Enter the seed phrase/],
    [phrase.replace(' junk', ''), /this one has 11/],
    [phrase.replace('junk', 'jnuk'), /Word 12 is not in the English word list/],
    [phrase.replace('junk', 'test'), /checksum fails/],
  ] as const) {
    await wallet.phrase.fill(words)
    await wallet.press()
    await expect(wallet.phrase).toHaveAttribute('aria-invalid', 'true')
    await expect(wallet.phrase).toBeFocused()
    await expect(wallet.content).toContainText(sentence)
    await expect(wallet.phrase).toHaveValue(words)
  }
  await wallet.phrase.fill(`  ${phrase.toUpperCase().replaceAll(' ', '\n')} `)
  await wallet.showAddresses.click()
  await expect(wallet.addresses).toHaveCount(5)
  await expect(wallet.content).toContainText('0x f39F d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9 2266')
  await expect(wallet.addresses.nth(0)).toBeFocused()
  await wallet.page.keyboard.press('ArrowDown')
  await expect(wallet.addresses.nth(1)).toBeChecked()
  await wallet.showMore.click()
  await expect(wallet.addresses).toHaveCount(10)
  await expect(wallet.addresses.nth(1)).toBeChecked()
  await wallet.leave()
  await expect(onboarding.form.getByRole('status')).toHaveText('Nothing was connected.')
  await expect(onboarding.label).toHaveValue('Main wallet')
})

test('an address of a phrase without an account is told so, the form stays as it was, and another wallet gets in', async () => {
  const user = exchange().users[0]
  if (!user) throw new Error('the exchange has no user')
  const { page, electron } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.fill('Stranger', exchange().baseUrl)
  const wallet = await onboarding.openWallet(electron)
  await wallet.chooseKind('Seed phrase')
  await wallet.phrase.fill(phrase)
  await wallet.press()
  await wallet.addresses.nth(2).check()
  await wallet.press()
  await expect(wallet.fault).toContainText(/wallet has an exchange account/)
  await expect(wallet.phrase).toHaveValue(phrase)
  await expect(wallet.addresses.nth(2)).toBeChecked()
  await expect(new Frame(page).account).toHaveCount(0)
  await wallet.chooseKind('Private key')
  await wallet.connectByKey(user.ethereumPrivateKey)
  await expect(new Frame(page).account).toContainText('Stranger')
})

test('a passphrase leads to other addresses of the same phrase, and dropping it leads back', async ({
  launch,
}) => {
  // In an app of its own: after two windows that were left, the next one waits.
  const { page, electron } = await launch()
  const onboarding = new Onboarding(page)
  await onboarding.label.fill('Main wallet')
  const wallet = await onboarding.openWallet(electron)
  await wallet.chooseKind('Seed phrase')
  await wallet.phrase.fill(phrase)
  await wallet.hasPassphrase.check()
  await wallet.passphrase.fill(' as typed ')
  await wallet.press()
  await expect(wallet.addresses).toHaveCount(5)
  await expect(wallet.content).not.toContainText('0x f39F d6e5')
  await wallet.hasPassphrase.uncheck()
  await expect(wallet.addresses).toHaveCount(0)
  await wallet.press()
  await expect(wallet.content).toContainText('0x f39F d6e5')
  await wallet.leave()
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
  const { page, electron } = shared()
  const onboarding = new Onboarding(page)
  await onboarding.fill('Bob by file', exchange().baseUrl)
  const wallet = await onboarding.openWallet(electron)
  await wallet.chooseKind('Keystore file')

  await wallet.press()
  await expect(wallet.keystore).toBeFocused()
  await expect(wallet.content).toContainText('Choose a keystore file.')

  const choose = (name: string, text: string) =>
    wallet.keystore.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('notes.txt', 'hello')
  await wallet.password.fill('Correct horse')
  await wallet.press()
  await expect(wallet.keystore).toHaveAttribute('aria-invalid', 'true')
  await expect(wallet.content).toContainText('it is not JSON')

  await choose('wallet.json', file)
  await expect(wallet.content).toContainText('wallet.json')
  await wallet.press()
  await expect(wallet.password).toBeFocused()
  await expect(wallet.content).toContainText('The password is wrong, or the file is damaged.')
  await expect(wallet.content).toContainText('wallet.json')

  await wallet.password.fill(password)
  await wallet.finish()
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
})

test('an L2 key connects its account with a signature that was made elsewhere, and with no other', async () => {
  const [user, other] = exchange().users
  if (!user || !other) throw new Error('the exchange has no two users')
  const { page, electron } = shared()
  const onboarding = new Onboarding(page)
  const login = new LoginText(page)
  await onboarding.fill('Cold wallet', exchange().baseUrl)
  const give = async (): Promise<void> => {
    const wallet = await onboarding.openWallet(electron)
    await wallet.chooseKind('L2 key')
    await wallet.ethereumAddress.fill(user.ethereumAddress)
    await wallet.starkKey.fill(
      deriveStarkKeyPair(user.ethereumPrivateKey, l2KeyTexts.mainnet.tanx).privateKey,
    )
    await wallet.finish()
  }

  await give()
  await expect(login.panel).toBeVisible()
  await login.cancel.click()
  await expect(onboarding.label).toHaveValue('Cold wallet')

  await give()
  await login.signature.fill(signMessage(await login.read(), other.ethereumPrivateKey))
  await login.give.click()
  await expect(login.signature).toHaveAttribute('aria-invalid', 'true')
  await expect(login.panel).toContainText(/from another wallet/)
  await login.signature.fill(signMessage(await login.read(), user.ethereumPrivateKey))
  await login.give.click()
  await expect(new Frame(page).account).toContainText('Cold wallet')
  await expect(new Frame(page).orderSync).toContainText(`Synced ${allOrders}`, { timeout: 30_000 })
})

// Takes a picture of main's own window wherever a secret is typed in it: wallets, passwords, service keys, its word.
import { randomBytes } from 'node:crypto'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import { encryptKeystore } from '../../../src-main/signing/keystore.ts'
import { PasswordWindow, ServiceKeyWindow, WalletWindow } from '../pages/secure-window.ts'
import { expect, test } from '../support/two-windows.ts'
import { take } from './shots.ts'

const key = '1'.repeat(64)
const password = 'four quiet words here'

test('a wallet is given', async ({ start }) => {
  const { ask, passMs } = await start()
  const wallet = new WalletWindow(await ask('wallet'))
  await passMs(700)
  await expect(wallet.key).toBeEditable()
  await take(wallet.page, 'secure-wallet-key')
  await wallet.key.fill('not a key')
  await wallet.press()
  await expect(wallet.key).toHaveAttribute('aria-invalid', 'true')
  await take(wallet.page, 'secure-wallet-key-wrong')

  await wallet.chooseKind('Seed phrase')
  await wallet.hasPassphrase.check()
  await take(wallet.page, 'secure-wallet-phrase')
  await wallet.phrase.fill(`${'test '.repeat(11)}junk`)
  await wallet.passphrase.fill('as typed')
  await wallet.press()
  await expect(wallet.addresses).toHaveCount(5)
  await take(wallet.page, 'secure-wallet-phrase-passphrase')
  await wallet.hasPassphrase.uncheck()
  await wallet.press()
  await expect(wallet.addresses.nth(0)).toBeFocused()
  await take(wallet.page, 'secure-wallet-addresses')

  await wallet.chooseKind('Keystore file')
  await take(wallet.page, 'secure-wallet-keystore')
  const file = await encryptKeystore(key, password, {
    scrypt: nodeScrypt,
    randomBytes,
    cost: { n: 2 ** 10, r: 8, p: 1 },
  })
  await wallet.keystore.setInputFiles({
    name: 'UTC--2026-11-20T12-03-22.000Z--7e5f4552091a69125d5dfcb7b8c2659029395bdf',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  })
  await take(wallet.page, 'secure-wallet-keystore-chosen')

  await wallet.chooseKind('L2 key')
  await take(wallet.page, 'secure-wallet-l2-key')
  await wallet.leave()
})

test('a key is entered again', async ({ start }) => {
  const { ask, passMs } = await start()
  const wallet = new WalletWindow(await ask('walletAgain'))
  await passMs(700)
  await expect(wallet.key).toBeEditable()
  await take(wallet.page, 'secure-wallet-again')
  await wallet.chooseKind('Seed phrase')
  await wallet.phrase.fill(`${'test '.repeat(11)}junk`)
  await wallet.press()
  await expect(wallet.addresses).toHaveCount(5)
  await take(wallet.page, 'secure-wallet-again-addresses')
  await wallet.leave()

  const stark = new WalletWindow(await ask('starkKeyAgain'))
  await passMs(700)
  await expect(stark.starkKey).toBeEditable()
  await take(stark.page, 'secure-wallet-again-l2-key')
  await stark.leave()
})

test('the app password', async ({ start }) => {
  const { ask, passMs } = await start()
  const set = new PasswordWindow(await ask('setPassword'))
  await passMs(700)
  await expect(set.chosen).toBeEditable()
  await take(set.page, 'secure-password-set')
  await set.choose('short')
  await set.press()
  await expect(set.chosen).toHaveAttribute('aria-invalid', 'true')
  await take(set.page, 'secure-password-set-wrong')
  await set.leave()

  await passMs(60_000)
  const change = new PasswordWindow(await ask('changePassword'))
  await passMs(700)
  await expect(change.current).toBeEditable()
  await take(change.page, 'secure-password-change')
  await change.leave()

  await passMs(60_000)
  const remove = new PasswordWindow(await ask('removePassword'))
  await passMs(700)
  await expect(remove.current).toBeEditable()
  await take(remove.page, 'secure-password-remove')
  await remove.leave()

  await passMs(60_000)
  const unlock = new PasswordWindow(await ask('unlock'))
  await take(unlock.page, 'secure-unlock')
  await unlock.current.fill('not the password')
  await unlock.press()
  await expect(unlock.wait).toBeVisible()
  await take(unlock.page, 'secure-unlock-wrong')
  await unlock.leave()

  await passMs(300_000)
  const later = new PasswordWindow(await ask('unlockLater'))
  await expect(later.wait).toBeVisible()
  await take(later.page, 'secure-unlock-later')
  await later.leave()
})

test('a service key, and the word of the window', async ({ start }) => {
  const { ask, passMs } = await start()
  const key = new ServiceKeyWindow(await ask('serviceKey'))
  await passMs(700)
  await expect(key.value).toBeEditable()
  await take(key.page, 'secure-service-key')
  await key.chooseWord.click()
  await take(key.page, 'secure-word')
  await key.page.getByRole('button', { name: 'Save word' }).click()
  await expect(key.page.getByText('Enter a word.')).toBeVisible()
  await take(key.page, 'secure-word-missing')
  await key.page.getByRole('button', { name: 'Cancel' }).first().click()
  await key.keepWord('A heron, in a pond, on a Tuesday morning')
  await expect(key.word).toContainText('A heron')
  await take(key.page, 'secure-word-chosen')
  await key.leave()
})

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join, relative } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { z } from 'zod'
import { nodeScrypt } from '../../../src-main/keychain/node-scrypt.ts'
import { diagnosticsContent } from '../../../src-main/diagnostics/content.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { encryptKeystore } from '../../../src-main/signing/keystore.ts'
import { createSeedPhrase, deriveSeedPhraseKey } from '../../../src-main/signing/seed-phrase.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../../../src-main/signing/stark.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { RemoveAccount } from '../pages/accounts.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { serviceKeyWindowAfter } from '../pages/secure-window.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { Settings } from '../pages/settings.ts'
import { overhear } from '../support/overheard-exchange.ts'
import { createSearch, type Found, type Secret } from '../support/secret-scan.ts'
import { expect, test } from '../support/test.ts'

const random = (bytes: number): string => randomBytes(bytes).toString('hex')

/** Everything that a person types in this session, new for each run. */
const typed = {
  phrase: createSeedPhrase(randomBytes(16)),
  passphrase: `Passphrase ${random(8)} of a phrase`,
  keystorePassword: `File "${random(8)}" opens`,
  appPassword: `App ${random(8)} password`,
  wrongPassword: `Wrong ${random(8)} password`,
  exportPassword: `Export ${random(8)} password`,
  organizationKey: `organization-${random(16)}`,
  apiKey: `api-${random(16)}`,
}

/** The keys that follow from an Ethereum key, too. */
function keysOf(name: string, ethereumPrivateKey: string): Secret[] {
  const texts = [...Object.values(l2KeyTexts.mainnet), ...Object.values(l2KeyTexts.testnet)]
  return [
    { name, kind: 'key', hex: ethereumPrivateKey },
    ...texts.map((text, index): Secret => ({
      name: `${name}, L2 key ${index}`,
      kind: 'key',
      hex: deriveStarkKeyPair(ethereumPrivateKey, text).privateKey,
    })),
  ]
}

/** The content of a file; nothing of one that the running browser has removed since it was listed. */
function readIfThere(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    if (existsSync(file)) throw error
    return new Uint8Array()
  }
}

/** Each secret of the search that is in a file below a folder, by the file's name. */
function searchFiles(folder: string, search: (content: Uint8Array) => Found[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) =>
      search(readIfThere(file)).map(
        ({ name, spelling }) => `${relative(folder, file)}: ${name} (${spelling})`,
      ),
    )
}

/** Everything that the page's scripts still hold, after rubbish was collected. */
async function takeHeap(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', (event) => chunks.push(event.chunk))
  await session.send('HeapProfiler.enable')
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return Buffer.from(chunks.join(''))
}

/** Takes the place of the system's file dialog, which no test can press. */
async function answerFileDialog(electron: ElectronApplication, file: string): Promise<void> {
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
}

/** The text that a keystore file keeps secret although anybody can read it: with the password it is the key. */
function ciphertextOf(file: string): string {
  return z.object({ crypto: z.object({ ciphertext: z.string() }) }).parse(JSON.parse(file)).crypto.ciphertext
}

async function startImport(page: Page, label: string, baseUrl: string): Promise<Onboarding> {
  await new Frame(page).chooseInAccountMenu('menuitem', 'Add account')
  const onboarding = new Onboarding(page)
  await onboarding.label.fill(label)
  await onboarding.chooseNetwork('Custom')
  await onboarding.baseUrl.fill(baseUrl)
  return onboarding
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Settings' }).click()
}

test('a whole session leaves no secret in a file of the app, its diagnostics, or the memory of its page', async ({
  launch,
  exchange,
  dataFolder,
}, testInfo) => {
  test.setTimeout(300_000)
  const running = await exchange('--port', '0', '--seed', '11', '--orders', '200')
  const service = await overhear(running.baseUrl)
  const [first, second] = running.users
  const practice = derivePracticeUsers(practiceDefaults.seed)[0]
  if (!first || !second || !practice) throw new Error('there are not enough users')
  const keystore = await encryptKeystore(second.ethereumPrivateKey, typed.keystorePassword, {
    scrypt: nodeScrypt,
    randomBytes,
    cost: { n: 2 ** 10, r: 8, p: 1 },
  })
  const secrets = (): Secret[] => [
    ...keysOf('typed key', first.ethereumPrivateKey),
    ...keysOf('key of the keystore file', second.ethereumPrivateKey),
    ...keysOf('key of the phrase', deriveSeedPhraseKey(typed.phrase, 0, typed.passphrase)),
    ...keysOf('key of the phrase without its passphrase', deriveSeedPhraseKey(typed.phrase, 0)),
    ...keysOf('practice key', practice.ethereumPrivateKey),
    { name: 'ciphertext of the keystore file', kind: 'key', hex: ciphertextOf(keystore) },
    ...Object.entries(typed).map(([name, text]): Secret => ({ name, kind: 'text', text })),
    ...service.secrets(),
  ]

  try {
    const transcript = join(dataFolder, 'transcript.jsonl')
    const diagnostics = testInfo.outputPath('diagnostics.json')
    const app = await launch({ env: { STARKDESK_TRANSCRIPT: transcript } })
    const { page, electron } = app
    const frame = new Frame(page)
    await new Onboarding(page).practise.click()
    await expect(frame.orderSync).toContainText(/Synced [\d,]+ orders/, { timeout: 30_000 })
    // Some of the history is here by then; all of it would be hundreds of megabytes to look through.
    await frame.orderSync.click()
    await new Data(page).pause.click()

    await test.step('import by key', async () => {
      const form = await startImport(page, 'By key of Mia', service.baseUrl)
      await (await form.openWallet(electron)).connectByKey(first.ethereumPrivateKey)
      await expect(frame.orderSync).toContainText('200 orders', { timeout: 30_000 })
    })

    await test.step('set an app password', async () => {
      await openSettings(page)
      await new Security({ page, electron }).set(typed.appPassword)
      await expect(page.getByText('Password set')).toBeVisible({ timeout: 30_000 })
    })

    await test.step('save the diagnostics', async () => {
      const settings = new Settings(page)
      await settings.showDiagnostics.click()
      await expect(settings.preview).toBeFocused({ timeout: 30_000 })
      const shown = await settings.preview.textContent()
      await answerFileDialog(electron, diagnostics)
      await settings.saveDiagnostics.click()
      await expect(page.getByText('Diagnostics saved as diagnostics.json')).toBeVisible()
      const saved = readFileSync(diagnostics, 'utf8')
      expect(saved).toBe(shown)
      // It says something: the tables as they are, the calls that were made, the settings.
      const content = diagnosticsContent.parse(JSON.parse(saved))
      expect(content.store?.tables.find(({ name }) => name === 'orders')?.rows).toBeGreaterThanOrEqual(400)
      expect(content.store?.quickCheck).toBe('sound')
      expect(content.settings?.appLock).toBe('unlocked')
      expect(content.connection?.activity?.lastCalls.length).toBeGreaterThan(2)
      expect(content.log.lines.length).toBeGreaterThan(2)
      // And nothing of who it was.
      const who: Secret[] = [
        { name: 'address', kind: 'key', hex: first.ethereumAddress },
        { name: 'name of the account', kind: 'text', text: 'By key of Mia' },
      ]
      expect(createSearch([...secrets(), ...who])(Buffer.from(saved)).map(({ name }) => name)).toEqual([])
      expect(saved).not.toContain(homedir())
      expect(saved).not.toContain(new URL(service.baseUrl).host)
      if (userInfo().username.length > 4) expect(saved).not.toContain(userInfo().username)
    })

    await test.step('try a phrase with a passphrase that has no account', async () => {
      const form = await startImport(page, 'By phrase', service.baseUrl)
      const wallet = await form.openWallet(electron)
      await wallet.chooseKind('Seed phrase')
      // Key by key, as a person types: each key leaves its own trace.
      await expect(wallet.phrase).toBeEditable()
      await wallet.phrase.pressSequentially(typed.phrase)
      await wallet.hasPassphrase.check()
      await wallet.passphrase.fill(typed.passphrase)
      await wallet.press()
      await wallet.addresses.nth(0).check()
      await wallet.press()
      await expect(wallet.fault).toContainText(/no exchange account/)
      // As long as its own window is open that holds what was typed, and the search finds it; the main page never does.
      const search = createSearch(secrets())
      const namesIn = async (where: Page): Promise<string[]> => {
        const names = search(await takeHeap(where)).map(({ name }) => name)
        return [...new Set(names)].sort()
      }
      expect(await namesIn(wallet.page)).toEqual(['passphrase', 'phrase'])
      expect(await namesIn(page)).toEqual([])
      await wallet.leave()
      await page.keyboard.press('Escape')
      await frame.go('Trade')
    })

    await test.step('import by keystore file', async () => {
      const form = await startImport(page, 'By file', service.baseUrl)
      const wallet = await form.openWallet(electron)
      await wallet.chooseKind('Keystore file')
      await wallet.keystore.setInputFiles({
        name: 'wallet.json',
        mimeType: 'application/json',
        buffer: Buffer.from(keystore),
      })
      await wallet.password.fill(typed.keystorePassword)
      await wallet.finish()
      await expect(frame.account).toContainText('By file', { timeout: 30_000 })
      await expect(frame.orderSync).toContainText('200 orders', { timeout: 30_000 })
    })

    await test.step('keep service keys and export the key', async () => {
      await frame.chooseInAccountMenu('menuitem', /^Account details/)
      const details = page.getByRole('dialog')
      for (const [label, value] of [
        ['organization key', typed.organizationKey],
        ['API key', typed.apiKey],
      ] as const) {
        const enter = details.getByRole('button', { name: `Enter the ${label}` })
        await (await serviceKeyWindowAfter(electron, () => enter.click())).keep(value)
        await expect(details.getByRole('button', { name: `Replace the ${label}` })).toBeFocused()
      }
      await answerFileDialog(electron, testInfo.outputPath('exported.json'))
      const asked = electron.waitForEvent('window')
      await details.getByRole('button', { name: 'Export as keystore file' }).click()
      const question = await asked
      const approve = question.getByRole('button', { name: 'Export key', exact: true })
      await expect(approve).toBeEnabled()
      await question.getByLabel('App password').fill(typed.appPassword)
      await question.getByLabel('New file password').fill(typed.exportPassword)
      await question.getByLabel('Repeat password').fill(typed.exportPassword)
      await approve.click()
      await expect(details).toContainText('Key exported to exported.json', { timeout: 30_000 })
      await page.keyboard.press('Escape')
      await expect(details).toBeHidden()
    })

    await test.step('lock, a wrong password, unlock', async () => {
      await page.keyboard.press('ControlOrMeta+Shift+L')
      const lock = new LockScreen({ page, electron })
      const unlock = await lock.open()
      await unlock.current.fill(typed.wrongPassword)
      await unlock.press()
      await expect(unlock.current).toHaveAttribute('aria-invalid', 'true', { timeout: 30_000 })
      await expect(unlock.wait).toHaveCount(0, { timeout: 30_000 })
      await unlock.current.fill(typed.appPassword)
      await unlock.finish()
      await expect(lock.unlock).toBeHidden({ timeout: 30_000 })
    })

    await test.step('sign out and in, and remove an account', async () => {
      await frame.chooseInAccountMenu('menuitem', 'Sign out')
      await frame.chooseInAccountMenu('menuitem', 'Sign in')
      await frame.chooseInAccountMenu('menuitem', /^Remove By file/)
      const question = new RemoveAccount(page)
      const asked = await confirmWindowAfter(electron, () => question.confirm('By file'))
      await approve(asked, 'Remove account and key')
      await expect(frame.account).not.toContainText('By file')
    })

    const search = createSearch(secrets())
    expect(service.secrets().length).toBeGreaterThan(3)
    // While it runs, the write-ahead log is there too.
    expect(readdirSync(dataFolder)).toContain('starkdesk.sqlite-wal')
    expect(searchFiles(dataFolder, search)).toEqual([])

    await frame.go('Trade')
    await page.evaluate((text) => Reflect.set(window, 'planted', [text]), 'planted-in-the-page')
    const heap = await takeHeap(page)
    expect(heap.includes('planted-in-the-page')).toBe(true)
    const left = search(heap)
    expect(left.map(({ name, spelling }) => `${name} (${spelling})`)).toEqual([])

    await app.close()
    expect(searchFiles(dataFolder, search)).toEqual([])
    // The search can find what is there: the account's address, and calls with their secrets blotted out.
    const known = createSearch([{ name: 'address', kind: 'key', hex: first.ethereumAddress }])
    expect(searchFiles(dataFolder, known)).not.toEqual([])
    const lines = readFileSync(transcript, 'utf8')
    for (const name of [
      'accounts:connectWallet',
      'security:unlock',
      'accounts:setServiceKey',
      'confirm:answer',
    ]) {
      expect(lines).toContain(`{"kind":"call","name":"${name}"`)
    }
    expect(lines).toContain('"ethereumPrivateKey":"[secret]"')
    expect(lines).toContain('"value":"[secret]"')
  } finally {
    await service.stop()
  }
})

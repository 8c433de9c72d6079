// What is typed in main's own window stays there, whatever a script in the main page does, and that it is used by keyboard alone.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { createSeedPhrase } from '../../../src-main/signing/seed-phrase.ts'
import { closing } from '../pages/confirm-window.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { passwordWindowAfter } from '../pages/secure-window.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { practise } from '../support/practice.ts'
import { createSearch } from '../support/secret-scan.ts'
import { expect, type SharedApp, shareExchange, shareStart, test } from '../support/test.ts'

const password = 'four quiet words here'
const transcriptOf = (dataFolder: string): string => join(dataFolder, 'transcript.jsonl')

// The order matters: after two windows that were left, the next one would wait, unless the app has started again.
const shared = shareStart((dataFolder) => ({ env: { STARKDESK_TRANSCRIPT: transcriptOf(dataFolder) } }))
const exchange = shareExchange('--orders', '20')

/** The form that a wallet is connected by, empty; of the app as it starts, or over the account that it has. */
async function openForm({ page }: SharedApp): Promise<Onboarding> {
  await page.reload()
  const onboarding = new Onboarding(page)
  const frame = new Frame(page)
  await expect(onboarding.practise.or(frame.account)).toBeVisible()
  if (await frame.account.isVisible()) await frame.chooseInAccountMenu('menuitem', 'Add account')
  return onboarding
}

/** The security settings of an app with an account. */
async function openSecurity(app: SharedApp): Promise<Security> {
  const onboarding = new Onboarding(app.page)
  await expect(onboarding.practise.or(new Frame(app.page).account)).toBeVisible()
  if (await onboarding.practise.isVisible()) await practise(app)
  const security = new Security(app)
  await security.open()
  return security
}

interface Thief {
  /** The kind of each event that the page heard, in order. */
  readonly heard: string[]
  readonly field: HTMLInputElement
  readonly timer: number
}

/** What a script in the page can do about keys: take the focus back again and again, and listen before everybody else. */
async function plantThief(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: string[] = []
    const field = document.createElement('input')
    document.body.append(field)
    for (const type of [
      'keydown',
      'keypress',
      'keyup',
      'beforeinput',
      'input',
      'compositionstart',
      'paste',
    ]) {
      window.addEventListener(type, () => heard.push(type), true)
      field.addEventListener(type, () => heard.push(`${type} in the field`))
    }
    const timer = setInterval(() => {
      window.focus()
      field.focus()
    }, 5)
    Reflect.set(window, 'thief', { heard, field, timer })
  })
}

/** What the thief has by now. */
const loot = (page: Page): Promise<{ heard: string[]; value: string; isFocused: boolean }> =>
  page.evaluate(() => {
    const { heard, field } = Reflect.get(window, 'thief') as Thief
    return { heard: [...heard], value: field.value, isFocused: document.activeElement === field }
  })

const focusedUrl = (electron: ElectronApplication): Promise<string> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.webContents.getURL() ?? 'none')

/** Everything that a script can read of its page: its text, its fields, what it has stored. */
const readPage = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) =>
        String(Reflect.get(field, 'value')),
      ),
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.cookie,
      location.href,
    ].join('\n'),
  )

/** What every channel answers while the window is open, as one text; but for those that close it, end the app or start a program. */
const readChannels = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { invoke } = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<unknown>>
    }
    const channels = Object.keys(invoke).filter(
      (name) => !/^app:(restart|openDataFolder|openLog)$|^accounts:cancelConnect$/.test(name),
    )
    const guesses = [{}, { name: 'confirmWindow.word' }, { key: 'confirmWindow.word' }, { word: 'x' }]
    const answers = await Promise.all(
      channels.flatMap((name) => guesses.map(async (guess) => [name, await invoke[name]?.(guess)])),
    )
    return JSON.stringify(answers)
  })

test('while a key is typed in the window a script in the page hears no key, however often it takes the focus', async () => {
  const { page, electron } = shared()
  const onboarding = await openForm(shared())
  await onboarding.label.fill('Savings')
  const wallet = await onboarding.openWallet(electron)
  await expect(wallet.key).toBeEditable()
  await plantThief(page)
  await expect.poll(async () => (await loot(page)).isFocused).toBe(true)
  // What a person types while the page has the focus; the digits of a key, and keys that do something.
  await page.keyboard.type('0123456789abcdef')
  for (const key of ['Enter', 'Tab', 'Escape', 'Control+6', 'Control+a']) await page.keyboard.press(key)
  expect(await loot(page)).toEqual({ heard: [], value: '', isFocused: true })
  // The person is led back to the window.
  await expect.poll(() => focusedUrl(electron)).toContain('app://confirm/')
  await expect(wallet.key).toHaveValue('')
  await expect(wallet.heading).toHaveText('Connect your wallet')
  await expect(onboarding.waiting).toBeVisible()

  await wallet.leave()
  await expect(onboarding.form.getByRole('status')).toHaveText('Nothing was connected.')
  await page.keyboard.type('abc')
  const after = await loot(page)
  expect(after.value).toBe('abc')
  for (const type of ['keydown', 'keypress', 'input', 'keyup']) expect(after.heard).toContain(type)
})

test('a word that was chosen is at the head of every later window, and the page cannot get it', async () => {
  const word = `heron ${randomBytes(6).toString('hex')}`
  const first = shared()
  const onboarding = await openForm(first)
  await onboarding.label.fill('Savings')
  const wallet = await onboarding.openWallet(first.electron)
  await expect(wallet.word).toContainText('No word chosen')
  await wallet.keepWord(word)
  await expect(wallet.word).toContainText(`Your word: ${word}`)
  await expect(wallet.chooseWord).toBeFocused()
  const answers = await readChannels(first.page)
  // They were asked, and each had its own to say.
  expect(answers).toContain('"accounts:getState"')
  expect(answers).toContain('"ok":true')
  expect(answers).not.toContain(word)
  expect(await readPage(first.page)).not.toContain(word)
  await wallet.leave()

  const second = await first.restart()
  const security = await openSecurity(second)
  const set = await security.ask(security.setPassword)
  await expect(set.word).toContainText(`Your word: ${word}`)
  expect(await readChannels(second.page)).not.toContain(word)
  await set.choose(password)
  await set.finish()
  await expect(security.section).toContainText('Password set')
  expect(await readPage(second.page)).not.toContain(word)
})

test('unlocking takes the keyboard alone: Enter, the password, Enter', async () => {
  const app = shared()
  const { page, electron } = app
  const security = await openSecurity(app)
  // The test before has set it, unless it failed.
  await expect(security.setPassword.or(security.changePassword)).toBeVisible()
  if (await security.setPassword.isVisible()) await security.set(password)
  await expect(security.section).toContainText('Password set')
  await page.keyboard.press('Control+Shift+L')
  const lock = new LockScreen(app)
  await expect(lock.unlock).toBeFocused()
  const unlock = await passwordWindowAfter(electron, () => page.keyboard.press('Enter'))
  await expect(unlock.current).toBeFocused()
  // It listens at once: whoever pressed Enter types on.
  await unlock.page.keyboard.type('not the password')
  await unlock.page.keyboard.press('Enter')
  await expect(unlock.current).toHaveAttribute('aria-invalid', 'true')
  await expect(unlock.current).toBeFocused()
  await expect(unlock.wait).toHaveCount(0)
  await closing(unlock.page, () => unlock.page.keyboard.press('Escape'))
  // The page has its keys back by then.
  await expect(lock.unlock).toHaveText('Unlock')
  await expect(lock.unlock).toBeFocused()

  const again = await passwordWindowAfter(electron, () => page.keyboard.press('Enter'))
  await expect(again.current).toBeFocused()
  await again.page.keyboard.type(password)
  await closing(again.page, () => again.page.keyboard.press('Enter'))
  await expect(lock.unlock).toHaveCount(0)
  await expect(new Frame(page).account).toBeVisible()
})

test('a seed phrase that is typed in the window is nowhere in the page, nor in what passed its border', async () => {
  const { page, electron, dataFolder } = shared()
  const phrase = createSeedPhrase(randomBytes(16))
  const search = createSearch([{ name: 'phrase', kind: 'text', text: phrase }])
  const onboarding = await openForm(shared())
  await onboarding.label.fill('Savings')
  const wallet = await onboarding.openWallet(electron)
  await wallet.chooseKind('Seed phrase')
  await expect(wallet.phrase).toBeEditable()
  await wallet.phrase.pressSequentially(phrase)
  await wallet.press()
  await expect(wallet.addresses).toHaveCount(5)
  const first = (await wallet.page.locator('.address').first().innerText()).replaceAll(' ', '')
  expect(first).toMatch(/^0x[\dA-Fa-f]{40}$/)

  // The search finds it where it is.
  expect(search(Buffer.from(await readPage(wallet.page)))).not.toEqual([])
  const shown = await readPage(page)
  expect(search(Buffer.from(shown))).toEqual([])
  expect(shown).not.toContain(first.slice(2))
  const passed = readFileSync(transcriptOf(dataFolder))
  expect(passed.toString()).toContain('{"kind":"call","name":"confirm:listAddresses"')
  expect(passed.toString()).toContain('"phrase":"[secret]"')
  expect(search(passed)).toEqual([])
  await wallet.leave()
  await expect(onboarding.form.getByRole('status')).toHaveText('Nothing was connected.')
  expect(search(Buffer.from(await readPage(page)))).toEqual([])
})

test('an account that was taken up is said to be, although the page gave it up in that moment', async () => {
  const user = exchange().users[1]
  if (!user) throw new Error('the exchange has no second user')
  const { page, electron } = shared()
  const onboarding = await openForm(shared())
  await onboarding.fill('Savings', exchange().baseUrl)
  const wallet = await onboarding.openWallet(electron)
  // As the form does that leaves the screen when it hears of the account, but sooner.
  await page.evaluate(() => {
    const { invoke, on } = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<unknown>>
      on: Record<string, (listener: () => void) => () => void>
    }
    on['accounts:changed']?.(() => void invoke['accounts:cancelConnect']?.({}))
  })
  await wallet.connectByKey(user.ethereumPrivateKey)
  await expect(new Frame(page).account).toContainText('Savings')
  await expect(page.getByText(/Its key is in/)).toBeVisible()
})

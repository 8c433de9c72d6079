// Proof of what the confirmation window shows, takes for an answer, and keeps from the main window.
import type { Page } from 'playwright/test'
import { closing } from '../pages/confirm-window.ts'
import type { Controls } from '../support/confirm-app/main.ts'
import { expect, shareTwoWindows, test } from '../support/two-windows.ts'

interface Answer {
  ok: boolean
  error?: { code: string; data: Record<string, unknown> }
}

/** The button that says yes to the transfer. */
const send = (page: Page) => page.getByRole('button', { name: /^Send / })

/** Longer than the page keeps still by its own clock. */
const passOwnTime = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 1_000)))

test('the functions of the other window are refused, even where a page has them', async ({ start }) => {
  const { electron, main, passMs, outcomes } = await start({ CONFIRM_APP_SWAPPED: 'true' })
  const opened = electron.waitForEvent('window')
  await electron.evaluate(() => {
    ;(Reflect.get(globalThis, 'controls') as Controls).ask('transfer')
  })
  const page = await opened
  await page.waitForLoadState()
  await passMs(10_000)
  const fromMain = await main.evaluate(async () => {
    const api = Reflect.get(window, 'starkdeskConfirm') as Record<string, (input: unknown) => Promise<Answer>>
    return [
      await api['confirm:getRequest']?.({}),
      await api['confirm:answer']?.({ kind: 'approve' }),
      await api['confirm:answer']?.({ kind: 'decline' }),
      await api['confirm:setWord']?.({ word: 'mine' }),
      await api['confirm:listAddresses']?.({ phrase: '', passphrase: '', start: 0 }),
    ]
  })
  for (const answer of fromMain) expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  const fromConfirm = await page.evaluate(async () => {
    const { invoke } = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<Answer>>
    }
    return await invoke['accounts:getState']?.({})
  })
  expect(fromConfirm).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  expect(outcomes()).toEqual([])
})

test.describe('one question after another', () => {
  const shared = shareTwoWindows()

  test('shows what main has on record, whole, in a small window above the others', async () => {
    const { electron, ask, outcomes } = shared()
    const page = await ask('transfer')
    const amount = '1,234.500000000000000001 USDC'
    await expect(page.getByRole('heading')).toHaveText(`Send ${amount}?`)
    await expect(send(page)).toHaveText(`Send ${amount}`)
    const [to, from] = await page.locator('.address').all()
    await expect(to ?? page.locator('none')).toHaveText('0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF')
    await expect(from ?? page.locator('none')).toHaveText('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    await expect(page.getByRole('main')).toContainText('tanX testnet, at api-testnet.tanx.fi')
    await expect(page.getByText('162482341236712')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const facts = await (
      await electron.browserWindow(page)
    ).evaluate((window: Electron.BrowserWindow) => ({
      isOnTop: window.isAlwaysOnTop(),
      isResizable: window.isResizable(),
      isProtected: window.isContentProtected(),
      parent: window.getParentWindow(),
      url: window.webContents.getURL(),
    }))
    expect(facts).toEqual({
      isOnTop: true,
      isResizable: false,
      isProtected: true,
      parent: null,
      url: 'app://confirm/index.html#en-US',
    })
    await page.close()
    await expect.poll(outcomes).toEqual(['userDeclined'])
  })

  test('a click in the first moments is ignored, whatever the page says, and one after them sends', async () => {
    const { ask, passMs, outcomes } = shared()
    const page = await ask('transfer')
    await passOwnTime(page)
    // By the clock of main no time has passed, and the page listens when main does.
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
    await send(page).dispatchEvent('click')
    const byScript = await page.evaluate(() =>
      (Reflect.get(window, 'starkdeskConfirm') as Record<string, (input: unknown) => Promise<Answer>>)[
        'confirm:answer'
      ]?.({ kind: 'approveTransfer', acknowledged: [] }),
    )
    expect(byScript).toMatchObject({ ok: false, error: { data: { reason: 'tooEarly' } } })
    expect(outcomes()).toEqual([])

    await passMs(700)
    await expect(send(page)).not.toHaveAttribute('aria-disabled', 'true')
    await closing(page, () => send(page).click())
    await expect.poll(outcomes).toEqual(['approved'])
  })

  test('does not listen again for a moment after each focus', async () => {
    const { electron, ask, passMs, outcomes } = shared()
    const page = await ask('transfer')
    await passMs(10_000)
    await (
      await electron.browserWindow(page)
    ).evaluate((window: Electron.BrowserWindow) => {
      window.blur()
      window.focus()
    })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await passOwnTime(page)
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
    await send(page).dispatchEvent('click')
    expect(outcomes()).toEqual([])
    await passMs(700)
    await expect(send(page)).not.toHaveAttribute('aria-disabled', 'true')
    await page.close()
    await expect.poll(outcomes).toEqual(['userDeclined'])
  })

  test('keys: the first focus approves nothing, Enter works on the button alone, Escape declines', async () => {
    const { ask, passMs, outcomes } = shared()
    const first = await ask('transfer')
    await passMs(700)
    await expect(send(first)).not.toHaveAttribute('aria-disabled', 'true')
    await expect(first.getByRole('heading')).toBeFocused()
    await first.keyboard.press('Enter')
    await first.keyboard.press('Space')
    await expect(send(first)).toBeVisible()
    expect(outcomes()).toEqual([])
    await closing(first, () => first.keyboard.press('Escape'))
    await expect.poll(outcomes).toEqual(['userDeclined'])

    const second = await ask('transfer')
    await passMs(700)
    await expect(send(second)).not.toHaveAttribute('aria-disabled', 'true')
    await second.keyboard.press('Tab')
    await expect(second.getByText('What am I signing?')).toBeFocused()
    await second.keyboard.press('Tab')
    await expect(second.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await second.keyboard.press('Tab')
    await expect(send(second)).toBeFocused()
    await closing(second, () => second.keyboard.press('Enter'))
    await expect.poll(outcomes).toEqual(['userDeclined', 'approved'])
  })

  test('a first recipient takes a mark of its own, by keyboard too, and main asks for it whatever the page says', async () => {
    const { ask, passMs, outcomes } = shared()
    const page = await ask('firstTransfer')
    await passMs(700)
    const compared = page.getByRole('checkbox', {
      name: 'I have compared the address with the one I was given',
    })
    await expect(page.getByText('New recipient')).toBeVisible()
    await expect(compared).not.toBeChecked()
    await expect(page.getByRole('heading')).toBeFocused()
    await expect(send(page)).toHaveAttribute('aria-disabled', 'true')
    await send(page).click({ force: true })
    const byScript = await page.evaluate(() =>
      (Reflect.get(window, 'starkdeskConfirm') as Record<string, (input: unknown) => Promise<Answer>>)[
        'confirm:answer'
      ]?.({ kind: 'approveTransfer', acknowledged: [] }),
    )
    expect(byScript).toMatchObject({ ok: false, error: { data: { reason: 'unacknowledged' } } })
    expect(outcomes()).toEqual([])

    // A mark is not taken in the first moments.
    await expect(page.locator('.deaf.shown')).toHaveCount(0)
    // The click has left the focus on the button that is off.
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+Tab')
    await expect(compared).toBeFocused()
    await page.keyboard.press('Space')
    await expect(send(page)).not.toHaveAttribute('aria-disabled', 'true')
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Tab')
    await expect(send(page)).toBeFocused()
    await closing(page, () => page.keyboard.press('Enter'))
    await expect.poll(outcomes).toEqual(['approved'])
  })

  test('a new phrase: twelve words, three of them back, wrong ones named by their place', async () => {
    const { ask, passMs, outcomes } = shared()
    const page = await ask('backup')
    await passMs(700)
    await expect(page.getByRole('listitem')).toHaveCount(12)
    await expect(page.getByRole('listitem').nth(2)).toHaveText('3able')
    const written = page.getByRole('button', { name: 'I wrote them down' })
    await expect(written).not.toHaveAttribute('aria-disabled', 'true')
    await written.click()
    await expect(page.getByRole('listitem')).toHaveCount(0)
    await expect(page.getByLabel('Word 1')).toBeFocused()
    await page.getByLabel('Word 1').fill('abandon')
    await page.getByLabel('Word 2').fill('ability')
    await page.getByLabel('Word 3').fill('abel')
    await page.keyboard.press('Enter')
    expect(outcomes()).toEqual([])
    await page.getByRole('button', { name: 'Create wallet' }).click()
    await expect(page.getByRole('alert')).toHaveText('Word 3 is wrong. Nothing was created yet.')
    await page.getByRole('button', { name: 'Show words again' }).click()
    await expect(page.getByRole('listitem')).toHaveCount(12)
    await written.click()
    for (const [place, word] of ['abandon', 'ability', 'able'].entries()) {
      await expect(page.getByLabel(`Word ${place + 1}`)).toHaveValue('')
      await page.getByLabel(`Word ${place + 1}`).fill(word)
    }
    await closing(page, () => page.getByRole('button', { name: 'Create wallet' }).click())
    await expect.poll(outcomes).toEqual(['approved'])
  })

  test('an export: wrong passwords stay in the window with a sentence', async () => {
    const { ask, passMs, outcomes } = shared()
    const page = await ask('exportKeystore')
    await passMs(700)
    const exportKey = page.getByRole('button', { name: 'Export key' })
    await expect(exportKey).not.toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByLabel('App password')).toBeFocused()
    await page.getByLabel('New file password').fill('short')
    await exportKey.click()
    await expect(page.getByRole('alert')).toContainText('at least 8 characters')
    await page.getByLabel('New file password').fill('long enough')
    await exportKey.click()
    await expect(page.getByRole('alert')).toContainText('don’t match')
    await page.getByLabel('Repeat password').fill('long enough')
    await exportKey.click()
    await expect(page.getByRole('alert')).toHaveText(
      'The app password is wrong. Nothing was exported. Try again in 3 seconds.',
    )
    await closing(page, () => page.getByRole('button', { name: 'Don’t export' }).click())
    await expect.poll(outcomes).toEqual(['userDeclined'])
  })

  for (const { what, heading, yes, shown } of [
    {
      what: 'removal',
      heading: 'Remove this account and its key?',
      yes: 'Remove account and key',
      shown: ['Savings', 'Custom, at https://exchange.example/a/service', 'Without a backup'],
    },
    {
      what: 'removeAll',
      heading: 'Remove all Starkdesk data from this computer?',
      yes: 'Remove everything and quit',
      shown: ['Savings', 'Account 11', 'Without a backup of each key', 'the practice account'],
    },
    {
      what: 'host',
      heading: 'Connect to a new address?',
      yes: 'Connect',
      shown: [/h{60}\.xn--p1ai$/m, /https:\/\/h{60}\.[^ ]*path\/end/, 'sign a login message'],
    },
  ] as const) {
    test(`${heading} is shown whole, answered by its buttons alone, and no unless it is yes`, async () => {
      const { ask, passMs, outcomes } = shared()
      const page = await ask(what)
      await passMs(700)
      await expect(page.getByRole('heading')).toHaveText(heading)
      await expect(page.getByRole('heading')).toBeFocused()
      for (const text of shown) {
        await expect(page.getByRole('main')).toContainText(text, { useInnerText: true })
      }
      if (what === 'removal') {
        await expect(page.locator('.address')).toHaveText('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      const approve = page.getByRole('button', { name: yes, exact: true })
      await expect(approve).not.toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      await expect(approve).toBeVisible()
      await closing(page, () => page.getByRole('button', { name: /^Don’t/ }).click())
      await expect.poll(outcomes).toEqual(['userDeclined'])

      const again = await ask(what)
      await passMs(700)
      const second = again.getByRole('button', { name: yes, exact: true })
      await expect(second).not.toHaveAttribute('aria-disabled', 'true')
      await closing(again, () => second.click())
      await expect.poll(outcomes).toEqual(['userDeclined', 'approved'])
    })
  }

  test('a second question while one is open is refused, and opens nothing', async () => {
    const { electron, ask, outcomes } = shared()
    const page = await ask('transfer')
    await electron.evaluate(() => {
      ;(Reflect.get(globalThis, 'controls') as Controls).ask('backup')
    })
    await expect.poll(outcomes).toEqual(['userDeclined'])
    expect(electron.windows()).toHaveLength(2)
    await expect(page.getByRole('heading')).toContainText('Send')
    await page.close()
    await expect.poll(outcomes).toEqual(['userDeclined', 'userDeclined'])
  })

  test('script in the main window has no way to it', async () => {
    const { electron, main, ask, passMs, outcomes } = shared()
    const page = await ask('transfer')
    await passMs(700)

    const border = await main.evaluate(() => {
      const { invoke } = Reflect.get(window, 'starkdesk') as { invoke: Record<string, unknown> }
      return {
        confirming: Object.keys(invoke).filter((name) => name.startsWith('confirm')),
        ownApi: 'starkdeskConfirm' in window,
      }
    })
    expect(border).toEqual({ confirming: [], ownApi: false })
    expect(
      await page.evaluate(() => ['starkdesk' in window, window.opener === null, window.parent === window]),
    ).toEqual([false, true, true])

    // What one origin shares between its windows, the other does not hear of.
    await page.evaluate(() => {
      document.title = 'target'
      window.name = 'target'
      localStorage.setItem('word', 'secret')
      const heard: unknown[] = []
      Reflect.set(window, 'heard', heard)
      new BroadcastChannel('both').onmessage = ({ data }) => heard.push(data)
      window.addEventListener('message', ({ data }) => heard.push(data))
      window.addEventListener('storage', ({ key }) => heard.push(key))
    })
    const reached = await main.evaluate(async () => {
      localStorage.setItem('probe', 'x')
      new BroadcastChannel('both').postMessage('from main')
      const frame = document.createElement('iframe')
      frame.src = `${location.protocol}//${location.host.replace('starkdesk', 'confirm')}/index.html`
      document.body.append(frame)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const named = window.open('', 'target')
      const origin = location.origin.replace('starkdesk', 'confirm')
      const opened = window.open(`${origin}/index.html`, 'target')
      let title = 'nothing'
      try {
        opened?.postMessage('from main', '*')
        title = named?.document.title ?? opened?.document.title ?? 'nothing'
      } catch {
        title = 'nothing'
      }
      return { word: localStorage.getItem('word'), title }
    })
    expect(reached).toEqual({
      word: null,
      title: expect.not.stringMatching('target') as unknown,
    })
    // The frame is there, and what it was told to show is not in it.
    const framed = main.frames().filter((frame) => frame !== main.mainFrame())
    expect(framed).toHaveLength(1)
    expect(framed[0]?.url()).not.toContain('confirm')
    await main.waitForTimeout(300)
    expect(await page.evaluate(() => Reflect.get(window, 'heard') as unknown)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('probe'))).toBeNull()
    expect(electron.windows()).toHaveLength(2)
    await expect(page.getByRole('heading')).toContainText('Send')
    expect(outcomes()).toEqual([])
    await page.close()
    await expect.poll(outcomes).toEqual(['userDeclined'])
  })

  // The last: it ends the app.
  test('closing it declines, and so does closing the main window', async () => {
    const { electron, main, ask, outcomes } = shared()
    const first = await ask('transfer')
    await first.close()
    await expect.poll(outcomes).toEqual(['userDeclined'])

    await ask('transfer')
    const ended = electron.waitForEvent('close')
    await main.close()
    await ended
    expect(outcomes()).toEqual(['userDeclined', 'userDeclined'])
  })
})

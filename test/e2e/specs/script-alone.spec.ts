// A script in the main window cannot lose, lock away or carry out anything without a person.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { approve, confirmWindowAfter } from '../pages/confirm-window.ts'
import { Security } from '../pages/security.ts'
import { expect, test } from '../support/test.ts'

interface Border {
  readonly invoke: Record<
    string,
    (input: unknown) => Promise<{ ok: boolean; value?: unknown; error?: { code: string } }>
  >
}

/** What a script gets: `waiting` while nobody has answered, else `ok` or the code of the refusal. */
async function startByScript(page: Page, name: string, input: unknown): Promise<() => Promise<string>> {
  await page.evaluate(
    ([name, input]) => {
      const { invoke } = Reflect.get(window, 'starkdesk') as Border
      Reflect.set(window, 'outcome', 'waiting')
      void invoke[name]?.(input).then(({ ok, error }) => {
        Reflect.set(window, 'outcome', ok ? 'ok' : (error?.code ?? 'none'))
      })
    },
    [name, input] as const,
  )
  return () => page.evaluate(() => String(Reflect.get(window, 'outcome')))
}

/** The accounts as the page is told of them. */
function readAccounts(page: Page): Promise<{ id: string; label: string }[]> {
  return page.evaluate(async () => {
    const { invoke } = Reflect.get(window, 'starkdesk') as Border
    const answer = await invoke['accounts:getState']?.({})
    return (answer?.value as { accounts: { id: string; label: string }[] }).accounts
  })
}

test('a script that knows everything gets nowhere without the window; a person says no and nothing happens, and says yes', async ({
  launch,
  exchange,
  dataFolder,
}) => {
  test.setTimeout(180_000)
  const running = await exchange('--port', '0', '--orders', '20')
  const user = running.users[1]
  if (!user) throw new Error('the exchange has no second user')
  const { page, electron } = await launch()
  const onboarding = new Onboarding(page)
  await onboarding.fill('Savings', 'https://exchange.invalid')
  const host = await confirmWindowAfter(electron, () => onboarding.connect.click())
  await expect(onboarding.waiting).toBeVisible()
  await host.close()
  await expect(onboarding.form.getByRole('status')).toHaveText('Nothing was connected.')
  await onboarding.baseUrl.fill(running.baseUrl)
  await (await onboarding.openWallet(electron)).connectByKey(user.ethereumPrivateKey)
  const frame = new Frame(page)
  await expect(frame.orderSync).toContainText('Synced 20 orders', { timeout: 30_000 })

  const [account] = await readAccounts(page)
  if (!account) throw new Error('there is no account')
  const vault = join(dataFolder, 'keys.vault')

  const calls: [string, unknown, string][] = [
    [
      'accounts:remove',
      { id: account.id, label: account.label, leaveSecrets: false },
      'Remove this account and its key?',
    ],
    ['security:setPassword', {}, 'Set app password'],
    [
      'accounts:connectWallet',
      { label: 'Out', network: 'custom', baseUrl: running.baseUrl, accountId: null },
      'Connect your wallet',
    ],
    ['accounts:setServiceKey', { id: account.id, name: 'apiKey' }, 'Enter the API key'],
    [
      'accounts:connectWallet',
      {
        label: 'Out',
        network: 'custom',
        baseUrl: 'https://exchange.invalid/what-was-typed',
        accountId: null,
      },
      'Connect to a new address?',
    ],
    [
      'accounts:createWallet',
      { label: 'Out', network: 'custom', baseUrl: 'https://exchange.invalid/what-was-typed' },
      'Connect to a new address?',
    ],
  ]
  for (const [name, input, heading] of calls) {
    let outcome = (): Promise<string> => Promise.resolve('none')
    const asked = await confirmWindowAfter(electron, async () => {
      outcome = await startByScript(page, name, input)
    })
    await expect(asked.getByRole('heading')).toHaveText(heading)
    // A second call does not take the place of the first, and nothing that the page has presses a button there.
    const second = await page.evaluate(
      async ([name, input]) => {
        const { invoke } = Reflect.get(window, 'starkdesk') as Border
        return (await invoke[name]?.(input))?.error?.code
      },
      [name, input] as const,
    )
    expect(second).toBe('userDeclined')
    expect(await outcome()).toBe('waiting')
    expect(existsSync(vault)).toBe(false)
    expect(await readAccounts(page)).toMatchObject([{ id: account.id }])
    await asked.close()
    await expect.poll(outcome).toBe('userDeclined')
    expect(existsSync(vault)).toBe(false)
    expect(await readAccounts(page)).toMatchObject([{ id: account.id }])
  }
  await expect(frame.connection).toContainText(/^(Connected|Live|Polled)/)

  const security = new Security({ page, electron })
  await security.open()
  const password = await security.ask(security.setPassword)
  await expect(security.section.getByRole('button', { name: 'Waiting for the other window' })).toBeVisible()
  await password.leave()
  await expect(security.setPassword).toBeFocused()
  await expect(security.section).toContainText('Not set.')
  expect(existsSync(vault)).toBe(false)

  await frame.go('Trade')
  await frame.chooseInAccountMenu('menuitem', /^Remove Savings/)
  const question = page.getByRole('alertdialog')
  await question.getByLabel(/^Enter the account’s name/).fill('Savings')
  const remove = question.getByRole('button', { name: /^Remove Savings/ })
  // It was told no once above; after a second no there would be a pause.
  await approve(await confirmWindowAfter(electron, () => remove.click()), 'Remove account and key')
  await expect(page.getByRole('status', { name: 'Removed', exact: true })).toContainText(
    'Savings was removed',
  )
})

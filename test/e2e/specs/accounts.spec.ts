import { RemoveAccount } from '../pages/accounts.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Orders } from '../pages/views.ts'
import { allOrders, expect, test } from '../support/test.ts'

test('two accounts keep their orders apart, switch at once, and are removed one by one', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const frame = new Frame(page)
  const orders = new Orders(page)
  /** How many rows are drawn depends on what stands above them. */
  const read = async (): Promise<string[]> => (await orders.read()).slice(0, 10)
  await new Onboarding(page).practise.click()
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  await frame.go('Orders')
  await expect(orders.rows.nth(10)).toBeVisible()
  const alices = await read()

  await frame.chooseInAccountMenu('menuitem', 'Add account')
  await page.getByRole('button', { name: 'Use it as Bob' }).click()
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  await frame.go('Orders')
  await expect(orders.rows.nth(10)).toBeVisible()
  const bobs = await read()
  expect(bobs).not.toEqual(alices)

  await frame.chooseInAccountMenu('menuitemradio', /Alice/)
  await expect(frame.account).toHaveAccessibleName(/Alice/)
  await expect.poll(() => read()).toEqual(alices)

  await frame.chooseInAccountMenu('menuitem', /^Remove Alice/)
  const question = new RemoveAccount(page)
  await expect(question.keep).toBeFocused()
  await expect(question.remove).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(frame.account).toHaveAccessibleName(/Alice/)
  await frame.chooseInAccountMenu('menuitem', /^Remove Alice/)
  await question.confirm('Alice Practice')
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  const said = page.getByRole('status', { name: 'Removed', exact: true })
  await expect(said).toContainText(new RegExp(`Alice Practice was removed.*${allOrders}`))
  await said.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => read()).toEqual(bobs)

  await frame.chooseInAccountMenu('menuitem', /^Remove Bob/)
  await question.confirm('Bob Practice')
  await expect(new Onboarding(page).practise).toBeVisible()
  await expect(said).toContainText(/Bob Practice was removed/)
})

test('account details say whose L2 key is registered, and give the focus back to the menu', async ({
  launch,
  exchange,
}) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const frame = new Frame(page)
  await new Onboarding(page).practise.click()
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })

  await frame.chooseInAccountMenu('menuitem', 'Account details')
  const dialog = page.getByRole('dialog', { name: /Alice/ })
  await expect(dialog.getByText('L2 key matches the account')).toBeVisible()
  await expect(dialog).toContainText('mainnet text of the tanX era')
  await expect(dialog.getByRole('heading', { name: /Alice/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Copy L2 public key' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(frame.account).toBeFocused()
})

test('an account is renamed, signed out and signed in again', async ({ launch, exchange }) => {
  const running = await exchange('--port', '0', '--seed', '7')
  const { page } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  const frame = new Frame(page)
  await new Onboarding(page).practise.click()
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })

  await frame.chooseInAccountMenu('menuitem', 'Account details')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByLabel('Account name')).toBeFocused()
  await page.keyboard.type('Alice at work')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Alice at work' })).toBeVisible()
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect(frame.account).toHaveAccessibleName(/Alice at work/)

  await frame.chooseInAccountMenu('menuitem', 'Sign out')
  const strip = page.getByRole('region', { name: 'Sign-in' })
  await expect(strip).toContainText('This account is not signed in.')
  await frame.go('Orders')
  await expect(new Orders(page).rows.nth(10)).toBeVisible()
  await strip.getByRole('button', { name: 'Sign in' }).click()
  await expect(strip).toHaveCount(0)
})

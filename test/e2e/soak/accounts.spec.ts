import { RemoveAccount } from '../pages/accounts.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { Orders } from '../pages/views.ts'
import { sharePractice } from '../support/practice.ts'
import { allOrders, expect, test } from '../support/test.ts'

const shared = sharePractice()

test('account details say whose L2 key is registered, and give the focus back to the menu', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  await frame.chooseInAccountMenu('menuitem', 'Account details')
  const dialog = page.getByRole('dialog', { name: /Alice/ })
  await expect(dialog.getByText('L2 key matches')).toBeVisible()
  await expect(dialog).toContainText('mainnet text, tanX era')
  await expect(dialog.getByRole('heading', { name: /Alice/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Copy L2 public key' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(frame.account).toBeFocused()
})

test('an account is renamed, signed out and signed in again', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  await frame.chooseInAccountMenu('menuitem', 'Account details')
  for (const name of ['Alice at work', 'Alice Practice']) {
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByLabel('Account name')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(frame.account).toContainText(name)
  }
  await page.getByRole('button', { name: 'Close details' }).click()

  await frame.chooseInAccountMenu('menuitem', 'Sign out')
  const strip = page.getByRole('region', { name: 'Sign-in' })
  await expect(strip).toContainText('This account is not signed in.')
  await frame.go('Orders')
  await expect(new Orders(page).rows.nth(10)).toBeVisible()
  await strip.getByRole('button', { name: 'Sign in' }).click()
  await expect(strip).toHaveCount(0)
})

test('leaving Add account leads back into the view, and an open question keeps the view', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  const adding = page.getByRole('heading', { name: 'Add an account' })
  for (const key of ['Escape', 'Control+2']) {
    await frame.chooseInAccountMenu('menuitem', 'Add account')
    await expect(adding).toBeVisible()
    await page.keyboard.press(key)
    await expect(adding).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
  }

  const ordersLink = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Orders' })
  await expect(ordersLink).toHaveAttribute('aria-current', 'page')
  await frame.chooseInAccountMenu('menuitem', /^Remove Alice/)
  const question = new RemoveAccount(page)
  await expect(question.keep).toBeFocused()
  await expect(question.remove).toBeDisabled()
  await page.keyboard.press('Control+3')
  await page.keyboard.press('Escape')
  await expect(question.dialog).toHaveCount(0)
  await expect(ordersLink).toHaveAttribute('aria-current', 'page')
})

test('two accounts keep their orders apart, switch at once, and are removed one by one', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  const orders = new Orders(page)
  /** The first rows, once their fills are here: how many are drawn depends on what stands above them. */
  const read = async (): Promise<string[]> => {
    await expect(orders.rows.nth(10)).toBeVisible()
    await expect(orders.rows.filter({ hasText: '≈' })).toHaveCount(0, { timeout: 40_000 })
    return (await orders.read()).slice(0, 10)
  }
  await frame.go('Orders')
  const alices = await read()

  await frame.chooseInAccountMenu('menuitem', 'Add account')
  await page.getByRole('button', { name: 'Add Bob' }).click()
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  await expect(frame.orderSync).toContainText(`Synced ${allOrders}`, { timeout: 40_000 })
  await frame.go('Orders')
  const bobs = await read()
  expect(bobs).not.toEqual(alices)

  await frame.chooseInAccountMenu('menuitemradio', /Alice/)
  await expect(frame.account).toHaveAccessibleName(/Alice/)
  await expect.poll(read).toEqual(alices)

  const question = new RemoveAccount(page)
  await frame.chooseInAccountMenu('menuitem', /^Remove Alice/)
  await question.confirm('Alice Practice')
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  const said = page.getByRole('status', { name: 'Removed', exact: true })
  await expect(said).toContainText(new RegExp(`Alice Practice was removed.*${allOrders}`))
  await said.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(read).toEqual(bobs)

  await frame.chooseInAccountMenu('menuitem', /^Remove Bob/)
  await question.confirm('Bob Practice')
  await expect(new Onboarding(page).practise).toBeVisible()
  await expect(said).toContainText(/Bob Practice was removed/)
})

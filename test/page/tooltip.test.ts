// What Escape does while a tooltip floats, on the whole page in a real browser.
import { describe, expect, it } from 'vitest'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

/** The form for another account is open, which Escape cancels. */
async function openForm(): Promise<OpenPage> {
  const one = await openPage(answersFor(unprotected, accountsState), '#/orders')
  await one.page.getByRole('button', { name: /^Account:/ }).click()
  await one.page.getByRole('menuitem', { name: /^Add account/ }).click()
  await one.page.getByRole('heading', { name: 'Add an account' }).waitFor()
  return one
}

describe('Escape while a tooltip floats', () => {
  it.each(['pointer', 'keyboard'])('closes it and cancels what Escape cancels (%s)', async (way) => {
    const { page } = await openForm()
    const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link').nth(1)
    if (way === 'pointer') await link.hover()
    else {
      await link.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
    }
    // That of the link before it may still be fading.
    const tooltip = page.locator('.floating.tooltip', { hasText: 'Orders' })
    await tooltip.waitFor()
    await page.keyboard.press('Escape')
    await tooltip.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Add an account' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: /^Account:/ }).count()).toBe(1)
  })

  it('closes the dialog that its button is in, too', async () => {
    const one = await openPage(answersFor(unprotected, accountsState), '#/orders')
    const { page } = one
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account details' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Copy/ }).first().hover()
    await page.locator('.floating.tooltip').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator('.floating.tooltip').count()).toBe(0)
  })
})

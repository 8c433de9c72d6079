// Takes pictures of the list of transfers, the look-up, the address book and the limits, from two practice users.
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { confirmWindowAfter } from '../pages/confirm-window.ts'
import { AddressBook, Limits, TransferList } from '../pages/transfer-list.ts'
import { confirmTransfer, Transfers, TransferWizard } from '../pages/transfers.ts'
import { expect, test } from '../support/test.ts'
import { noticeGone, take } from './shots.ts'

const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 720 },
  { name: '2560', width: 2560, height: 1440 },
  { name: '900', width: 900, height: 700 },
  { name: 'zoom200', width: 720, height: 450 },
] as const

test('the list of transfers, the address book and the limits', async ({ launch, exchange }) => {
  test.setTimeout(240_000)
  const running = await exchange('--port', '0', '--seed', '7')
  const bob = running.users[1]?.ethereumAddress ?? ''
  const { page, electron } = await launch({ env: { STARKDESK_PRACTICE_URL: running.baseUrl } })
  await page.setViewportSize(sizes[0])
  const frame = new Frame(page)
  const view = new Transfers(page)
  const wizard = new TransferWizard(page)
  const list = new TransferList(page)
  const book = new AddressBook(page)
  const limits = new Limits(page)
  await new Onboarding(page).practise.click()
  await expect(frame.orderSync).toContainText('Synced 2,500 orders', { timeout: 40_000 })
  await noticeGone(page)
  await frame.go('Transfers')

  await list.openBook.click()
  await expect(book.add).toBeVisible()
  // Practice knows the other user from the start.
  await take(page, 'transfer-lists-book-first')
  await book.button('Remove Bob Practice').press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(book.entries).toHaveCount(0)
  await take(page, 'transfer-lists-book-empty')
  await book.add.click()
  await book.address.fill(bob.toLowerCase().replace(/[a-f]/, (letter) => letter.toUpperCase()))
  await book.name.fill('Bob')
  await book.name.press('Enter')
  await expect(book.panel.getByText(/checksum fails/)).toBeVisible()
  await take(page, 'transfer-lists-book-wrong')
  await book.address.fill(bob)
  await book.address.press('Enter')
  await expect(book.button('Send to Bob')).toBeFocused()
  await book.button('Remove Bob').click()
  await take(page, 'transfer-lists-book-remove')
  await page.keyboard.press('Escape')

  await book.button('Send to Bob').click()
  await expect(wizard.compared).toBeVisible()
  await wizard.compared.check()
  await wizard.continue.click()
  await wizard.amount.fill('1250.5')
  await wizard.reference.fill('lunch-on-friday')
  await wizard.continue.click()
  const second = await confirmWindowAfter(electron, () => wizard.send('1,250.5').click())
  await confirmTransfer(second)
  await expect(view.state).toContainText('Completed')
  await view.begin.click()
  await wizard.recipient.fill(bob)
  await wizard.recipient.press('Enter')
  await expect(wizard.continue).toBeEnabled()
  await wizard.continue.click()
  await wizard.amount.fill('7.125')
  await wizard.continue.click()
  await (await confirmWindowAfter(electron, () => wizard.send('7.125').click())).close()
  await expect(list.rows).toHaveCount(2)
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await take(page, `transfer-lists-list-${name}`)
  }
  await page.setViewportSize(sizes[0])

  await list.openLimits.click()
  await limits.perTransfer.fill('2000')
  await limits.perDay.fill('5000')
  await limits.save.click()
  await expect(limits.panel.getByText('Limits saved.')).toBeVisible()
  await limits.perTransfer.fill('')
  await limits.save.click()
  await expect(limits.takeBack).toBeVisible()
  await take(page, 'transfer-lists-limits')
  await page.setViewportSize(sizes[3])
  await take(page, 'transfer-lists-limits-900')
  await page.setViewportSize(sizes[0])
  await limits.panel.getByRole('button', { name: 'Close' }).click()

  await frame.chooseInAccountMenu('menuitem', 'Add account')
  await page.getByRole('button', { name: 'Add Bob' }).click()
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  await noticeGone(page)
  await frame.go('Transfers')
  await list.lookUp('no-such-reference')
  await expect(page.getByText(/No transfer found/)).toBeVisible()
  await take(page, 'transfer-lists-unknown')
  await list.lookUp('lunch-on-friday')
  // What was declined is in the exchange's list too, as pending, once that was read.
  await expect(list.rows.filter({ hasText: '1,250.5' })).toHaveAttribute('aria-selected', 'true')
  await take(page, 'transfer-lists-received')
  await list.toggleState('Open')
  await expect(page.getByText('No transfers match these filters.')).toBeVisible()
  await take(page, 'transfer-lists-none-fit')
})

// What was sent and received is found again, and that address book and limits hold for what is sent next.
import { Frame } from '../pages/frame.ts'
import { confirmWindowAfter } from '../pages/confirm-window.ts'
import { AddressBook, Limits, TransferList } from '../pages/transfer-list.ts'
import { confirmTransfer, Transfers, TransferWizard } from '../pages/transfers.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const [sender = '', bob = ''] = derivePracticeUsers(practiceDefaults.seed).map((user) => user.ethereumAddress)
const shared = sharePractice()

test('a transfer is in the lists of both, and is found by its receiver by its reference too', async () => {
  const { page, electron } = shared()
  const frame = new Frame(page)
  const view = new Transfers(page)
  const wizard = new TransferWizard(page)
  const list = new TransferList(page)

  await frame.go('Transfers')
  await expect(page.getByText('Transfers you send and receive appear here')).toBeVisible()
  await view.begin.click()
  await wizard.enter(bob, '25', 'lunch-on-friday')
  await confirmTransfer(await confirmWindowAfter(electron, () => wizard.send('25').click()))
  await expect(view.state).toContainText('Completed')
  await expect(list.rows).toHaveCount(1)
  await expect(list.rows).toHaveAccessibleName(
    /^To Bob Practice, \u221225 USDC, Completed, .*lunch-on-friday$/,
  )

  await list.toggleState('Failed or canceled')
  await expect(page.getByText('No transfers match these filters.')).toBeVisible()
  await list.toggleState('Completed')
  await expect(list.rows).toHaveCount(1)
  await list.search.fill('FRIDAY')
  await expect(list.rows).toHaveCount(1)
  await list.search.fill('saturday')
  await expect(list.rows).toHaveCount(0)
  // The filter is kept while the account stays.
  await frame.go('Orders')
  await frame.go('Transfers')
  await expect(list.search).toHaveValue('saturday')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(list.rows).toHaveCount(1)

  await frame.chooseInAccountMenu('menuitem', 'Add account')
  await page.getByRole('button', { name: 'Add Bob' }).click()
  await expect(frame.account).toHaveAccessibleName(/Bob/)
  await frame.go('Transfers')
  // By the exchange's list, without its reference.
  await expect(list.rows).toHaveAccessibleName(/^From Alice Practice, \+25(\.0+)? USDC, Received, /)
  await list.lookUp('no-such-reference')
  await expect(page.getByText('No transfer found with reference no-such-reference.')).toBeVisible()
  await list.lookUp('lunch-on-friday')
  await expect(list.rows).toHaveAccessibleName(
    /^From Alice Practice, \+25(\.0+)? USDC, Received, .*lunch-on-friday$/,
  )
  await expect(list.rows).toHaveAttribute('aria-selected', 'true')
  await expect(view.state).toContainText('Received: Completed')
  await expect(view.receipt.locator('.address')).toHaveText([bob, sender])

  await frame.chooseInAccountMenu('menuitemradio', /Alice/)
  await expect(list.rows).toHaveAccessibleName(/^To Bob Practice, \u221225 USDC, Completed/)
  await list.list.focus()
  await page.keyboard.press('Enter')
  await expect(view.state).toContainText('Completed')
})

test('an address gets a name, is sent to and loses its name again, all by keyboard', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  const list = new TransferList(page)
  const book = new AddressBook(page)
  await frame.go('Transfers')

  await list.openBook.focus()
  await page.keyboard.press('Enter')
  // Practice knows the other user from the start.
  await book.button('Remove Bob Practice').press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(book.entries).toHaveCount(0)
  await expect(book.add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(book.address).toBeFocused()
  // A digit's case that the check does not allow.
  await page.keyboard.type(bob.replace(/[a-f]/, (letter) => letter.toUpperCase()))
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bob')
  await page.keyboard.press('Enter')
  await expect(book.panel.getByText(/checksum fails/)).toBeVisible()
  await expect(book.address).toBeFocused()
  await book.address.fill(bob)
  await page.keyboard.press('Enter')
  await expect(book.button('Send to Bob')).toBeFocused()
  await expect(book.entries).toHaveCount(1)

  await page.keyboard.press('Enter')
  const wizard = new TransferWizard(page)
  await expect(wizard.recipient).toHaveValue(bob)
  await expect(wizard.panel.getByText('Bob').first()).toBeVisible()

  await list.openBook.press('Enter')
  await book.button('Remove Bob').press('Enter')
  await expect(book.button('Keep Bob')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(book.entries).toHaveCount(0)
  await expect(book.add).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(book.panel).toBeHidden()
  await expect(list.openBook).toBeFocused()
})

// The last: a raised limit waits for a day.
test('a limit that is lowered holds at once, and one that is raised waits and can be taken back', async () => {
  const { page } = shared()
  const frame = new Frame(page)
  const view = new Transfers(page)
  const wizard = new TransferWizard(page)
  const list = new TransferList(page)
  const limits = new Limits(page)
  await frame.go('Transfers')

  await list.openLimits.click()
  await limits.perTransfer.fill('10')
  await limits.save.click()
  await expect(limits.panel.getByText('Limits saved.')).toBeVisible()
  await limits.perTransfer.fill('500')
  await limits.save.click()
  await expect(limits.takeBack).toBeVisible()
  await expect(limits.panel.getByRole('row', { name: /^Per transfer/ })).toContainText(/10\s*500/)

  await view.begin.click()
  await wizard.enter(bob, '10.000001')
  await expect(wizard.panel.getByText('This is more than your limit of 10 USDC per transfer.')).toBeVisible()
  await wizard.amount.fill('10')
  await wizard.continue.click()
  await expect(wizard.send('10')).toBeVisible()

  await list.openLimits.click()
  await limits.takeBack.click()
  await expect(limits.takeBack).toBeHidden()
  await expect(limits.perTransfer).toHaveValue('10')
})

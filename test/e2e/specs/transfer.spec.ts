// Sending from the recipient to the receipt, over a no and a crash.
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { killApp } from '../pages/desktop.ts'
import { Frame } from '../pages/frame.ts'
import { tabTo } from '../pages/keys.ts'
import { confirmWindowAfter } from '../pages/confirm-window.ts'
import { TransferQuestion } from '../pages/transfer-question.ts'
import { confirmTransfer, Transfers, TransferWizard } from '../pages/transfers.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, type RunningApp, test } from '../support/test.ts'

const [alice, bob] = derivePracticeUsers(practiceDefaults.seed)
const sender = alice?.ethereumAddress ?? ''
const recipient = bob?.ethereumAddress ?? ''
/** Begins and ends as Bob's address does. */
const likeBob = `${recipient.slice(0, 8)}${'5'.repeat(28)}${recipient.slice(-6)}`.toLowerCase()

interface Sending {
  readonly view: Transfers
  readonly wizard: TransferWizard
}

/** The Transfers view, once nothing stands in the way of sending. */
async function showTransfers({ page }: RunningApp): Promise<Sending> {
  await expect(new Frame(page).connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 30_000 })
  await page.keyboard.press('Control+4')
  const view = new Transfers(page)
  const wizard = new TransferWizard(page)
  await view.begin.click()
  await expect(wizard.recipient).toBeVisible({ timeout: 30_000 })
  return { view, wizard }
}

const shared = sharePractice()

test.beforeEach(async () => {
  // Drops what was entered.
  await shared().page.reload()
})

test('addresses that nothing can be sent to are refused with words, and wrong amounts as well', async () => {
  const { wizard } = await showTransfers(shared())
  const [lastFour, others] = [recipient.slice(-4), recipient.slice(0, -4)]
  for (const [address, words] of [
    [sender, 'You can’t send to yourself'],
    [recipient.slice(0, 30), '0x and 40 hexadecimal digits'],
    [others + lastFour.toUpperCase().replace('X', 'x'), 'The address’s checksum fails'],
    [`0x${'1'.repeat(40)}`, 'No account with this address'],
  ] as const) {
    if (address === recipient) continue
    await wizard.recipient.fill(address)
    await wizard.recipient.press('Enter')
    await expect(wizard.panel).toContainText(words)
    await expect(wizard.heading('Recipient')).toBeVisible()
  }
  await wizard.recipient.fill(recipient)
  await wizard.recipient.press('Enter')
  await wizard.compared.check()
  await wizard.continue.click()
  for (const [amount, words] of [
    ['1,5', 'no thousands separator'],
    ['1e3', 'without an exponent'],
    ['-5', 'without a sign'],
    ['1 000', 'without spaces'],
    ['0.0000001', 'at most 6 decimals'],
    ['0', 'above zero'],
  ] as const) {
    await wizard.amount.fill(amount)
    await wizard.amount.press('Enter')
    await expect(wizard.panel).toContainText(words)
    await expect(wizard.amount).toBeFocused()
  }
})

test('an address that looks like a known one is not passed over', async () => {
  const app = shared()
  const { wizard } = await showTransfers(app)
  await app.page.evaluate(
    async ([address, other]) => {
      const { invoke } = Reflect.get(window, 'starkdesk') as {
        invoke: Record<string, (input: unknown) => Promise<unknown>>
      }
      // In the book from the start, and so no stranger.
      await invoke['transfers:removeRecipient']?.({ address: other })
      await invoke['transfers:putRecipient']?.({ address, label: 'Old friend', note: '' })
    },
    [likeBob, recipient] as const,
  )
  await wizard.recipient.fill(recipient)
  await wizard.recipient.press('Enter')
  await expect(wizard.panel.getByRole('group', { name: /only similar$/ })).toContainText('Old friend')
  const onwards = wizard.panel.getByRole('button', { name: 'Continue anyway' })
  await wizard.compared.check()
  await expect(onwards).toBeDisabled()
  await wizard.recipient.press('Enter')
  await expect(wizard.heading('Recipient')).toBeVisible()
  await wizard.panel.getByRole('checkbox', { name: /^I mean this new address/ }).check()
  await onwards.click()
  await expect(wizard.heading('Amount')).toBeVisible()
  await app.page.evaluate(async (address) => {
    const { invoke } = Reflect.get(window, 'starkdesk') as {
      invoke: Record<string, (input: unknown) => Promise<unknown>>
    }
    await invoke['transfers:removeRecipient']?.({ address })
  }, likeBob)
})

test('a transfer is sent without a mouse, from the rail to the receipt', async () => {
  const { page, electron } = shared()
  const { view, wizard } = await showTransfers(shared())
  const { keyboard } = page
  await keyboard.press('Escape')
  await expect(view.begin).toBeFocused()
  await keyboard.press('Enter')
  await expect(wizard.heading('Recipient')).toBeFocused()
  await tabTo(page, wizard.recipient)
  await keyboard.type(recipient.toLowerCase())
  await keyboard.press('Enter')
  await tabTo(page, wizard.compared)
  await keyboard.press('Space')
  await tabTo(page, wizard.continue)
  await keyboard.press('Enter')
  await expect(wizard.heading('Amount')).toBeFocused()
  await keyboard.press('Enter')
  await expect(wizard.heading('Amount')).toBeVisible()
  await tabTo(page, wizard.amount)
  await keyboard.type('12.5')
  await keyboard.press('Enter')
  await expect(wizard.heading('Review transfer')).toBeFocused()
  await expect(wizard.panel).toContainText('Generated when you continue')
  await tabTo(page, wizard.send('12.5'))

  const window = await confirmWindowAfter(electron, () => keyboard.press('Enter'))
  const question = new TransferQuestion(window)
  await expect(wizard.panel).toContainText('Confirm in the other window')
  await question.listens()
  await tabTo(window, question.compared)
  await window.keyboard.press('Space')
  await tabTo(window, question.send)
  const closed = window.waitForEvent('close')
  await window.keyboard.press('Enter').catch((error: unknown) => {
    if (!window.isClosed()) throw error
  })
  await closed
  await expect(view.state).toContainText('match your request')
  await expect(view.receipt).toContainText('12.5')
  await expect(view.receipt.locator('.address').first()).toHaveText(recipient)

  // The next one to the same address has nothing left to compare.
  await page.getByRole('button', { name: 'Send again' }).focus()
  await keyboard.press('Enter')
  await expect(wizard.panel).toContainText('Sent before: once')
  await expect(wizard.compared).toHaveCount(0)
})

test('after a no nothing is signed; after a crash the same transfer is there as far as it had come, and is sent once', async () => {
  const app = shared()
  const { view, wizard } = await showTransfers(app)
  await wizard.enter(recipient, '3', 'across-a-crash')
  const first = new TransferQuestion(await confirmWindowAfter(app.electron, () => wizard.send('3').click()))
  await first.listens()
  await first.press(first.decline)
  await expect(view.receipt).toContainText('You declined; nothing was signed')
  await expect(view.receipt).toContainText('across-a-crash')
  const confirmOf = ({ page }: RunningApp) => page.getByRole('button', { name: 'Confirm and sign' })
  const second = await confirmWindowAfter(app.electron, () => confirmOf(app).click())
  await new TransferQuestion(second).listens()
  await killApp(app.electron)

  const again = await app.restart()
  await expect(new Frame(again.page).connection).toContainText(/^(Connected|Live|Polled)/, {
    timeout: 30_000,
  })
  await again.page.keyboard.press('Control+4')
  const later = new Transfers(again.page)
  const row = again.page.getByText('Pending confirmation')
  await expect(row).toHaveCount(1)
  await row.click()
  await expect(later.receipt).toContainText('across-a-crash')
  await expect(later.state).toContainText('Nothing is signed, so no funds can move.')
  await confirmTransfer(await confirmWindowAfter(again.electron, () => confirmOf(again).click()))
  await expect(later.state).toContainText('match your request')
  await expect(confirmOf(again)).toHaveCount(0)

  // Its reference is used up.
  await later.begin.click()
  const next = new TransferWizard(again.page)
  await next.enter(recipient, '1', 'across-a-crash')
  await next.send('1').click()
  await expect(next.panel).toContainText('This account has already used this reference')
})

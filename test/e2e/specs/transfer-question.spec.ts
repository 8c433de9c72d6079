// The question before a transfer, and that main alone decides what it asks.
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { Frame } from '../pages/frame.ts'
import { LockScreen, Security } from '../pages/security.ts'
import { TransferBorder } from '../pages/transfer-question.ts'
import { sharePractice } from '../support/practice.ts'
import { expect, test } from '../support/test.ts'

const [alice, bob] = derivePracticeUsers(practiceDefaults.seed)
const sender = alice?.ethereumAddress ?? ''
const recipient = bob?.ethereumAddress ?? ''
/** Begins and ends as Bob's address does. */
const likeBob = `${recipient.slice(0, 8)}${'5'.repeat(28)}${recipient.slice(-6)}`.toLowerCase()

const shared = sharePractice()

/** Once nothing stands in the way of sending. */
async function openBorder(): Promise<TransferBorder> {
  await expect(new Frame(shared().page).connection).toContainText(/^(Connected|Live|Polled)/, {
    timeout: 30_000,
  })
  const border = new TransferBorder(shared())
  await expect
    .poll(async () => (await border.call('transfers:getSetup', {})).blockers, { timeout: 30_000 })
    .toEqual([])
  return border
}

const stateOf = async (border: TransferBorder, id: string): Promise<string> =>
  (await border.call('transfers:get', { id })).state

test('what the main window acknowledged and named spares nobody the warning about a look-alike', async () => {
  const border = await openBorder()
  await border.call('transfers:putRecipient', { address: likeBob, label: 'Bob, old friend', note: '' })
  await border.call('transfers:putRecipient', { address: recipient, label: 'Bob', note: '' })
  const { id } = await border.intend(recipient, '25')
  const { question, ended } = await border.proceed(id)
  await expect(question.warnings).toContainText('Similar to Bob, old friend, but a different address')
  await expect(question.warnings).toContainText('Groups 2 to 9 of 10 differ.')
  await expect(question.warnings.locator('.groups').first()).toHaveText(recipient)
  await expect(question.compared).toHaveAccessibleName(/It is none of the similar addresses above$/)
  await question.listens()
  await expect(question.send).toHaveAttribute('aria-disabled', 'true')
  await question.press(question.decline)
  expect(await ended).toBe('userDeclined')
  expect(await stateOf(border, id)).toBe('initiated')
  expect((await border.call('transfers:abandon', { id })).state).toBe('abandoned')
  for (const address of [likeBob, recipient]) await border.call('transfers:removeRecipient', { address })
})

test('a first transfer is sent after the mark, the next one to the same address without it', async () => {
  const border = await openBorder()
  const { id, reference } = await border.intend(recipient, '25')
  const { question, ended } = await border.proceed(id)
  const { page, send, compared, warnings } = question
  await expect(page.getByRole('heading')).toHaveText('Send 25 USDC?')
  await expect(page.locator('.address')).toHaveText([recipient, sender])
  await expect(page.getByRole('main')).toContainText('Practice, at practice.localhost')
  await expect(page.getByText(reference)).toBeVisible()
  await expect(warnings).toContainText('New recipient')
  await question.listens()
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await stateOf(border, id)).toBe('initiated')
  await compared.check()
  await question.press(send)
  expect(await ended).toBe('succeeded')

  const next = await border.intend(recipient, '1.5')
  const again = await border.proceed(next.id)
  await expect(again.question.page.getByText(/^Sent once, on /)).toBeVisible()
  await expect(again.question.compared).toHaveCount(0)
  await expect(again.question.send).not.toHaveAttribute('aria-disabled', 'true')
  await again.question.press(again.question.send)
  expect(await again.ended).toBe('succeeded')
})

// The last: it leaves a password behind.
test('the lock closes the question, and nothing is signed', async () => {
  const app = shared()
  const border = await openBorder()
  const security = new Security(app)
  await security.open()
  await security.set('four quiet words here')
  await expect(security.section).toContainText('Password set')
  const { id } = await border.intend(recipient, '25')
  const { question, ended } = await border.proceed(id)
  expect(await border.ask('transfers:abandon', { id })).toMatchObject({
    ok: false,
    error: { code: 'validation', data: { reason: 'busy' } },
  })
  const closed = question.page.waitForEvent('close')
  await app.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  await closed
  expect(await ended).toBe('userDeclined')
  const lock = new LockScreen(app)
  await lock.enter('four quiet words here')
  await expect(lock.unlock).toHaveCount(0)
  expect(await stateOf(border, id)).toBe('initiated')
})

// Takes a picture of the question before a signature: a look-alike, a first recipient, and one that was paid before.
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { TransferBorder } from '../pages/transfer-question.ts'
import { expect, test } from '../support/test.ts'
import { fixedTime, stopClock, take } from './shots.ts'

const recipient = derivePracticeUsers(practiceDefaults.seed)[1]?.ethereumAddress ?? ''
const likeIt = `${recipient.slice(0, 8)}${'5'.repeat(28)}${recipient.slice(-6)}`.toLowerCase()

test('the question before a signature', async ({ launch }) => {
  test.setTimeout(240_000)
  const app = await launch({ env: { STARKDESK_FIXED_TIME: fixedTime } })
  await stopClock(app.page)
  await new Onboarding(app.page).practise.click()
  await expect(new Frame(app.page).connection).toContainText(/^(Connected|Live|Polled)/, { timeout: 30_000 })
  const border = new TransferBorder(app)
  await expect
    .poll(async () => (await border.call('transfers:getSetup', {})).blockers, { timeout: 30_000 })
    .toEqual([])

  const friend = await border.call('transfers:putRecipient', { address: likeIt, label: 'Bob', note: '' })
  const first = await border.intend(recipient, '1250.75')
  const alike = await border.proceed(first.id)
  await alike.question.listens()
  await take(alike.question.page, 'transfer-question-look-alike')
  await alike.question.press(alike.question.decline)
  await border.call('transfers:removeRecipient', { address: friend.address })

  const { question, ended } = await border.proceed(first.id)
  await question.listens()
  await take(question.page, 'transfer-question-first')
  await question.compared.check()
  await question.page.getByText('What am I signing?').click()
  await take(question.page, 'transfer-question-help')
  await question.press(question.send)
  expect(await ended).toBe('succeeded')

  await border.call('transfers:putRecipient', { address: recipient, label: 'Bob', note: '' })
  const second = await border.intend(recipient, '25')
  const plain = await border.proceed(second.id)
  await plain.question.listens()
  await take(plain.question.page, 'transfer-question')
  await plain.question.press(plain.question.send)
})

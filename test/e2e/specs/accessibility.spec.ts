import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { practiceDefaults } from '../../../src-main/practice/defaults.ts'
import { Data } from '../pages/data.ts'
import { Frame } from '../pages/frame.ts'
import { Onboarding } from '../pages/onboarding.ts'
import { confirmWindowAfter } from '../pages/security.ts'
import { TransferQuestion } from '../pages/transfer-question.ts'
import { confirmTransfer, Transfers, TransferWizard } from '../pages/transfers.ts'
import { findAxeFaults } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const recipient = derivePracticeUsers(practiceDefaults.seed)[1]?.ethereumAddress ?? ''

for (const colorScheme of ['dark', 'light'] as const) {
  test(`axe finds nothing against sending, its question, the receipt, the connection and the data (${colorScheme})`, async ({
    launch,
  }) => {
    const { page, electron } = await launch()
    await page.emulateMedia({ colorScheme })
    await new Onboarding(page).practise.click()
    await expect(new Frame(page).connection).toContainText(/^Connected/, { timeout: 30_000 })

    await page.keyboard.press('Control+4')
    const view = new Transfers(page)
    const wizard = new TransferWizard(page)
    await view.begin.click()
    await expect(wizard.recipient).toBeVisible({ timeout: 30_000 })
    await wizard.recipient.fill(recipient)
    await wizard.recipient.press('Enter')
    await expect(wizard.compared).toBeVisible()
    expect(await findAxeFaults(page)).toEqual([])
    await wizard.compared.check()
    await wizard.continue.click()
    await wizard.amount.fill('1,5')
    await wizard.continue.click()
    expect(await findAxeFaults(page)).toEqual([])
    await wizard.amount.fill('25')
    await wizard.continue.click()
    await expect(wizard.send('25')).toBeVisible()
    expect(await findAxeFaults(page)).toEqual([])

    const window = await confirmWindowAfter(electron, () => wizard.send('25').click())
    await window.emulateMedia({ colorScheme })
    await new TransferQuestion(window).listens()
    expect(await findAxeFaults(window)).toEqual([])
    await confirmTransfer(window)
    await expect(view.state).toContainText('carried out as you meant it')
    expect(await findAxeFaults(page)).toEqual([])

    for (const name of ['Address book', 'Limits']) {
      await page.getByRole('button', { name }).first().click()
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      expect(await findAxeFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
    }

    await page.keyboard.press('Control+5')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await expect(page.getByText('Everything works')).toBeVisible()
    expect(await findAxeFaults(page)).toEqual([])

    await page.keyboard.press('Control+6')
    await page.getByRole('link', { name: 'Show what is kept' }).click()
    const data = new Data(page)
    await expect(data.total).toHaveText(/B$/)
    expect(await findAxeFaults(page)).toEqual([])
    await data.clear('Orders').click()
    await expect(data.question('Clear Orders')).toBeVisible()
    expect(await findAxeFaults(page)).toEqual([])
  })
}

// Owns: sending and its receipts in a real browser: keys, focus, warnings, one press one call, states as they are.
// Must not: test words that have tests of their own, or main's rules.
import { describe, expect, it } from 'vitest'
import type { SentTransfer } from '../../src-preload/contract/transfers.ts'
import { AppError } from '../../src-preload/shared/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeAccount, makeAccountsState } from '../unit/renderer/make-account.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { alice, bob, carol, makeRecipient, makeSetup } from '../unit/renderer/views/transfers/make-entry.ts'
import { answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage, readFocus } from './open-page.ts'
import { makeCheck, transferAnswers, written } from './transfers-fake.ts'

const wallets = [makeAccount(1, { label: 'Savings' }), makeAccount(2, { label: 'Trading' })] as const
const state = makeAccountsState(wallets)
const initiated: SentTransfer = { ...written, state: 'initiated', offers: ['confirm', 'lookUp', 'abandon'] }
const processing: SentTransfer = { ...written, state: 'processing', offers: ['lookUp'] }
const done: SentTransfer = { ...written, state: 'succeeded', offers: ['lookUp', 'again'] }

async function open(answers: Answers): Promise<OpenPage> {
  const one = await openPage(answersFor(unprotected, state, answers), '#/transfers')
  await one.page.getByRole('button', { name: 'New transfer' }).waitFor()
  return one
}

async function begin(answers: Answers): Promise<OpenPage> {
  const one = await open(answers)
  await one.page.getByRole('button', { name: 'New transfer' }).click()
  await one.page.getByRole('heading', { name: 'Who receives it?' }).waitFor()
  return one
}

const field = ({ page }: OpenPage) => page.getByLabel('Address of the recipient')
const tick = ({ page }: OpenPage) => page.getByRole('checkbox', { name: /^I have compared this address/ })
const goOn = ({ page }: OpenPage) => page.getByRole('button', { name: 'Continue', exact: true })
const countOf = (one: OpenPage, name: string) => one.calls.filter((call) => call.name === name).length
const inputsOf = (one: OpenPage, name: string) =>
  one.calls.filter((call) => call.name === name).map(({ input }) => input)

/** As far as the review of 25 USDC to Bob. */
async function review(one: OpenPage): Promise<void> {
  await field(one).fill(bob)
  await field(one).press('Enter')
  await tick(one).check()
  await goOn(one).click()
  await one.page.getByLabel('Amount in USDC').fill('25')
  await goOn(one).click()
  await one.page.getByRole('heading', { name: 'Is this what you mean?' }).waitFor()
}

describe('the recipient', () => {
  it('is asked for with names and roles that a reader of the screen can follow', async () => {
    const one = await begin(transferAnswers())
    await field(one).fill(bob)
    await field(one).press('Enter')
    await tick(one).waitFor()
    const snapshot = await one.page.getByRole('region', { name: 'New transfer' }).ariaSnapshot()
    for (const part of [
      'list "Steps"',
      'form "Who receives it?"',
      'heading "Who receives it?" [level=2]',
      'textbox "Address of the recipient"',
      'group "First transfer to this address"',
      'checkbox "I have compared this address with the one I was given"',
      'button "Continue" [disabled]',
    ]) {
      expect(snapshot).toContain(part)
    }
  })

  it('that was pasted is called so, and typed after any edit', async () => {
    const one = await begin(transferAnswers())
    const { page } = one
    await field(one).fill(bob)
    await field(one).press('ControlOrMeta+a')
    await field(one).press('ControlOrMeta+x')
    await field(one).press('ControlOrMeta+v')
    await tick(one).waitFor()
    await field(one).press('Backspace')
    await tick(one).waitFor({ state: 'detached' })
    await page.keyboard.type(bob.slice(-1))
    await page.keyboard.press('Tab')
    await tick(one).waitFor()
    expect(inputsOf(one, 'transfers:checkRecipient')).toEqual([
      { address: bob, source: 'paste' },
      { address: bob, source: 'typed' },
    ])
  })

  it('is chosen from the known ones with the arrows and Enter', async () => {
    const one = await begin(
      transferAnswers(
        {},
        {
          'transfers:getSetup': () =>
            makeSetup({ recipients: [makeRecipient(bob, 'Bob'), makeRecipient(carol, 'Carol')] }),
        },
      ),
    )
    const { page } = one
    await field(one).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await readFocus(one)).toMatch(/^Carol/)
    await page.keyboard.press('Enter')
    await tick(one).waitFor()
    expect(await field(one).inputValue()).toBe(carol)
    expect(await readFocus(one)).toBe('Address of the recipient')
    expect(inputsOf(one, 'transfers:checkRecipient')).toEqual([{ address: carol, source: 'book' }])
  })

  it('that looks like another one stops: both are shown, and the plain way is another address', async () => {
    const lookAlike = { kind: 'lookAlike', address: carol, label: 'Carol', why: 'sameEnds' } as const
    const one = await begin(
      transferAnswers(
        {},
        { 'transfers:checkRecipient': () => makeCheck({ warnings: [{ kind: 'firstTime' }, lookAlike] }) },
      ),
    )
    const { page } = one
    await field(one).fill(bob)
    await field(one).press('Enter')
    const warning = page.getByRole('group', { name: /“Carol”/ })
    await warning.waitFor()
    expect(await warning.innerText()).toContain('differs in')
    const onwards = page.getByRole('button', { name: 'Continue all the same' })
    await tick(one).check()
    expect(await onwards.isDisabled()).toBe(true)
    await field(one).press('Enter')
    await page.getByRole('heading', { name: 'Who receives it?' }).waitFor()
    await page.getByLabel('I mean this new address, and not “Carol”').check()
    expect(await onwards.isEnabled()).toBe(true)
    // The key that goes on elsewhere does not here.
    await field(one).press('Enter')
    await page.getByRole('heading', { name: 'Who receives it?' }).waitFor()
    await page.getByRole('button', { name: 'Use another address' }).click()
    expect(await field(one).inputValue()).toBe('')
    expect(await readFocus(one)).toBe('Address of the recipient')
  })

  it('that the service does not know, or could not be asked about, leads nowhere', async () => {
    let existence: ReturnType<typeof makeCheck>['existence'] = { status: 'missing' }
    const one = await begin(
      transferAnswers({}, { 'transfers:checkRecipient': () => makeCheck({ existence }) }),
    )
    const { page } = one
    await field(one).fill(bob)
    await field(one).press('Enter')
    await page.getByText('The service has no user with this address').waitFor()
    expect(await goOn(one).count()).toBe(0)
    existence = { status: 'unknown', error: { code: 'offline', data: {}, ref: null } }
    await field(one).fill(carol)
    await field(one).press('Enter')
    const again = page.getByRole('button', { name: 'Ask again' })
    await again.waitFor()
    await tick(one).check()
    expect(await goOn(one).isDisabled()).toBe(true)
    existence = { status: 'exists' }
    await again.click()
    await eventually(async () => expect(await goOn(one).isEnabled()).toBe(true))
  })

  it('that is the own address is refused in the field', async () => {
    const one = await begin(
      transferAnswers(
        {},
        {
          'transfers:checkRecipient': () => {
            throw new AppError('validation', { field: 'recipient', reason: 'ownAddress' })
          },
        },
      ),
    )
    await field(one).fill(alice)
    await field(one).press('Enter')
    await one.page.getByText('Nothing can be sent to oneself.').waitFor()
    expect(await field(one).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the way to the signature', () => {
  it('a key that is held down goes one step and no further', async () => {
    const one = await begin(transferAnswers())
    const { page } = one
    await review(one)
    expect(await readFocus(one)).toBe('Is this what you mean?')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Amount in USDC').focus()
    await page.keyboard.down('Enter')
    await page.getByRole('heading', { name: 'Is this what you mean?' }).waitFor()
    await page.getByRole('button', { name: 'Send 25 USDC' }).focus()
    // Chromium sends a repeat for each further keydown of a key that is down.
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(countOf(one, 'transfers:create')).toBe(0)
  })

  it('each step is asked for once, whatever is pressed meanwhile, and ends in the receipt', async () => {
    const answer = Promise.withResolvers<SentTransfer>()
    const one = await begin(transferAnswers({ initiate: () => initiated, confirm: () => answer.promise }))
    const { page } = one
    await review(one)
    await page.getByRole('button', { name: 'Send 25 USDC' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await page.getByRole('status').getByText('Waiting for you in the confirmation window').waitFor()
    expect(await readFocus(one)).toBe('Sending 25 USDC')
    answer.resolve(done)
    await page.getByTestId('receipt-state').getByText('Sent', { exact: true }).waitFor()
    await eventually(async () => expect(await readFocus(one)).toBe(`Transfer ${done.reference}`))
    for (const name of ['transfers:create', 'transfers:initiate', 'transfers:confirm']) {
      expect(countOf(one, name)).toBe(1)
    }
    expect(inputsOf(one, 'transfers:create')).toEqual([
      {
        recipientAddress: bob,
        source: 'typed',
        amount: '25',
        reference: null,
        note: '',
        acknowledged: ['firstTime'],
      },
    ])
  })

  it('a no in the confirmation window is no error: the transfer waits, and says that nothing was signed', async () => {
    const one = await begin(
      transferAnswers({
        initiate: () => initiated,
        confirm: () => {
          throw new AppError('userDeclined')
        },
      }),
    )
    await review(one)
    await one.page.getByRole('button', { name: 'Send 25 USDC' }).click()
    await one.page.getByText('You said no; nothing was signed').waitFor()
    await one.page.getByRole('button', { name: 'Confirm and sign' }).waitFor()
    expect(await one.page.getByRole('alert').count()).toBe(0)
  })

  it('Escape before anything is written closes, and after it leads to the receipt without another step', async () => {
    const answer = Promise.withResolvers<SentTransfer>()
    const one = await begin(transferAnswers({ initiate: () => answer.promise, confirm: () => done }))
    const { page } = one
    await field(one).fill(bob)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Who receives it?' }).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readFocus(one)).toBe('New transfer'))
    await page.keyboard.press('Enter')
    expect(await field(one).inputValue()).toBe('')
    await review(one)
    await page.getByRole('button', { name: 'Send 25 USDC' }).click()
    await page.getByRole('status').getByText('Telling the service').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Receipt' }).waitFor()
    answer.resolve(initiated)
    await page.getByRole('button', { name: 'Confirm and sign' }).waitFor()
    expect(countOf(one, 'transfers:confirm')).toBe(0)
  })

  it('an amount over a limit that main alone knows leads back to the amount', async () => {
    const one = await begin(
      transferAnswers(
        {},
        {
          'transfers:create': () => {
            throw new AppError('validation', {
              field: 'amount',
              reason: 'overDayLimit',
              limit: '100',
              left: '3',
            })
          },
        },
      ),
    )
    await review(one)
    await one.page.getByRole('button', { name: 'Send 25 USDC' }).click()
    await one.page.getByText('100 USDC in 24 hours: 3 USDC.').waitFor()
    expect(await one.page.getByLabel('Amount in USDC').inputValue()).toBe('25')
  })
})

describe('what was entered', () => {
  it('is there again after another view', async () => {
    const one = await begin(transferAnswers())
    const { page } = one
    await field(one).fill(bob)
    await page.keyboard.press('Control+2')
    await field(one).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+4')
    await field(one).waitFor()
    expect(await field(one).inputValue()).toBe(bob)
  })

  it('goes with the account that it was for, and that is said', async () => {
    const one = await begin(transferAnswers())
    const { page } = one
    await field(one).fill(bob)
    await one.emit('accounts:changed', { ...state, activeId: wallets[1].id })
    await page.getByText('What you had entered was dropped').waitFor()
    await page.getByRole('button', { name: 'New transfer' }).click()
    expect(await field(one).inputValue()).toBe('')
  })
})

describe('what is missing', () => {
  it('the keys of the service are asked for once, kept each, and never shown', async () => {
    let kept = 0
    const one = await open(
      transferAnswers(
        {},
        {
          'transfers:getSetup': () => makeSetup({ blockers: kept < 2 ? ['noServiceKeys'] : [] }),
          'accounts:setServiceKey': () => {
            kept += 1
            return {}
          },
        },
      ),
    )
    const { page } = one
    await page.getByRole('button', { name: 'New transfer' }).click()
    await page.getByText('issues an organisation key and an API key on request').waitFor()
    await page.getByLabel('Organisation key', { exact: true }).fill('org-key')
    await page.getByLabel('API key', { exact: true }).fill('api-key')
    expect(await page.getByLabel('API key', { exact: true }).getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Keep the keys' }).click()
    await page.getByRole('heading', { name: 'Who receives it?' }).waitFor()
    expect(inputsOf(one, 'accounts:setServiceKey')).toEqual([
      { id: wallets[0].id, name: 'organizationKey', value: 'org-key' },
      { id: wallets[0].id, name: 'apiKey', value: 'api-key' },
    ])
  })

  it.each(['noProfile', 'keyMismatch', 'publicKeyElsewhere'] as const)(
    '%s stands in place of the first step',
    async (blocker) => {
      const one = await open(
        transferAnswers({}, { 'transfers:getSetup': () => makeSetup({ blockers: [blocker] }) }),
      )
      await one.page.getByRole('button', { name: 'New transfer' }).click()
      await one.page.getByRole('region', { name: 'New transfer' }).getByRole('heading').waitFor()
      expect(await field(one).count()).toBe(0)
      await one.page.getByRole('button', { name: 'Cancel' }).click()
    },
  )
})

describe('the receipt', () => {
  const openReceipt = async (transfer: SentTransfer, more: Answers = {}): Promise<OpenPage> => {
    const one = await open(
      transferAnswers(
        {},
        {
          'transfers:list': () => ({ entries: [{ kind: 'journal', transfer }], hasMore: false }),
          'transfers:get': () => transfer,
          ...more,
        },
      ),
    )
    await one.page.getByText('25', { exact: false }).first().waitFor()
    await one.page.locator('[role=row], [role=option]').last().click()
    await one.page.getByTestId('receipt-state').waitFor()
    return one
  }

  it('of an unknown outcome says when it is looked up next, and offers no way to send', async () => {
    const one = await openReceipt({
      ...processing,
      lookUps: {
        count: 1,
        lastAtMs: Date.now(),
        nextAtMs: Date.now() + 90_000,
        wasKnown: false,
        lastError: null,
      },
    })
    const { page } = one
    const text = await page.getByTestId('receipt-state').innerText()
    expect(text).toContain('The money may have moved. It was not sent a second time.')
    expect(text).toMatch(/The next look-up is in \d+(:\d+)? (minutes|seconds)\./)
    const offers = page.getByRole('group', { name: /^What can be done/ }).getByRole('button')
    expect(await offers.allInnerTexts()).toEqual(['Look it up'])
  })

  it('of another transfer than was meant is an alarm with both side by side', async () => {
    const one = await openReceipt({
      ...written,
      state: 'differs',
      offers: ['lookUp'],
      differences: ['amount'],
      told: {
        reference: written.reference,
        amount: '2500',
        currency: 'usdc',
        fromAddress: alice,
        destinationAddress: bob,
        status: 'success',
        createdAtMs: 1,
        updatedAtMs: 2,
        asOfMs: 3,
      },
    })
    const alarm = one.page.getByRole('alert')
    const row = alarm.getByRole('row', { name: /^Amount/ })
    expect(await row.innerText()).toMatch(/differs\s+25\s+2,500/)
    expect(await alarm.getByRole('row', { name: /^Reference/ }).innerText()).not.toContain('differs')
  })

  it('that was refused shows the service’s own sentence, and sends again with a reference of its own', async () => {
    const one = await openReceipt({
      ...written,
      state: 'refused',
      offers: ['lookUp', 'again'],
      failure: {
        step: 'initiate',
        error: {
          code: 'rejectedByExchange',
          data: { endpoint: 'transfers.initiate', status: 400, message: 'Insufficient balance' },
          ref: null,
        },
        isRefusal: true,
        atMs: 5,
      },
    })
    const { page } = one
    await page.getByText('“Insufficient balance”').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await tick(one).waitFor()
    expect(await field(one).inputValue()).toBe(bob)
    await tick(one).check()
    await goOn(one).click()
    expect(await page.getByLabel('Amount in USDC').inputValue()).toBe('25')
    expect(await page.getByLabel('Reference (optional)').inputValue()).toBe('')
  })

  it('keeps a note, and is saved where the person chooses', async () => {
    const one = await openReceipt(done, {
      'transfers:setNote': ({ note }) => ({ ...done, note }),
      'transfers:saveReceipt': () => ({ file: 'transfer-ref-1.pdf' }),
    })
    const { page } = one
    await page.getByLabel('Own note').fill('Rent')
    await page.getByRole('button', { name: 'Keep the note' }).click()
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    await page.getByText('Saved as transfer-ref-1.pdf.').waitFor()
    expect(inputsOf(one, 'transfers:setNote')).toEqual([{ id: done.id, note: 'Rent' }])
    expect(inputsOf(one, 'transfers:saveReceipt')).toEqual([{ id: done.id, format: 'pdf' }])
    await page.keyboard.press('Escape')
    await page.getByTestId('receipt-state').waitFor({ state: 'detached' })
  })
})

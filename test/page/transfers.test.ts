// Sending and its receipts in a real browser, over the real main: keys, focus, warnings, one press one call, states as they are.
import { describe, expect, it } from 'vitest'
import { derivePracticeUsers } from '../../src-main/practice/users.ts'
import type { SentTransfer } from '../../src-preload/contract/transfers.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import { makeSent, makeSetup } from '../unit/renderer/features/transfers/make-entry.ts'
import { readFocus } from './open-page.ts'
import { type Given, openReal, type RealPage } from './open-real.ts'

const seed = 7
const [alice = '', bob = ''] = derivePracticeUsers(seed).map(({ ethereumAddress }) => ethereumAddress)
/** Begins and ends as Bob's address does. */
const likeBob = `${bob.slice(0, 8)}${'5'.repeat(28)}${bob.slice(-6)}`.toLowerCase()
const nobody = `0x${'1'.repeat(40)}`

async function open(given: Given = {}): Promise<RealPage> {
  const wallet = { network: 'custom', hasServiceKeys: true } as const
  const accounts = [
    { ...wallet, label: 'Savings' },
    { ...wallet, label: 'Trading', user: 1 },
  ] as const
  const one = await openReal({ accounts, hash: '#/transfers', ...given })
  await one.page.getByRole('button', { name: 'New transfer' }).waitFor()
  return one
}

async function begin(given: Given = {}): Promise<RealPage> {
  const one = await open(given)
  const { page } = one
  await page.getByRole('button', { name: 'New transfer' }).click()
  await page.getByRole('heading', { name: 'Recipient' }).waitFor()
  return one
}

const field = ({ page }: RealPage) => page.getByLabel('Address of the recipient')
const tick = ({ page }: RealPage) => page.getByRole('checkbox', { name: /^I have compared this address/ })
const goOn = ({ page }: RealPage) => page.getByRole('button', { name: 'Continue', exact: true })
const countOf = (one: RealPage, name: string) => one.calls.filter((call) => call.name === name).length

/** As far as the review of 25 USDC to Bob. */
async function review(one: RealPage): Promise<void> {
  await field(one).fill(bob)
  await field(one).press('Enter')
  await tick(one).check()
  await goOn(one).click()
  await one.page.getByLabel('Amount in USDC').fill('25')
  await goOn(one).click()
  await one.page.getByRole('heading', { name: 'Review transfer' }).waitFor()
}

describe('the recipient', () => {
  it('is asked for with names and roles that a reader of the screen can follow', async () => {
    const one = await begin()
    await field(one).fill(bob)
    await field(one).press('Enter')
    await tick(one).waitFor()
    const snapshot = await one.page.getByRole('region', { name: 'New transfer' }).ariaSnapshot()
    for (const part of [
      'list "Steps"',
      'form "Recipient"',
      'heading "Recipient" [level=2]',
      'textbox "Address of the recipient"',
      'group "First transfer to this address"',
      'checkbox "I have compared this address with the one I was given"',
      'button "Continue" [disabled]',
    ]) {
      expect(snapshot).toContain(part)
    }
  })

  it('that was pasted is called so, and typed after any edit', async () => {
    const one = await begin()
    const { page } = one
    await field(one).fill(bob)
    await tick(one).waitFor()
    await field(one).press('ControlOrMeta+a')
    await field(one).press('ControlOrMeta+x')
    await field(one).press('ControlOrMeta+v')
    await tick(one).waitFor()
    await field(one).press('Backspace')
    await tick(one).waitFor({ state: 'detached' })
    await page.keyboard.type(bob.slice(-1))
    await tick(one).waitFor()
    // A whole address is looked at while it is typed.
    expect(one.inputsOf('transfers:checkRecipient')).toEqual([
      { address: bob, source: 'typed' },
      { address: bob, source: 'paste' },
      { address: bob, source: 'typed' },
    ])
  })

  it('is chosen from the known ones with the arrows and Enter', async () => {
    const one = await begin({ addressBook: { Anna: nobody, Bob: bob } })
    const { page } = one
    await field(one).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await eventually(async () => expect(await readFocus(one)).toMatch(/^Bob/))
    await page.keyboard.press('Enter')
    await tick(one).waitFor()
    expect(await field(one).inputValue()).toBe(bob)
    await eventually(async () => expect(await readFocus(one)).toBe('Address of the recipient'))
    expect(one.inputsOf('transfers:checkRecipient')).toEqual([{ address: bob, source: 'book' }])
  })

  it('that looks like another one stops: both are shown, and the plain way is another address', async () => {
    const one = await begin({ addressBook: { Carol: likeBob } })
    const { page } = one
    await field(one).fill(bob)
    await field(one).press('Enter')
    const warning = page.getByRole('group', { name: /“Carol”/ })
    await warning.waitFor()
    expect(await warning.innerText()).toContain('differs in')
    const onwards = page.getByRole('button', { name: 'Continue anyway' })
    await tick(one).check()
    expect(await onwards.isDisabled()).toBe(true)
    await field(one).press('Enter')
    await page.getByRole('heading', { name: 'Recipient' }).waitFor()
    await page.getByLabel('I mean this new address, not “Carol”').check()
    expect(await onwards.isEnabled()).toBe(true)
    // The key that goes on elsewhere does not here.
    await field(one).press('Enter')
    await page.getByRole('heading', { name: 'Recipient' }).waitFor()
    await page.getByRole('button', { name: 'Use another address' }).click()
    await eventually(async () => expect(await field(one).inputValue()).toBe(''))
    await eventually(async () => expect(await readFocus(one)).toBe('Address of the recipient'))
  })

  it('that the service does not know, or could not be asked about, leads nowhere', async () => {
    const one = await begin()
    const { page } = one
    await field(one).fill(nobody)
    await field(one).press('Enter')
    await page.getByText('No account with this address').waitFor()
    expect(await goOn(one).count()).toBe(0)
    one.main.line.isCut = true
    await field(one).fill(bob)
    await field(one).press('Enter')
    const again = page.getByRole('button', { name: 'Check again' })
    await again.waitFor()
    await tick(one).check()
    expect(await goOn(one).isDisabled()).toBe(true)
    one.main.line.isCut = false
    await again.click()
    await eventually(async () => expect(await goOn(one).isEnabled()).toBe(true))
  })

  it('that is the own address is refused in the field', async () => {
    const one = await begin()
    await field(one).fill(alice)
    await field(one).press('Enter')
    await one.page.getByText('You can’t send to yourself.').waitFor()
    expect(await field(one).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the amount', () => {
  it('above what is free is warned of and goes no further, and all that is free is offered', async () => {
    const balance = { amount: '12095.6789019', kind: 'free', asOfMs: Date.now() } as const
    const one = await begin({ instead: { 'transfers:getSetup': () => makeSetup({ balance }) } })
    const { page } = one
    await field(one).fill(bob)
    await field(one).press('Enter')
    await tick(one).check()
    await goOn(one).click()
    const amount = page.getByLabel('Amount in USDC')
    const max = page.getByRole('button', { name: 'Max', exact: true })
    await max.waitFor()
    await amount.fill('999999999999')
    await page.getByText('This is more than is available.').waitFor()
    await goOn(one).click()
    await page.getByText('This is more than the 12,095.6789019 USDC available.').waitFor()
    expect(await amount.getAttribute('aria-invalid')).toBe('true')
    expect(countOf(one, 'transfers:create')).toBe(0)
    await max.click()
    await eventually(async () => expect(await amount.inputValue()).toBe('12095.678901'))
    await goOn(one).click()
    await page.getByRole('heading', { name: 'Review transfer' }).waitFor()
  })
})

describe('the way to the signature', () => {
  it('a key that is held down goes one step and no further', async () => {
    const one = await begin()
    const { page } = one
    await review(one)
    await eventually(async () => expect(await readFocus(one)).toBe('Review transfer'))
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Amount in USDC').focus()
    await page.keyboard.down('Enter')
    await page.getByRole('heading', { name: 'Review transfer' }).waitFor()
    await page.getByRole('button', { name: 'Review in confirmation window' }).focus()
    // Chromium sends a repeat for each further keydown of a key that is down.
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(countOf(one, 'transfers:create')).toBe(0)
  })

  it('each step is asked for once, whatever is pressed meanwhile, and ends in the receipt', async () => {
    const one = await begin()
    const { page } = one
    const answer = Promise.withResolvers<undefined>()
    one.main.person.confirm = () => answer.promise
    await review(one)
    await page
      .getByRole('button', { name: 'Review in confirmation window' })
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await page.getByRole('status').getByText('Confirm in the other window').waitFor()
    await eventually(async () => expect(await readFocus(one)).toBe('Sending 25 USDC'))
    answer.resolve(undefined)
    await page.getByTestId('receipt-state').getByText('match your request').waitFor()
    await eventually(async () => expect(await readFocus(one)).toMatch(/^Transfer \d+$/))
    for (const name of ['transfers:create', 'transfers:proceed']) {
      expect(countOf(one, name)).toBe(1)
    }
    expect(one.inputsOf('transfers:create')).toEqual([
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

  it('the receipt gives a recipient without a name one, and the list beside has it too', async () => {
    const one = await begin()
    const { page } = one
    await review(one)
    await page.getByRole('button', { name: 'Review in confirmation window' }).click()
    await page.getByTestId('receipt-state').getByText('match your request').waitFor()
    await page.getByRole('button', { name: 'Save to address book…' }).click()
    const form = page.getByRole('form', { name: 'Save to address book' })
    await page.keyboard.press('Enter')
    await form.getByText('Enter a name.').waitFor()
    await form.getByLabel('Name').fill('Rent')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await eventually(async () => expect(await readFocus(one)).toMatch(/^Transfer \d+$/))
    await page.getByRole('region', { name: 'Receipt' }).getByText('Rent', { exact: true }).waitFor()
    await page.getByRole('option', { name: /^To Rent,/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Save to address book…' }).count()).toBe(0)
  })

  it('a no in the confirmation window is no error: the transfer waits, and says that nothing was signed', async () => {
    const one = await begin()
    one.main.person.confirm = () => Promise.reject(new AppError('userDeclined'))
    await review(one)
    await one.page.getByRole('button', { name: 'Review in confirmation window' }).click()
    await one.page.getByText('You declined; nothing was signed').waitFor()
    await one.page.getByRole('button', { name: 'Confirm and sign' }).waitFor()
    expect(await one.page.getByRole('alert').count()).toBe(0)
  })

  it('Escape before anything is written closes, and after it leads to the receipt, while main goes on', async () => {
    const answer = Promise.withResolvers<undefined>()
    const one = await begin({ held: { 'transfers:proceed': answer.promise } })
    const { page } = one
    await field(one).fill(bob)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Recipient' }).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readFocus(one)).toBe('New transfer'))
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await field(one).inputValue()).toBe(''))
    await review(one)
    await page.getByRole('button', { name: 'Review in confirmation window' }).click()
    await page.getByRole('status').getByText('Sending request').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Receipt' }).waitFor()
    answer.resolve(undefined)
    await page.getByTestId('receipt-state').getByText('match your request').waitFor()
    expect(countOf(one, 'transfers:proceed')).toBe(1)
  })

  it('an amount over a limit that main alone knows leads back to the amount', async () => {
    const one = await begin({
      instead: {
        'transfers:create': () => {
          const data = { field: 'amount', reason: 'overDayLimit', limit: '100', left: '3' }
          throw new AppError('validation', data)
        },
      },
    })
    await review(one)
    await one.page.getByRole('button', { name: 'Review in confirmation window' }).click()
    await one.page.getByText('3 USDC left of your 100 USDC limit').waitFor()
    expect(await one.page.getByLabel('Amount in USDC').inputValue()).toBe('25')
  })
})

describe('what was entered', () => {
  it('is there again after another view', async () => {
    const one = await begin()
    const { page } = one
    await field(one).fill(bob)
    await page.keyboard.press('Control+2')
    await field(one).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+4')
    await field(one).waitFor()
    expect(await field(one).inputValue()).toBe(bob)
  })

  it('goes with the account that it was for, and that is said', async () => {
    const one = await begin()
    const { page } = one
    await field(one).fill(bob)
    await one.main.ask('accounts:activate', { id: one.ids[1] ?? '' })
    await one.main.ask('accounts:signIn', {})
    await page.getByText('Your entries were discarded').waitFor()
    await page.getByRole('button', { name: 'New transfer' }).click()
    await eventually(async () => expect(await field(one).inputValue()).toBe(''))
  })
})

describe('what is missing', () => {
  it('the keys of the service are typed in the other window, one after the other, and never shown', async () => {
    const one = await open({ accounts: [{ network: 'mainnet' }] })
    const { page } = one
    const { person, secrets } = one.main
    const [id = ''] = one.ids
    Object.assign(person.serviceKeys, { organizationKey: 'org-key', apiKey: 'api-key' })
    await page.getByRole('button', { name: 'New transfer' }).click()
    await page.getByText('issues an organization key and an API key on request').waitFor()
    const wizard = page.getByRole('region', { name: 'New transfer' })
    const enter = wizard.getByRole('button', { name: 'Enter keys' })
    expect(await wizard.locator('input').count()).toBe(0)
    // The second window is closed: what the first one had is kept, and asked for no more.
    let asked = 0
    person.confirm = () =>
      (asked += 1) === 2 ? Promise.reject(new AppError('userDeclined')) : Promise.resolve()
    await enter.click()
    await eventually(() => expect(asked).toBe(2))
    await enter.waitFor()
    expect(await wizard.getByRole('listitem').allInnerTexts()).toEqual([
      'Organization key: kept',
      'API key: missing',
    ])
    expect(await wizard.getByRole('alert').count()).toBe(0)
    await enter.click()
    await page.getByRole('heading', { name: 'Recipient' }).waitFor()
    expect(one.inputsOf('accounts:setServiceKey')).toEqual([
      { id, name: 'organizationKey' },
      { id, name: 'apiKey' },
      { id, name: 'apiKey' },
    ])
    expect(await secrets.get(id, 'organizationKey')).toBe('org-key')
    expect(await secrets.get(id, 'apiKey')).toBe('api-key')
    expect(await page.content()).not.toMatch(/org-key|api-key/)
  })

  it('a restored journal has its transfers looked at before the first step', async () => {
    let isReviewed = false
    const one = await open({
      instead: {
        'transfers:getSetup': () => makeSetup({ blockers: isReviewed ? [] : ['journalRestored'] }),
        'transfers:noteReviewed': () => {
          isReviewed = true
          return {}
        },
      },
    })
    const { page } = one
    await page.getByRole('button', { name: 'New transfer' }).click()
    await page.getByRole('heading', { name: 'The transfer journal was restored' }).waitFor()
    expect(await field(one).count()).toBe(0)
    await page.getByRole('button', { name: 'Check my orders…' }).click()
    await page.getByRole('heading', { name: 'Recipient' }).waitFor()
  })

  it.each(['noProfile', 'keyMismatch', 'publicKeyElsewhere'] as const)(
    '%s stands in place of the first step',
    async (blocker) => {
      const one = await open({
        instead: { 'transfers:getSetup': () => makeSetup({ blockers: [blocker] }) },
      })
      await one.page.getByRole('button', { name: 'New transfer' }).click()
      await one.page.getByRole('region', { name: 'New transfer' }).getByRole('heading').waitFor()
      expect(await field(one).count()).toBe(0)
      await one.page.getByRole('button', { name: 'Cancel' }).click()
    },
  )
})

describe('the receipt', () => {
  const written: Partial<SentTransfer> = { msgHash: null, nonce: null, createdAtMs: Date.UTC(2026, 10, 20) }

  /** Of the one transfer that is in the list. */
  async function openReceipt(given: Given = {}): Promise<RealPage> {
    const one = await open(given)
    await one.page.getByRole('option').click()
    await one.page.getByTestId('receipt-state').waitFor()
    return one
  }
  /** Of a transfer in a state that takes a fault, or long, to come to. */
  function openReceiptOf(changes: Partial<SentTransfer>): Promise<RealPage> {
    const transfer = makeSent(1, { ...written, recipientAddress: bob, ...changes })
    return openReceipt({
      instead: {
        'transfers:list': () => ({
          entries: [{ kind: 'journal', transfer }],
          hasMore: false,
          lastError: null,
        }),
        'transfers:get': () => transfer,
      },
    })
  }

  it('of an unknown outcome says when it is looked up next, and offers no way to send', async () => {
    const one = await openReceiptOf({
      state: 'processing',
      offers: ['lookUp'],
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
    expect(text).toContain('Funds may have moved. It was not sent again.')
    expect(text).toMatch(/Next check in \d+(:\d+)? (minutes|seconds)./)
    const offers = page.getByRole('group', { name: /^Actions for/ }).getByRole('button')
    expect(await offers.allInnerTexts()).toEqual(['Check status'])
  })

  it('of another transfer than was meant is an alarm with both side by side', async () => {
    const one = await openReceiptOf({
      state: 'differs',
      offers: ['lookUp'],
      differences: ['amount'],
      told: {
        reference: 'ref-1',
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
    const one = await openReceiptOf({
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
    await eventually(async () => expect(await page.getByLabel('Amount in USDC').inputValue()).toBe('25'))
    expect(await page.getByLabel('Reference (optional)').inputValue()).toBe('')
  })

  it('keeps a note, and is saved where the person chooses', async () => {
    const one = await open()
    const { page } = one
    one.main.person.fileName = 'receipt.pdf'
    const { id } = await one.main.ask('transfers:create', {
      ...{ recipientAddress: bob, source: 'typed', amount: '25', reference: null, note: '' },
      acknowledged: ['firstTime'],
    })
    await page.getByRole('option').click()
    await page.getByLabel('Private note').fill('Rent')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByRole('button', { name: 'Save as PDF' }).click()
    await page.getByText('Receipt saved as receipt.pdf.').waitFor()
    expect(await one.main.ask('transfers:get', { id })).toMatchObject({ note: 'Rent' })
    expect(one.inputsOf('transfers:saveReceipt')).toEqual([{ id, format: 'pdf' }])
    await page.keyboard.press('Escape')
    await page.getByTestId('receipt-state').waitFor({ state: 'detached' })
  })
})

// The list of transfers, the look-up, the address book and the limits in a real browser: states, keys, focus.
import { describe, expect, it } from 'vitest'
import type { HistoryEntry, Recipient } from '../../src-preload/contract/transfers.ts'
import type { Page } from 'playwright'
import { AppError } from '../../src-preload/domain/errors.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import {
  bob,
  carol,
  foundEntry,
  makeRecipient,
  makeSetup,
  sentEntry,
} from '../unit/renderer/features/transfers/make-entry.ts'
import { accountsState, answersFor, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'

/** A main that pages these entries as the real one does. */
function answersWith(entries: readonly HistoryEntry[], more: Answers = {}): Answers {
  return answersFor(unprotected, accountsState, {
    'transfers:getSetup': () => makeSetup(),
    'transfers:list': ({ limit, beforeMs }) => {
      const timeOf = (entry: HistoryEntry): number =>
        entry.kind === 'journal' ? entry.transfer.createdAtMs : entry.transfer.told.createdAtMs
      const fit = entries.filter((entry) => beforeMs === null || timeOf(entry) < beforeMs)
      return { entries: fit.slice(0, limit), hasMore: fit.length > limit, lastError: null }
    },
    'transfers:get': ({ id }) => {
      const found = entries.find((entry) => entry.kind === 'journal' && entry.transfer.id === id)
      if (found?.kind !== 'journal') throw new AppError('notFound', { what: 'transfer' })
      return found.transfer
    },
    ...more,
  })
}
const open = (entries: readonly HistoryEntry[], more: Answers = {}): Promise<OpenPage> =>
  openPage(answersWith(entries, more), '#/transfers')

const count = (from: number, to = 1): HistoryEntry[] =>
  Array.from({ length: from - to + 1 }, (_, at) => sentEntry(from - at))

const nameOfFocus = (page: Page) =>
  page.evaluate(() => (document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').trim())
/** Of the row that the keys are on. */
const referenceOfMark = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    return /reference (\S+)$/.exec(document.getElementById(id)?.ariaLabel ?? '')?.[1] ?? ''
  })
const inputsOf = ({ calls }: OpenPage, name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input)

it('says what a transfer is not, and leads to the site of the exchange for it', async () => {
  const one = await open(count(1), { 'app:openLink': () => ({}) })
  const note = one.page.getByTestId('funding')
  await note.getByText('Deposits and withdrawals are made on the exchange’s website.').waitFor()
  expect(await note.innerText()).toContain('another account at tanX')
  await note.getByRole('button', { name: 'Open trade.tanx.fi' }).click()
  await eventually(() =>
    expect(one.calls.filter(({ name }) => name === 'app:openLink').map(({ input }) => input)).toEqual([
      { link: 'serviceMainnet' },
    ]),
  )
})

describe('the list of transfers', () => {
  it('teaches what will be here where there is nothing yet, and leads to the look-up', async () => {
    const { page } = await open([])
    await page.getByText('Transfers you send and receive appear here').waitFor()
    await page.getByRole('button', { name: 'Look up a reference' }).click()
    const field = page.getByRole('textbox', { name: 'Look up a reference' })
    await eventually(async () =>
      expect(await field.evaluate((at) => at === document.activeElement)).toBe(true),
    )
  })

  it('shows bars only where waiting lasts, and then what came', async () => {
    const answer = Promise.withResolvers<{ entries: HistoryEntry[]; hasMore: boolean; lastError: null }>()
    const { page } = await open([], { 'transfers:list': () => answer.promise })
    await page.getByRole('status', { name: 'Loading transfers' }).waitFor()
    answer.resolve({ entries: count(1), hasMore: false, lastError: null })
    await page.getByRole('option').waitFor()
  })

  it('says in place why it could not be read, and reads it again when asked', async () => {
    let isBroken = true
    const { page } = await open([], {
      'transfers:list': () => {
        if (isBroken) throw new AppError('internal')
        return { entries: count(1), hasMore: false, lastError: null }
      },
    })
    const again = page.getByRole('button', { name: 'Reload transfers' })
    await again.waitFor()
    isBroken = false
    await again.click()
    await page.getByRole('option').waitFor()
  })

  it('is walked by keys, and opens the one that Enter is pressed on', async () => {
    const { page } = await open(count(12))
    await page.getByRole('option').first().waitFor()
    await page.getByRole('listbox', { name: 'Transfers' }).focus()
    expect(await referenceOfMark(page)).toBe('ref-12')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await referenceOfMark(page)).toBe('ref-10')
    expect(await page.getByRole('option', { selected: true }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { selected: true, name: /reference ref-10$/ }).waitFor()
    await page.keyboard.press('Home')
    await page.getByRole('option', { selected: true, name: /reference ref-12$/ }).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('option', { selected: true, name: /reference ref-1$/ }).waitFor()
  })

  it('reads on as it is scrolled, and to the end with End', async () => {
    const { page } = await open(count(450))
    const rows = page.getByRole('option')
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThan(450)
    await page.getByRole('listbox').focus()
    await page.keyboard.press('End')
    await eventually(async () => expect(await referenceOfMark(page)).toBe('ref-1'))
    expect(await rows.count()).toBe(450)
    await page.getByText('450 transfers', { exact: true }).waitFor()
  })

  it('keeps place, mark and selection when a newer transfer comes in above them', async () => {
    const entries = count(60)
    const one = await open(entries)
    const { page } = one
    const row = page.getByRole('option', { name: /reference ref-30$/ })
    await row.click()
    const topOf = async (): Promise<number> => Math.round((await row.boundingBox())?.y ?? -1)
    const before = await topOf()
    entries.unshift(sentEntry(61))
    await one.emit('transfers:changed', { ids: [] })
    await page.getByRole('option', { name: /reference ref-61$/ }).waitFor({ state: 'attached' })
    expect(await row.getAttribute('aria-selected')).toBe('true')
    await eventually(async () => expect(await topOf()).toBe(before))
    await page.getByRole('listbox').focus()
    expect(await referenceOfMark(page)).toBe('ref-30')
  })

  it('asks for what the filters leave, and clears them where nothing is left', async () => {
    const one = await open([], {
      'transfers:list': ({ filter }) => ({
        entries: filter.text === '' && filter.states.length === 0 ? count(2) : [],
        hasMore: false,
        lastError: null,
      }),
    })
    const { page } = one
    await page.getByRole('option').first().waitFor()
    await page.getByRole('button', { name: 'State Any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Failed or canceled' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('No transfers match these filters.').waitFor()
    await page.getByLabel(/^Search transfers/).fill('rent')
    await eventually(() =>
      expect(inputsOf(one, 'transfers:list').at(-1)).toMatchObject({
        filter: { text: 'rent', states: ['refused', 'abandoned'] },
      }),
    )
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('option').first().waitFor()
    expect(await page.getByLabel(/^Search transfers/).inputValue()).toBe('')
  })

  it('exports what the filters leave, and says where or that nothing was written', async () => {
    let file: string | null = 'starkdesk-transfers.jsonl'
    const one = await open(count(3), {
      'transfers:export': () => ({ file, count: file === null ? 0 : 3 }),
    })
    const { page } = one
    await page.getByRole('option').first().waitFor()
    const exportAs = async (name: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Export all transfers' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await exportAs(/JSON Lines$/)
    await page.getByText('3 transfers exported to starkdesk-transfers.jsonl.').waitFor()
    file = null
    await exportAs(/CSV$/)
    await eventually(() => expect(inputsOf(one, 'transfers:export')).toHaveLength(2))
    expect(inputsOf(one, 'transfers:export')).toMatchObject([{ format: 'jsonl' }, { format: 'csv' }])
  })
})

describe('looking up a reference', () => {
  it('shows a received transfer beside the list, and chooses it in the list', async () => {
    const entries: HistoryEntry[] = count(1)
    const received = foundEntry(7, { reference: 'alices-ref' })
    const { page } = await open(entries, {
      'transfers:find': () => {
        entries.unshift(received)
        return { entry: received }
      },
    })
    await page.getByRole('option').waitFor()
    await page.getByRole('textbox', { name: 'Look up a reference' }).fill('alices-ref')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { selected: true, name: /^From .*Received.*alices-ref$/ }).waitFor()
    await page.getByRole('heading', { name: 'Transfer alices-ref' }).waitFor()
  })

  it('opens what was looked up before from its row', async () => {
    const { page } = await open([sentEntry(9), foundEntry(7, { reference: 'alices-ref' })])
    await page.getByRole('option', { name: /alices-ref$/ }).click()
    await page.getByRole('heading', { name: 'Transfer alices-ref' }).waitFor()
  })

  it('says that the service knows none, and why it could not be asked', async () => {
    let isOffline = false
    const { page } = await open([], {
      'transfers:find': () => {
        if (isOffline) throw new AppError('offline')
        return { entry: null }
      },
    })
    const field = page.getByRole('textbox', { name: 'Look up a reference' })
    await field.fill('no-such')
    await page.keyboard.press('Enter')
    await page.getByText('No transfer found with reference no-such.').waitFor()
    isOffline = true
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByText('No transfer found').count()).toBe(0)
  })
})

describe('the address book', () => {
  const openBook = async (recipients: Recipient[], more: Answers = {}): Promise<OpenPage> => {
    const one = await open([], { 'transfers:getSetup': () => makeSetup({ recipients }), ...more })
    await one.page.getByRole('button', { name: 'Address book' }).click()
    await one.page.getByRole('heading', { name: 'Address book' }).waitFor()
    return one
  }

  it('takes an address by keyboard, shows all of it, and gives the focus to what can be done next', async () => {
    const recipients: Recipient[] = []
    const { page } = await openBook(recipients, {
      'transfers:putRecipient': ({ label, note }) => {
        const entry = makeRecipient(bob, label, note)
        recipients.push(entry)
        return entry
      },
    })
    await page.getByRole('button', { name: 'Add address' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type(bob)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Bob')
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await nameOfFocus(page)).toBe('Send to Bob'))
    const entry = page.getByRole('list', { name: 'Address book' }).getByRole('listitem')
    expect((await entry.textContent())?.replaceAll(/\s/g, '')).toContain(bob)
  })

  it('says at the field what is wrong with an address', async () => {
    const { page } = await openBook([], {
      'transfers:putRecipient': () => {
        throw new AppError('validation', { field: 'recipient', reason: 'wrongChecksum' })
      },
    })
    await page.getByRole('button', { name: 'Add address' }).click()
    await page.getByLabel('Address', { exact: true }).fill(bob.replace('D', 'd'))
    await page.getByLabel('Name', { exact: true }).fill('Bob')
    await page.keyboard.press('Enter')
    await page.getByText(/checksum fails/).waitFor()
    expect(await page.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  })

  it('changes name and note, and no address', async () => {
    const one = await openBook([makeRecipient(bob, 'Bob')], {
      'transfers:putRecipient': (input) => ({ ...input, createdAtMs: 1 }),
    })
    const { page } = one
    await page.getByRole('button', { name: 'Edit Bob' }).click()
    expect(await page.getByLabel('Address', { exact: true }).count()).toBe(0)
    await page.getByText('add a new entry').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Robert')
    await page.keyboard.press('Enter')
    await eventually(() =>
      expect(inputsOf(one, 'transfers:putRecipient')).toEqual([{ address: bob, label: 'Robert', note: '' }]),
    )
  })

  it('removes a named entry only after a second word, which Enter does not say', async () => {
    const recipients = [makeRecipient(bob, 'Bob'), makeRecipient(carol, 'Carol')]
    const one = await openBook(recipients, {
      'transfers:removeRecipient': ({ address }) => {
        recipients.splice(
          recipients.findIndex((entry) => entry.address === address),
          1,
        )
        return {}
      },
    })
    const { page } = one
    const bin = page.getByRole('button', { name: 'Remove Bob' }).first()
    await bin.click()
    await eventually(async () => expect(await nameOfFocus(page)).toBe('Keep Bob'))
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await nameOfFocus(page)).toBe('Remove Bob'))
    expect(inputsOf(one, 'transfers:removeRecipient')).toEqual([])
    await bin.click()
    await page.getByRole('group', { name: 'Remove Bob' }).getByRole('button', { name: 'Remove Bob' }).click()
    await page.getByRole('button', { name: 'Send to Bob' }).waitFor({ state: 'detached' })
    expect(inputsOf(one, 'transfers:removeRecipient')).toEqual([{ address: bob }])
    await eventually(async () => expect(await nameOfFocus(page)).toBe('Add address'))
  })

  it('closes by Escape, what is open in it first, and gives the focus back to its button', async () => {
    const { page } = await openBook([makeRecipient(bob, 'Bob')])
    await page.getByRole('button', { name: 'Edit Bob' }).click()
    await page.getByRole('form', { name: 'Edit Bob' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('form', { name: 'Edit Bob' }).waitFor({ state: 'detached' })
    await eventually(async () => expect(await nameOfFocus(page)).toBe('Edit Bob'))
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Address book' }).waitFor({ state: 'detached' })
    await eventually(async () => expect(await nameOfFocus(page)).toBe('Address book'))
  })
})

describe('the limits', () => {
  const none = { perTransfer: null, perDay: null }

  it('say what holds, what waits and from when, and let a request be taken back', async () => {
    const now = { perTransfer: '100', perDay: null }
    const waiting = { now, next: { limits: none, fromMs: Date.now() + 80_000_000 }, sentLastDay: '25' }
    let limits: typeof waiting | { now: typeof now; next: null; sentLastDay: string } = waiting
    const one = await open([], {
      'transfers:getSetup': () => makeSetup({ limits }),
      'transfers:setLimits': () => (limits = { now, next: null, sentLastDay: '25' }),
    })
    const { page } = one
    await page.getByRole('button', { name: 'Limits' }).click()
    await page.getByRole('columnheader', { name: /^From / }).waitFor()
    expect(await page.getByRole('row', { name: /Sent in the last 24 hours/ }).textContent()).toMatch(/25/)
    await page.getByRole('button', { name: 'Cancel the request' }).click()
    await page.getByText('Limits saved.').waitFor()
    expect(inputsOf(one, 'transfers:setLimits')).toEqual([now])
    expect(await page.getByLabel('Per transfer, USDC').inputValue()).toBe('100')
  })

  it('say before they are saved whether they hold at once or after a day', async () => {
    const now = { perTransfer: '100', perDay: null }
    const { page } = await open([], {
      'transfers:getSetup': () => makeSetup({ limits: { now, next: null, sentLastDay: '0' } }),
    })
    await page.getByRole('button', { name: 'Limits' }).click()
    await page.getByLabel('Per transfer, USDC').fill('50')
    await page.getByText('Takes effect when saved.').waitFor()
    await page.getByLabel('Per transfer, USDC').fill('')
    await page.getByText('A higher limit takes effect 24 hours after it is saved.').waitFor()
    await page.getByLabel('Per 24 hours, USDC').fill('500')
    await page.getByText('The lower limit applies now').waitFor()
  })

  it('that cannot be read are told at their field, and nothing is asked for', async () => {
    const one = await open([])
    const { page } = one
    await page.getByRole('button', { name: 'Limits' }).click()
    await page.getByLabel('Per transfer, USDC').fill('1,000')
    await page.keyboard.press('Enter')
    await page.getByText(/Use a point for decimals/).waitFor()
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true'),
    )
    expect(inputsOf(one, 'transfers:setLimits')).toEqual([])
  })
})

// What the forms of the address book and of the limits accept and say.
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { findAddress, findEntries } from '../../../../../src-renderer/features/transfers/book/book-entries.ts'
import { EntryForm } from '../../../../../src-renderer/features/transfers/book/entry-form.svelte.ts'
import {
  changesOf,
  readLimits,
  textsOf,
} from '../../../../../src-renderer/features/transfers/limits/limits-change.ts'
import { LimitsForm } from '../../../../../src-renderer/features/transfers/limits/limits-form.svelte.ts'
import { installFakeMain } from '../fake-main.ts'
import { alice, bob, carol, makeRecipient } from './make-entry.ts'

const book = [
  makeRecipient(bob, 'Bob', 'rent'),
  makeRecipient(alice, 'Account 10'),
  makeRecipient(carol, 'account 9'),
]

describe('the address book', () => {
  it('is ordered by name as people count, and searched by name, address and note', () => {
    const labels = (text: string): string[] => findEntries(book, text).map(({ label }) => label)
    expect(labels('')).toEqual(['account 9', 'Account 10', 'Bob'])
    expect(labels('RENT')).toEqual(['Bob'])
    expect(labels('6813eb')).toEqual(['account 9'])
    expect(labels('nobody')).toEqual([])
  })

  it('knows an address however it is written', () => {
    expect(findAddress(book, ` ${bob.toLowerCase()} `)?.label).toBe('Bob')
    expect(findAddress(book, '0x00')).toBeNull()
  })

  it('takes no address twice, and no name for two addresses', async () => {
    const main = installFakeMain({})
    const form = new EntryForm(null)
    form.address = bob.toUpperCase()
    form.label = ' bob '
    expect(await form.save(book)).toBeNull()
    expect(form.faults.address).toMatch(/already saved as “Bob”/)
    expect(form.faults.label).toMatch(/^0x2B5A…D6cF already has this name/)
    expect(main.calls).toEqual([])
  })

  it('says what main finds wrong with an address at its field', async () => {
    installFakeMain({
      'transfers:putRecipient': () => {
        throw new AppError('validation', { field: 'recipient', reason: 'wrongChecksum' })
      },
    })
    const form = new EntryForm(null)
    form.address = '0x2b5AD5c4795c026514f8317c7a215E218DcCD6cF'
    form.label = 'Dan'
    expect(await form.save(book.slice(1))).toBeNull()
    expect(form.faults.address).toMatch(/checksum fails/i)
    expect(form.error).toBeNull()
  })

  it('changes name and note of an entry and never its address, and may keep its own name', async () => {
    const asked: unknown[] = []
    installFakeMain({
      'transfers:putRecipient': (input) => {
        asked.push(input)
        return { ...input, createdAtMs: 1 }
      },
    })
    const form = new EntryForm(makeRecipient(bob, 'Bob'))
    form.note = ' lunch '
    expect((await form.save(book))?.note).toBe('lunch')
    expect(asked).toEqual([{ address: bob, label: 'Bob', note: 'lunch' }])
  })
})

describe('limits', () => {
  it('are read as they were typed, and empty means none', () => {
    expect(readLimits({ perTransfer: ' 100.5 ', perDay: '' })).toEqual({
      ok: true,
      limits: { perTransfer: '100.5', perDay: null },
    })
  })

  it('that cannot be read say why, each at its field', () => {
    const reading = readLimits({ perTransfer: '0', perDay: '1,000' })
    expect(reading.ok ? {} : reading.faults).toEqual({
      perTransfer: 'Enter a limit above zero, or leave the field empty for no limit.',
      perDay: expect.stringContaining('thousands separator') as string,
    })
  })

  it('count none at all as the highest', () => {
    const limits = (perTransfer: string | null) => ({ perTransfer, perDay: null })
    const change = (now: string | null, asked: string | null) =>
      changesOf(limits(now), limits(asked)).perTransfer
    expect(change(null, '1')).toBe('lower')
    expect(change('1', null)).toBe('higher')
    expect(change('10', '9.999999')).toBe('lower')
    expect(change('9', '10')).toBe('higher')
    expect(change('10', '10.0')).toBe('same')
    expect(change(null, null)).toBe('same')
  })

  it('begin in the form with what waits, else with what holds', () => {
    const now = { perTransfer: '100', perDay: null }
    expect(textsOf({ now, next: null, sentLastDay: '0' })).toEqual({ perTransfer: '100', perDay: '' })
    const next = { limits: { perTransfer: '200', perDay: '500' }, fromMs: 1 }
    expect(textsOf({ now, next, sentLastDay: '0' })).toEqual({ perTransfer: '200', perDay: '500' })
  })

  it('that are taken back ask for what holds', async () => {
    const asked: unknown[] = []
    installFakeMain({
      'transfers:setLimits': (limits) => {
        asked.push(limits)
        return { now: limits, next: null, sentLastDay: '0' }
      },
    })
    const form = new LimitsForm()
    const now = { perTransfer: '100', perDay: null }
    const next = { limits: { perTransfer: null, perDay: null }, fromMs: 1 }
    form.begin({ now, next, sentLastDay: '0' })
    expect(form.perTransfer).toBe('')
    await form.takeBack({ now, next, sentLastDay: '0' })
    expect(asked).toEqual([now])
    expect(form.perTransfer).toBe('100')
    expect(form.said).toBe('Limits saved.')
  })

  it('are not overwritten by news while they are typed', () => {
    const form = new LimitsForm()
    const state = { now: { perTransfer: '100', perDay: null }, next: null, sentLastDay: '0' }
    form.begin(state)
    form.perTransfer = '50'
    form.begin(state)
    expect(form.perTransfer).toBe('50')
    expect(form.asked).toEqual({ perTransfer: '50', perDay: null })
  })
})

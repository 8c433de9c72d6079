import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LimitsState } from '../../../../../src-preload/contract/transfers.ts'
import { checkTransferAmount } from '../../../../../src-main/exchange/endpoints/rules.ts'
import {
  findLimitFault,
  findReferenceFault,
  findFundsFault,
  isMoreThan,
  largestAmount,
  leftToday,
  readAmount,
} from '../../../../../src-renderer/features/transfers/wizard/amount.ts'
import { describeAmountFault } from '../../../../../src-renderer/features/transfers/wizard/amount-text.ts'

const limitsOf = (perTransfer: string | null, perDay: string | null, sentLastDay = '0'): LimitsState => ({
  now: { perTransfer, perDay },
  next: null,
  sentLastDay,
})

describe('an amount as it is typed', () => {
  it.each(['1', '25', '0.5', '24310.55', '0.000001', '1250.500000', '9'.repeat(30)])(
    '%s is taken',
    (text) => {
      expect(readAmount(text)).toEqual({ ok: true, amount: text })
    },
  )

  it('is taken without the space around it that copying brings', () => {
    expect(readAmount(' 25 \n')).toEqual({ ok: true, amount: '25' })
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['-5', 'sign'],
    ['+5', 'sign'],
    ['\u22125', 'sign'],
    ['1 000', 'space'],
    ['1\u00a0000', 'space'],
    ['1,5', 'comma'],
    ['1,250.50', 'comma'],
    ['1e3', 'exponent'],
    ['1.5E2', 'exponent'],
    ['.5', 'noInteger'],
    ['5.', 'noDecimals'],
    ['007', 'leadingZero'],
    ['00', 'leadingZero'],
    ['1.0000000', 'tooManyDecimals'],
    ['0', 'zero'],
    ['0.000000', 'zero'],
    ['1.2.3', 'notNumber'],
    ['0x10', 'notNumber'],
    ['twenty', 'notNumber'],
    ['Infinity', 'notNumber'],
    ['١٢', 'notNumber'],
  ])('%j is refused as %s', (text, reason) => {
    const reading = readAmount(text)
    expect(reading).toEqual({ ok: false, fault: { reason } })
    if (!reading.ok) expect(describeAmountFault(reading.fault)).toMatch(/\w.*\.$/)
  })

  it('that is a comma is explained and not guessed', () => {
    expect(describeAmountFault({ reason: 'comma' })).toContain('no thousands separator')
  })

  it('is taken only where main takes it too', () => {
    const near = fc.stringMatching(/^[+\- ]?[0-9]{0,4}[.,]?[0-9]{0,8}(e[0-9])?$/)
    fc.assert(
      fc.property(near, (text) => {
        const reading = readAmount(text)
        if (reading.ok) expect(checkTransferAmount(reading.amount)).toBe(reading.amount)
      }),
    )
  })
})

describe('the own limits', () => {
  it('allow what they do not name', () => {
    expect(findLimitFault('1000000', limitsOf(null, null))).toBeNull()
    expect(leftToday(limitsOf(null, null))).toBeNull()
  })

  it('allow exactly the limit, and not a millionth more', () => {
    expect(findLimitFault('500', limitsOf('500', null))).toBeNull()
    expect(findLimitFault('500.000001', limitsOf('500', null))).toEqual({
      reason: 'overTransferLimit',
      limit: '500',
    })
  })

  it('count what was sent within a day, and say what is left', () => {
    const limits = limitsOf(null, '1000', '999.9')
    expect(findLimitFault('0.1', limits)).toBeNull()
    const fault = findLimitFault('0.2', limits)
    expect(fault).toEqual({ reason: 'overDayLimit', limit: '1000', left: '0.1' })
    if (fault !== null) expect(describeAmountFault(fault)).toContain('0.1 USDC')
  })

  it('leave nothing, and never less, where more was sent than they allow now', () => {
    expect(leftToday(limitsOf(null, '100', '250'))).toBe('0')
  })
})

const atMost = (amount: string) => ({ amount, kind: 'atMost', asOfMs: 1 }) as const

it('compares with a balance that no float could hold', () => {
  expect(isMoreThan('100000000000000000.000001', atMost('100000000000000000'))).toBe(true)
  expect(isMoreThan('100000000000000000', atMost('100000000000000000.000001'))).toBe(false)
  expect(isMoreThan('999999999999', null)).toBe(false)
})

describe('an amount above what is free', () => {
  it('stays at its field where it is known what is free, and nowhere else', () => {
    const fault = findFundsFault('999999999999', { ...atMost('25000.5'), kind: 'free' })
    expect(fault).toEqual({ reason: 'overFree', balance: '25000.5' })
    if (fault !== null)
      expect(describeAmountFault(fault)).toBe('This is more than the 25,000.5 USDC available.')
    expect(findFundsFault('25000.5', { ...atMost('25000.5'), kind: 'free' })).toBeNull()
    expect(findFundsFault('999999999999', atMost('25000.5'))).toBeNull()
    expect(findFundsFault('999999999999', null)).toBeNull()
  })

  it.each([
    ['25000.50000000000000000000', '25000.5'],
    ['0.123456999', '0.123456'],
    ['7', '7'],
    ['0.0000009', null],
    ['0.00', null],
    ['-5', null],
  ])('is never offered: all of %s is %s', (amount, largest) => {
    expect(largestAmount({ amount, kind: 'free', asOfMs: 1 })).toBe(largest)
    expect(largestAmount(atMost(amount))).toBeNull()
  })
})

describe('a reference as it is typed', () => {
  it.each(['', '  ', 'Rent_2026-11', '162482341236712'])('%j can be sent', (text) => {
    expect(findReferenceFault(text)).toBeNull()
  })

  it.each(['INV 12', 'a/b', 'Käse', 'a.b'])('%j has a character that no reference from here has', (text) => {
    expect(findReferenceFault(text)).toBe('notOwn')
  })

  it('must not be a word of the service’s own addresses', () => {
    expect(findReferenceFault('process')).toBe('reserved')
  })
})

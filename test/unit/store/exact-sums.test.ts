import { describe, expect, it } from 'vitest'
import { add, exactText, parseExact, zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { randomFrom } from '../../../scripts/random.ts'
import { createDecimalSum } from '../../../src-main/store/worker/exact-sums.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1e9)

describe('the sum of decimal texts', () => {
  it('takes a negative one, such as the fee of a rebate', () => {
    const sum = createDecimalSum()
    for (const text of ['0.5', '-0.75', '-12345678901234567890.5']) sum.addText(text, true)
    sum.addText('-1', false)
    expect(sum.read()).toBe('-12345678901234567889.75')
  })

  it.each(['', '-', '--1', '1-', '.5', '5.', '1.2.3', '+1', '1e3'])('refuses %j', (text) => {
    expect(() => createDecimalSum().addText(text, true)).toThrow(SyntaxError)
  })

  it(`is that of the exact numbers, one by one (SEED=${seed})`, () => {
    const random = randomFrom(seed)
    const sum = createDecimalSum()
    let expected = zero
    for (let nth = 0; nth < 2_000; nth += 1) {
      const whole = String(Math.floor(random() * 10 ** Math.floor(random() * 16)))
      const part = random() < 0.5 ? '' : `.${String(Math.floor(random() * 1e9)).padStart(9, '0')}`
      const text = `${random() < 0.3 ? '-' : ''}${whole}${part}`
      const isIn = random() < 0.6
      sum.addText(text, isIn)
      const one = parseExact(text)
      expected = add(expected, isIn ? one : { ...one, units: -one.units })
    }
    expect(sum.read()).toBe(exactText(expected))
  })
})

// An id is new once.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IdSet } from '../../../src-main/exports/id-set.ts'

it('says of each id once that it is new, whichever they are', () => {
  const ids = fc.oneof(fc.nat(100), fc.maxSafeNat(), fc.constantFrom(0, 31, 32, 63, 2 ** 31, 2 ** 32))
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 300 }), (all) => {
      const [seen, oracle] = [new IdSet(), new Set<number>()]
      for (const id of all) {
        expect(seen.add(id)).toBe(!oracle.has(id))
        oracle.add(id)
      }
    }),
  )
})

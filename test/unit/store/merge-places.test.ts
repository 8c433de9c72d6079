// A page of several sorted lists as one, against sorting all of them.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../scripts/random.ts'
import { mergePlaces } from '../../../src-main/store/worker/merge-places.ts'

const compare = (a: number, b: number): number => a - b

it('any page of the merge is the page of the sorted whole, and reads little of what lies before it', () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  for (let round = 0; round < 300; round += 1) {
    const lists = Array.from({ length: Math.floor(random() * 5) }, () => {
      const length = Math.floor(random() ** 3 * 3_000)
      const most = random() < 0.5 ? 20 : 1e9
      return Array.from({ length }, () => Math.floor(random() * most)).sort(compare)
    })
    let read = 0
    const readers = lists.map((list) => (offset: number, limit: number) => {
      const places = list.slice(offset, offset + limit)
      read += places.length
      return places
    })
    const all = lists
      .flatMap((list, at) => list.map((place) => ({ list: at, place })))
      .sort((a, b) => a.place - b.place || a.list - b.list)
    const offset = Math.floor(random() * (all.length + 20))
    const limit = 1 + Math.floor(random() * 60)
    expect(mergePlaces(readers, compare, offset, limit), `seed ${seed} round ${round}`).toEqual(
      all.slice(offset, offset + limit),
    )
    expect(read).toBeLessThan((lists.length + 1) * (256 + limit + 100))
  }
})

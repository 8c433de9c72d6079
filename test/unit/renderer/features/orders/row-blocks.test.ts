// A long list shows the right rows whatever is scrolled, changes or comes late.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  noRows,
  RowBlocks,
  type Rows,
  type RowsAnswer,
} from '../../../../../src-renderer/components/grid/row-blocks.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { ChangingList, type Numbered } from './make-rows.ts'

interface Reader {
  readonly blocks: RowBlocks<Numbered>
  readonly shown: () => Rows<Numbered>
  readonly errors: unknown[]
}

function follow(read: (offset: number, limit: number) => Promise<RowsAnswer<Numbered>>): Reader {
  let rows: Rows<Numbered> = noRows()
  const errors: unknown[] = []
  const blocks = new RowBlocks<Numbered>({
    read,
    idOf: ({ id }) => id,
    onchange: (next) => (rows = next),
    onerror: (error) => errors.push(error),
  })
  return { blocks, shown: () => rows, errors }
}

const readFrom = (list: ChangingList) => (offset: number, limit: number) =>
  Promise.resolve(list.read(offset, limit))

/** Long enough for every answer that needs no timer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

describe('a long list', () => {
  it('reads only what is in sight, wherever that is', async () => {
    const list = new ChangingList(1_000_000)
    const { blocks, shown } = follow(readFrom(list))
    blocks.look(0, 60, null)
    await settle()
    expect(shown().length).toBe(1_000_000)
    expect(shown().at(0)?.id).toBe(1_000_000)
    blocks.look(700_050, 700_110, 700_080)
    await settle()
    expect(shown().at(700_080)?.id).toBe(299_920)
    expect(list.asked).toEqual([
      { offset: 0, limit: 100 },
      { offset: 700_000, limit: 200 },
    ])
    expect(shown().at(350_000)).toBeUndefined()
  })

  it('asks one question at a time, and of places passed in flight none', async () => {
    const list = new ChangingList(1_000_000)
    const waiting: (() => void)[] = []
    const { blocks, shown } = follow(async (offset, limit) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return list.read(offset, limit)
    })
    for (let first = 0; first < 500_000; first += 1_000) blocks.look(first, first + 60, first)
    expect(waiting).toHaveLength(1)
    waiting.shift()?.()
    await settle()
    expect(waiting).toHaveLength(1)
    waiting.shift()?.()
    await settle()
    expect(list.asked.map(({ offset }) => offset)).toEqual([0, 499_000])
    expect(shown().at(499_010)?.id).toBe(500_990)
  })

  it('keeps the place of the first row in sight when others come in above it, however many', async () => {
    for (const many of [1, 37, 250, 5_000]) {
      const list = new ChangingList(20_000)
      const { blocks, shown } = follow(readFrom(list))
      blocks.look(8_000, 8_060, 8_020)
      await settle()
      const id = shown().at(8_020)?.id
      list.addOnTop(many)
      blocks.refresh()
      await settle()
      expect(shown().shifted).toBe(many)
      expect(shown().at(8_020 + many)?.id).toBe(id)
    }
  })

  it('shows what is new where it stands at its top', async () => {
    const list = new ChangingList(500)
    const { blocks, shown } = follow(readFrom(list))
    blocks.look(0, 60, null)
    await settle()
    list.addOnTop(2)
    blocks.refresh()
    await settle()
    expect(shown().shifted).toBe(0)
    expect(shown().at(0)?.id).toBe(502)
  })

  it('reads again only what is in sight after news, and drops the rest', async () => {
    const list = new ChangingList(10_000)
    const { blocks, shown } = follow(readFrom(list))
    for (const first of [0, 1_000, 2_000]) {
      blocks.look(first, first + 60, first)
      await settle()
    }
    const before = list.asked.length
    list.remove(9_999)
    blocks.refresh()
    await settle()
    expect(list.asked.slice(before)).toEqual([{ offset: 2_000, limit: 100 }])
    expect(shown().at(1_000)).toBeUndefined()
    expect(shown().at(2_010)?.id).toBe(7_990)
  })

  it('grows as it is read while nobody has counted it, and asks again until somebody has', async () => {
    const list = new ChangingList(3_000)
    list.isCounted = false
    const { blocks, shown } = follow(readFrom(list))
    blocks.look(0, 60, null)
    await settle()
    expect(shown()).toMatchObject({ length: 100, total: null })
    list.isCounted = true
    await eventually(() => expect(shown()).toMatchObject({ length: 3_000, total: 3_000 }))
    blocks.close()
  })

  it('keeps its rows when a reading fails, reads nothing more by itself, and all again when asked', async () => {
    const list = new ChangingList(500)
    let isBroken = false
    const { blocks, shown, errors } = follow((offset, limit) =>
      isBroken ? Promise.reject(new Error('disk is gone')) : Promise.resolve(list.read(offset, limit)),
    )
    blocks.look(0, 60, null)
    await settle()
    isBroken = true
    blocks.refresh()
    await settle()
    blocks.look(200, 260, 200)
    await settle()
    expect(errors).toHaveLength(1)
    expect(shown().at(0)?.id).toBe(500)
    isBroken = false
    blocks.refresh()
    await settle()
    expect(shown().at(210)?.id).toBe(290)
  })

  it('says nothing any more once it is closed', async () => {
    const list = new ChangingList(500)
    const { blocks, shown } = follow(readFrom(list))
    blocks.look(0, 60, null)
    blocks.close()
    await settle()
    expect(shown().length).toBe(0)
  })

  it('of no rows is empty', async () => {
    const { blocks, shown } = follow(readFrom(new ChangingList(0)))
    blocks.look(0, 0, null)
    await settle()
    expect(shown()).toMatchObject({ length: 0, total: 0 })
  })
})

type Step =
  | { readonly kind: 'look'; readonly at: number }
  | { readonly kind: 'add'; readonly count: number }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'news' }
  | { readonly kind: 'answer' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('look' as const), at: fc.nat(6_000) }),
  fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 700 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(5_000) }),
  fc.record({ kind: fc.constant('news' as const) }),
  fc.record({ kind: fc.constant('answer' as const) }),
)

describe('any course of scrolls, changes and late answers', () => {
  it('ends with the rows of the list in sight', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5_000), fc.array(step, { maxLength: 40 }), async (count, steps) => {
        const list = new ChangingList(count)
        const waiting: (() => void)[] = []
        let isHeld = true
        const { blocks, shown } = follow(async (offset, limit) => {
          if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
          return list.read(offset, limit)
        })
        let sight = { first: 0, last: 60 }
        let shifted = 0
        blocks.look(sight.first, sight.last, null)
        for (const one of steps) {
          if (one.kind === 'look') {
            const first = Math.min(one.at, Math.max(0, shown().length - 61))
            sight = { first, last: first + 60 }
            shifted = shown().shifted
            blocks.look(sight.first, sight.last, first === 0 ? null : first)
          } else if (one.kind === 'add') list.addOnTop(one.count)
          else if (one.kind === 'remove') list.remove(one.at)
          else if (one.kind === 'news') blocks.refresh()
          else {
            waiting.shift()?.()
            await settle()
          }
        }
        isHeld = false
        blocks.refresh()
        for (let turn = 0; turn < 20; turn += 1) {
          waiting.splice(0).forEach((answer) => answer())
          await settle()
        }
        // As the table does: it moves with the rows, and looks where it then is.
        const moved = shown().shifted - shifted
        const first = Math.max(0, Math.min(sight.first + moved, shown().length - 61))
        blocks.look(first, first + 60, first === 0 ? null : first)
        await settle()
        const rows = shown()
        expect(rows.length).toBe(list.rows.length)
        for (let index = first; index < Math.min(first + 61, rows.length); index += 1) {
          expect(rows.at(index)?.id).toBe(list.rows[index]?.id)
        }
        blocks.close()
      }),
      { numRuns: 150 },
    )
  })
})

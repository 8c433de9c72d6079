// The exchange's list of transfers in the cache: pages by either offset, what is new, what was cut off, and what is shown.
import { describe, expect, it } from 'vitest'
import type { Transfer } from '../../../../src-preload/contract/orders/entities.ts'
import { createFoundList } from '../../../../src-main/transfers/received/received.ts'
import {
  createTransferListReader,
  PAGE_ROWS,
} from '../../../../src-main/transfers/received/transfer-list-reader.ts'
import { toFoundEntry } from '../../../../src-main/transfers/history/history.ts'
import { openJournalHere } from '../../../fixtures/journal-here.ts'
import { account, makeStore } from '../../world.ts'
import { sampleTold } from '../../../unit/store/sample-transfers.ts'

const other = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'
const { signal } = new AbortController()

function transferOf(number: number, changes: Partial<Transfer> = {}): Transfer {
  const atMs = 1_700_000_000_000 + number * 1_000
  return {
    ...sampleTold(1),
    ...{ reference: `r${number}`, createdAtMs: atMs, updatedAtMs: atMs, status: 'success' },
    ...(number % 2 === 0
      ? { fromAddress: other, destinationAddress: account.ethereumAddress }
      : { fromAddress: account.ethereumAddress, destinationAddress: other }),
    ...changes,
  }
}

/** An exchange with this many transfers, whose offset counts rows or pages, and whose list may be cut off. */
async function makeWorld(unit: 'rows' | 'pages', count: number, isOldestFirst = false) {
  const all = Array.from({ length: count }, (_, at) => transferOf(at))
  const asked: number[] = []
  const fails = { at: -1 }
  const client = {
    listTransfers: ({
      limit = 50,
      offset = 0,
    }: {
      limit?: number | undefined
      offset?: number | undefined
    }) => {
      asked.push(offset)
      if (asked.length - 1 === fails.at) return Promise.reject(new Error('cut off'))
      const start = unit === 'rows' ? offset : offset * limit
      const listed = isOldestFirst ? all : all.toReversed()
      return Promise.resolve({
        rows: listed.slice(start, start + limit),
        unread: null,
        totalCount: all.length,
      })
    },
  }
  const store = await makeStore()
  const reader = () =>
    createTransferListReader({ store, clock: { now: () => 7 }, session: { account, client } })
  const received = () => createFoundList(openJournalHere(), store)({ account, network: 'n' })
  return { all, asked, fails, reader, received, store }
}

describe.each(['rows', 'pages'] as const)('an offset that counts %s', (unit) => {
  it('leads to all of them once, and then to what is new', async () => {
    const { all, asked, reader, received } = await makeWorld(unit, PAGE_ROWS * 3 + 40)
    const one = reader()
    expect(await one.refresh(signal)).toBe(true)
    const shown = await received()
    expect(shown).toHaveLength(170)
    expect(shown[0]).toMatchObject({ accountId: account.id, told: { reference: 'r338', asOfMs: 7 } })
    const newest = shown[0] ?? expect.fail('nothing received')
    expect(toFoundEntry(newest, account.ethereumAddress)).toMatchObject({
      kind: 'found',
      transfer: { direction: 'received' },
    })
    asked.length = 0
    expect(await one.refresh(signal)).toBe(false)
    expect(asked).toEqual([0])
    all.push(transferOf(340), transferOf(341))
    expect(await one.refresh(signal)).toBe(true)
    expect(asked).toEqual([0, 0])
    expect(await received()).toHaveLength(171)
  })

  it('finds more than a page of new ones, and those of a list that begins with the oldest', async () => {
    const { all, reader, received } = await makeWorld(unit, PAGE_ROWS + 2)
    const one = reader()
    await one.refresh(signal)
    for (let number = PAGE_ROWS + 2; number < PAGE_ROWS * 4; number += 1) all.push(transferOf(number))
    await one.refresh(signal)
    expect(await received()).toHaveLength(PAGE_ROWS * 2)

    const old = await makeWorld(unit, PAGE_ROWS * 2 + 10, true)
    const two = old.reader()
    await two.refresh(signal)
    old.all.push(transferOf(PAGE_ROWS * 2 + 10))
    expect(await two.refresh(signal)).toBe(true)
    expect(await old.received()).toHaveLength(PAGE_ROWS + 6)
  })

  it('continues where it was cut off, in another run of the app', async () => {
    const { asked, fails, reader, received } = await makeWorld(unit, PAGE_ROWS * 4 + 1)
    fails.at = 4
    await expect(reader().refresh(signal)).rejects.toThrow('cut off')
    const before = asked.length
    await reader().refresh(signal)
    expect(await received()).toHaveLength(PAGE_ROWS * 2 + 1)
    // The newest page, and the two that were missing.
    expect(asked.length - before).toBe(3)
  })
})

describe('the list', () => {
  it('has the later version of a transfer that changed, and one that was looked up once', async () => {
    const { all, reader, store } = await makeWorld('rows', 0)
    const journal = openJournalHere()
    const list = createFoundList(journal, store)
    const owner = { accountId: account.id, networkKey: 'n', accountAddress: account.ethereumAddress }
    all.push(transferOf(2, { status: 'pending' }))
    await reader().refresh(signal)
    await journal.putFoundTransfer({ ...owner, told: { ...transferOf(2, { status: 'pending' }), asOfMs: 3 } })
    all[0] = transferOf(2, { updatedAtMs: transferOf(2).updatedAtMs + 5_000 })
    expect(await reader().refresh(signal)).toBe(true)
    const shown = await list({ account, network: 'n' })
    expect(shown.map(({ told }) => [told.reference, told.status])).toEqual([['r2', 'success']])
  })

  it('is gone with the account', async () => {
    const { reader, received, store } = await makeWorld('rows', 4)
    await reader().refresh(signal)
    await store.removeAccount(account.id)
    expect(await received()).toEqual([])
    await expect(reader().refresh(signal)).rejects.toMatchObject({ code: 'notFound' })
  })
})

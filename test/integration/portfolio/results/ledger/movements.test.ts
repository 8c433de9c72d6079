// Movements of an account are its entered ones and each completed transfer once, wherever it was told.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMovements } from '../../../../../src-main/portfolio/results/ledger/movements.ts'
import { openJournalHere } from '../../../../fixtures/journal-here.ts'
import { network, recipientAddress, sampleTold, sender } from '../../../../unit/store/sample-transfers.ts'
import { putTransfer } from '../../../store/maintenance/support.ts'
import { account, makeStore } from '../../../world.ts'

const { signal } = new AbortController()
const allListed = { offsetUnit: null, nextPage: 1, isWhole: true } as const
const other = '0x00000000000000000000000000000000000000AA'

async function begin() {
  const store = await makeStore()
  await store.putAccount({ ...account, ethereumAddress: sender })
  const journal = openJournalHere()
  const read = async (): Promise<string[]> => {
    const of = { accountId: account.id, address: sender }
    const movements = await readMovements({ store, journal, network, signal }, of)
    return movements
      .map(({ direction, amount, currency, atMs }) => `${direction} ${amount} ${currency} ${atMs}`)
      .sort()
  }
  return { store, journal, read }
}

it('a transfer that journal, look-up and list tell of is one; those sent elsewhere and received are others', async () => {
  const { store, journal, read } = await begin()
  // Number 0 goes its whole way: the journal has it as completed.
  await putTransfer(journal, 0)
  const mine = sampleTold(0)
  const elsewhere = { ...sampleTold(1), amount: '3' }
  const received = { ...sampleTold(2), fromAddress: other, destinationAddress: sender, amount: '7.5' }
  // Another person's reference may be the same as one of mine.
  const sameReference = { ...received, reference: mine.reference, amount: '0.25', currency: 'ETH' }
  const waiting = { ...sampleTold(4, 'pending'), amount: '100' }
  const toMyself = { ...sampleTold(5), destinationAddress: sender, amount: '50' }
  await store.putListedTransfers(account.id, [mine, elsewhere, received, waiting, toMyself], allListed)
  for (const told of [elsewhere, sameReference])
    await journal.putFoundTransfer({
      networkKey: network,
      accountId: account.id,
      accountAddress: sender,
      told,
    })
  expect(await read()).toEqual(
    [
      `out ${mine.amount} usdc ${mine.updatedAtMs}`,
      `out 3 usdc ${elsewhere.updatedAtMs}`,
      `in 7.5 usdc ${received.updatedAtMs}`,
      `in 0.25 eth ${sameReference.updatedAtMs}`,
    ].sort(),
  )
})

it('their sum is that of the references that are told of, each once', async () => {
  const one = fc.record({
    number: fc.integer({ min: 1, max: 6 }),
    isReceived: fc.boolean(),
    units: fc.integer({ min: 1, max: 1_000 }),
    isDone: fc.boolean(),
    where: fc.constantFrom('list', 'look-up', 'both'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(one, { selector: (each) => `${each.number} ${each.isReceived}` }),
      async (all) => {
        const { store, journal, read } = await begin()
        for (const { number, isReceived, units, isDone, where } of all) {
          const told = {
            ...sampleTold(isReceived ? number + 100 : number, isDone ? 'success' : 'pending'),
            amount: String(units),
            fromAddress: isReceived ? other : sender,
            destinationAddress: isReceived ? sender : recipientAddress,
          }
          if (where !== 'look-up') await store.putListedTransfers(account.id, [told], allListed)
          if (where !== 'list')
            await journal.putFoundTransfer({
              networkKey: network,
              accountId: account.id,
              accountAddress: sender,
              told,
            })
        }
        const sum = (await read()).reduce((total, line) => {
          const [direction, amount] = line.split(' ')
          return total + (direction === 'in' ? 1 : -1) * Number(amount)
        }, 0)
        const expected = all.reduce(
          (total, { isReceived, units, isDone }) => total + (isDone ? (isReceived ? units : -units) : 0),
          0,
        )
        expect(sum).toBe(expected)
      },
    ),
    { numRuns: 10 },
  )
})

// The composed services save receipts and exports of the account in use, and of no other.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { sentTransfer } from '../../../src-preload/contract/transfers.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'
import { everything, makeFolder } from './files-world.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7

test('a transfer that was only written down is exported and printed as such; another account gets neither', async () => {
  const [alice, bob] = derivePracticeUsers(seed)
  if (!alice || !bob) throw new Error('no practice users')
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  const practice = { networkKind: 'practice', baseUrl: null } as const
  const ids = { alice: randomUUID(), bob: randomUUID() }
  await store.putAccount({ ...account, ...practice, id: ids.bob, ethereumAddress: bob.ethereumAddress })
  await store.putAccount({ ...account, ...practice, id: ids.alice, ethereumAddress: alice.ethereumAddress })
  const folder = makeFolder()
  const printed: string[] = []
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: makeEvents().emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    chooseFile: (name) => Promise.resolve(join(folder, name)),
    print: (html) => {
      printed.push(html)
      return Promise.resolve(Buffer.from('%PDF-'))
    },
  })
  onTestFinished(() => services.close())
  const { transfers, accounts } = services
  await accounts.activate({ id: ids.alice })
  const made = await transfers.create({
    recipientAddress: bob.ethereumAddress,
    source: 'typed',
    amount: '1.5',
    reference: 'rent-11',
    note: '=1+1',
    acknowledged: ['firstTime'],
  })
  expect(await transfers.export({ filter: everything, format: 'csv' })).toMatchObject({ count: 1 })
  expect(await transfers.saveReceipt({ id: made.id, format: 'pdf' })).toEqual({
    file: 'starkdesk-transfer-rent-11.pdf',
  })
  expect(await transfers.saveReceipt({ id: made.id, format: 'json' })).toEqual({
    file: 'starkdesk-transfer-rent-11.json',
  })
  expect(printed[0]).toContain('<h1>Not sent</h1>')
  const text = readFileSync(join(folder, 'starkdesk-transfer-rent-11.json'), 'utf8')
  const { transfer } = z.object({ transfer: sentTransfer }).parse(JSON.parse(text))
  expect(transfer).toEqual(await transfers.get({ id: made.id }))

  await accounts.activate({ id: ids.bob })
  expect(await failureOf(transfers.saveReceipt({ id: made.id, format: 'pdf' }))).toMatchObject({
    code: 'notFound',
  })
  expect(await transfers.export({ filter: everything, format: 'jsonl' })).toMatchObject({ count: 0 })
  expect(printed).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([])
})

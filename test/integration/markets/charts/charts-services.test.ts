// Charts and the list of markets work over the whole of main, a real exchange and a real file, and after a restart.
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { channels } from '../../../../src-preload/contract/contract.ts'
import { composeServices } from '../../../../src-main/app/compose.ts'
import { systemClock } from '../../../../src-main/async/clock.ts'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'
import { lineAt } from '../../../fixtures/drawings.ts'
import { CountingKeychain } from '../../../fixtures/counting-keychain.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { failureOf } from '../../../fixtures/test-client.ts'
import { makeFolder, open } from '../../store/support.ts'
import { account, makeEvents, makeLog, openPlaces } from '../../world.ts'
import { nobodyThere } from '../../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../../fixtures/journal-here.ts'

const seed = 7
const users = derivePracticeUsers(seed)
const always = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

function practiceAccount(id: string, user: number) {
  const ethereumAddress = users[user]?.ethereumAddress ?? ''
  return { ...account, id, networkKind: 'practice' as const, baseUrl: null, ethereumAddress }
}

async function start(file: string, baseUrl: string) {
  const store = await open(file)
  if ((await store.listAccounts()).length === 0) {
    await store.putAccount(practiceAccount('a', 0))
    await store.putAccount(practiceAccount('b', 1))
  }
  const told = makeEvents()
  const { log, faults } = makeLog()
  const services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log,
    practice: { start: () => Promise.resolve(baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
  })
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await services.close()
    await store.close()
  }
  onTestFinished(close)
  return { services, store, told, faults, close }
}

it('shows what the orders of an account did, and of the other one where that is chosen', async () => {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 120 })
  onTestFinished(() => exchange.close())
  const { services, store } = await start(join(makeFolder(), 'test.db'), exchange.baseUrl)
  const first = (await services.accounts.getState()).activeId ?? ''
  await eventually(async () => {
    const { orders, wanted } = await store.getFillProgress(first)
    expect(orders > 0 && wanted === 0 && (await store.getOrderSync(first)).stretches[0]?.fromId === 0).toBe(
      true,
    )
  })
  const read = async () => {
    const { markets } = await services.orders.listFacets({})
    const lists = markets.map((market) => services.charts.listMarks({ market, ...always }))
    const answers = (await Promise.all(lists)).map((one) => channels['charts:listMarks'].output.parse(one))
    return answers.flatMap(({ marks }) => marks)
  }
  const marks = await read()
  expect(new Set(marks.map(({ kind }) => kind))).toEqual(new Set(['placed', 'fill', 'cancelled']))
  // No order is missing, and none has more fills than it says.
  expect(marks.filter(({ kind }) => kind === 'placed')).toHaveLength(await store.countOrders(first))
  for (const orderId of new Set(marks.flatMap((mark) => (mark.kind === 'fill' ? [mark.orderId] : [])))) {
    const fills = marks.filter((mark) => mark.kind === 'fill' && mark.orderId === orderId)
    expect(fills).toHaveLength((await store.getOrder(first, orderId))?.tradesCount ?? 0)
  }
  const other = first === 'a' ? 'b' : 'a'
  await services.accounts.activate({ id: other })
  const ids = new Set(marks.map(({ orderId }) => orderId))
  await eventually(async () => expect((await read()).length).toBeGreaterThan(0))
  expect((await read()).some(({ orderId }) => ids.has(orderId))).toBe(false)
})

it('has the same list, layout and drawings after a restart', async () => {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const file = join(makeFolder(), 'test.db')
  const before = await start(file, exchange.baseUrl)
  const { markets, charts } = before.services
  await eventually(() => expect(before.services.connection.getState().status).toBe('online'))
  const symbols = async (one: typeof before) =>
    (await one.services.markets.list()).markets.map(({ market }) => market)
  const [first = '', second = '', ...rest] = await symbols(before)
  await markets.remove({ market: first })
  expect(await failureOf(markets.add({ market: 'nosuchusdc' }))).toMatchObject({ code: 'notFound' })
  await markets.add({ market: first })
  await markets.reorder({ markets: [first, ...rest, second] })
  expect(before.told.count('markets:listChanged')).toBeGreaterThanOrEqual(3)
  const drawing = lineAt('5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11', '3000', { market: first, text: 'Support' })
  await charts.putDrawing({ drawing })
  const layout = { ...(await charts.getLayout()), shown: 2 as const }
  await charts.setLayout(layout)
  await before.close()

  const after = await start(file, exchange.baseUrl)
  expect(await symbols(after)).toEqual([first, ...rest, second])
  expect(await after.services.charts.getLayout()).toEqual(layout)
  expect(await after.services.charts.listDrawings({ market: first })).toEqual({ drawings: [drawing] })
})

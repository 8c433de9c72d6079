// Whoever sets the vault aside without its password sees nothing that the lock hid, over all services, a real store, a real vault
// and a practice exchange over HTTP.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { anyOrder, makeFolder, newestFirst, open } from '../store/support.ts'
import { account, makeEvents, makeLog } from '../world.ts'
import { type Typed, typingPerson } from './typing-person.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { sampleIntent as sampleTransfer, sampleTold } from '../../unit/store/sample-transfers.ts'
import { sampleIntent as sampleOrder } from '../../unit/trading/sample-orders.ts'

const password = 'correct horse battery'
const orders = 40

/** Answers about orders and figures that have come over the network, and what they wait for before the app has them. */
interface Held {
  until: Promise<undefined> | null
  readonly paths: string[]
}

async function startApp() {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed: 7, orders })
  onTestFinished(() => exchange.close())
  const user = exchange.users[0]
  if (user === undefined) throw new Error('the exchange has no user')
  const folder = makeFolder()
  const store = await open(join(folder, 'data.sqlite'))
  const { ethereumAddress, ethereumPrivateKey } = user
  await store.putAccount({ ...account, baseUrl: exchange.baseUrl, ethereumAddress })
  const { log, faults } = makeLog()
  const places = await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(folder, 'vault'),
    clock: systemClock,
    onFault: (what) => faults.push(what),
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
    load: () => Promise.resolve(new CountingKeychain()),
    scrypt: cheap,
  })
  await places.set('a', 'ethereumPrivateKey', ethereumPrivateKey)
  const told = makeEvents()
  const journal = openJournalHere()
  const typed: Typed = { password, wallet: { kind: 'privateKey', ethereumPrivateKey } }
  const held: Held = { until: null, paths: [] }
  /** Paths that were asked for with a token. */
  const authorized: string[] = []
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal,
    places,
    clock: systemClock,
    fetch: async (url, init) => {
      if (new Headers(init.headers).has('authorization')) authorized.push(new URL(url).pathname)
      const answer = await globalThis.fetch(url, init)
      const { pathname } = new URL(url)
      if (held.until !== null && /\/(orders|pnl)\//.test(pathname)) {
        held.paths.push(pathname)
        await held.until
      }
      return answer
    },
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log,
    practice: { start: () => Promise.reject(new Error('not used')), stop: () => Promise.resolve() },
    practiceSeed: 1,
    random: () => 0,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      ...typingPerson(typed),
      confirmRemoveAll: () => Promise.resolve(),
      confirmHost: () => Promise.resolve(),
      confirmChange: () => Promise.resolve(),
    },
  })
  onTestFinished(() => services.close())

  const hasAll = () =>
    eventually(async () => {
      expect(await store.countOrders('a')).toBe(orders)
      expect((await services.portfolio.getPnl()).entries).not.toEqual([])
      expect((await services.accounts.find('a')).profile).not.toBeNull()
    })
  await hasAll()
  const enterKey = () =>
    services.accounts.connectWallet({
      label: 'Test',
      network: 'custom',
      baseUrl: exchange.baseUrl,
      accountId: 'a',
    })
  return { ...services, store, journal, told, held, authorized, typed, hasAll, enterKey }
}

async function seen({ orders, portfolio, accounts }: Awaited<ReturnType<typeof startApp>>) {
  return {
    orders: (await orders.list({ filter: anyOrder, sort: newestFirst, offset: 0, limit: 10 })).total,
    markets: (await orders.listFacets({})).markets,
    sync: await orders.getSyncState(),
    pnl: (await portfolio.getPnl()).entries,
    profiles: (await accounts.getState()).accounts.map(({ profile }) => profile),
  }
}
const codeOf = (error: unknown): string => (isAppError(error) ? error.code : String(error))

const nothing = {
  orders: 0,
  markets: [],
  sync: { cached: 0, isComplete: false, asOfMs: null, refusedRows: 0 },
  pnl: [],
  profiles: [null],
}

test('after the vault was set aside the account is there without its orders and figures, until its key is entered again', async () => {
  const app = await startApp()
  await app.security.setPassword()
  app.security.lock()
  await app.security.setVaultAside()
  expect(await seen(app)).toMatchObject(nothing)
  await eventually(async () => expect((await app.accounts.getState()).session).toBe('needsKey'))
  expect(await seen(app)).toMatchObject(nothing)
  expect(app.told.last('accounts:changed')?.accounts).toMatchObject([
    { id: 'a', label: 'Test', profile: null },
  ])

  await app.enterKey()
  await app.hasAll()
})

test('transfers and the address book stay hidden, whatever password is set afterwards, until the key is entered again', async () => {
  const app = await startApp()
  const own = [
    ...['transfers:list', 'transfers:get', 'transfers:getSetup'],
    ...['portfolio:listMovements', 'portfolio:getOpening'],
  ]
  const codes = () =>
    Promise.all(own.map((channel) => app.keyReentryGate.assertVisible(channel).then(() => 'shown', codeOf)))
  await app.security.setPassword()
  app.security.lock()
  await app.security.setVaultAside()
  const hidden = own.map(() => 'vaultLocked')
  expect(await codes()).toEqual(hidden)
  // The thief's own password opens his own vault, not what was hidden.
  app.typed.password = 'a password of the thief'
  await app.security.setPassword()
  app.security.lock()
  await app.security.unlock()
  expect(await codes()).toEqual(hidden)

  await app.enterKey()
  expect(await codes()).toEqual(own.map(() => 'shown'))
})

test('the address book of the network stays hidden from an account that is added, also once its owner’s account is removed', async () => {
  const app = await startApp()
  const [owner] = (await app.store.listAccounts()).filter(({ id }) => id === 'a')
  if (owner === undefined) expect.fail('no account')
  const own = ['transfers:getSetup', 'transfers:checkRecipient', 'transfers:list'] as const
  const codes = () =>
    Promise.all(own.map((channel) => app.keyReentryGate.assertVisible(channel).then(() => 'shown', codeOf)))
  const address = `0x${'b'.repeat(40)}`
  await app.transfers.putRecipient({ address, label: 'Savings of the owner', note: '' })
  await app.security.setPassword()
  app.security.lock()
  await app.security.setVaultAside()

  // The thief's own account: another one of the practice exchange's users, with a key that was never here.
  const [, thief] = derivePracticeUsers(7)
  if (thief === undefined) expect.fail('no second user')
  app.typed.wallet = { kind: 'privateKey', ethereumPrivateKey: thief.ethereumPrivateKey }
  await app.accounts.connectWallet({
    label: 'Thief',
    network: 'custom',
    baseUrl: owner.baseUrl,
    accountId: null,
  })
  const inUse = (await app.accounts.getState()).activeId
  expect(inUse).not.toBe('a')
  expect(await codes()).toEqual(own.map(() => 'vaultLocked'))
  await app.store.removeAccount('a')
  expect(await codes()).toEqual(own.map(() => 'vaultLocked'))

  await app.store.putAccount(owner)
  app.typed.wallet = {
    kind: 'privateKey',
    ethereumPrivateKey: derivePracticeUsers(7)[0]?.ethereumPrivateKey ?? '',
  }
  await app.enterKey()
  expect(await codes()).toEqual(own.map(() => 'shown'))
  expect((await app.transfers.getSetup()).recipients).toMatchObject([{ label: 'Savings of the owner' }])
})

test('no figure, list or file has what the journal and the person keep of money that moved, and of orders placed here', async () => {
  const app = await startApp()
  const { portfolio, trading, transfers, charts, alerts, orders, journal, keyReentryGate } = app
  const account = (await app.accounts.getState()).accounts[0]
  const network = { networkKind: 'custom', networkKey: account?.network.baseUrl ?? '' } as const
  const senderAddress = account?.ethereumAddress ?? ''
  /** Of everything that is kept, so that it is found wherever it is told. */
  const amount = '4242.424242'
  const nowMs = systemClock.now()
  await portfolio.addMovement({
    currency: 'eth',
    direction: 'in',
    amount,
    value: amount,
    atMs: nowMs - 60_000,
  })
  const sent = sampleTransfer(1, { ...network, senderAddress, amount, createdAtMs: nowMs - 50_000 })
  await journal.createTransfer(sent, '')
  const toSign = { msgHash: '0x1', nonce: 1 }
  const signature = { r: '0x1', s: '0x2' }
  const record = { ...sampleTold(1), amount, fromAddress: senderAddress, updatedAtMs: nowMs - 40_000 }
  await journal.moveTransfer(sent.id, ['intended'], 'initiating', {}, nowMs)
  await journal.moveTransfer(sent.id, ['initiating'], 'initiated', toSign, nowMs)
  await journal.moveTransfer(sent.id, ['initiated'], 'signed', { signature }, nowMs)
  await journal.moveTransfer(sent.id, ['signed'], 'processing', {}, nowMs)
  await journal.moveTransfer(sent.id, ['processing'], 'succeeded', { told: record, differences: [] }, nowMs)
  await journal.createPlacedOrder(sampleOrder(1, { ...network, senderAddress, amount, createdAtMs: nowMs }))

  const allTransfers = { text: '', states: [], fromMs: null, toMs: null }
  const range = { fromMs: nowMs - 86_400_000, toMs: nowMs + 60_000 }
  const asked: Readonly<Record<string, () => unknown>> = {
    'portfolio:listMovements': () => portfolio.listMovements(),
    'portfolio:getResults': () => portfolio.getResults(),
    'portfolio:getBooks': () => portfolio.getBooks(),
    'portfolio:getPerformance': () => portfolio.getPerformance(range),
    'portfolio:getReport': () => portfolio.getReport(range),
    'portfolio:listLots': () => portfolio.listLots({ method: 'fifo', currency: null, offset: 0, limit: 100 }),
    'transfers:list': () => transfers.list({ filter: allTransfers, limit: 50, beforeMs: null }),
    'trading:listPlaced': () => trading.listPlaced({ limit: 50 }),
    'orders:list': () => orders.list({ filter: anyOrder, sort: newestFirst, offset: 0, limit: 100 }),
    'charts:listMarks': () => charts.listMarks({ market: 'ethusdc', ...range }),
    'alerts:listNotices': () => alerts.listNotices({ beforeId: null, limit: 100 }),
    // What the file of all transactions has.
    'exports:start': () => portfolio.listTransfers(),
  }
  const showing = async (): Promise<string[]> => {
    const answers = Object.entries(asked).map(async ([channel, ask]) => {
      const told = await keyReentryGate
        .assertVisible(channel)
        .then(ask)
        .then((value) => JSON.stringify(value), codeOf)
      return told.includes(amount) ? [channel] : []
    })
    return (await Promise.all(answers)).flat()
  }
  expect(await showing()).toEqual(
    expect.arrayContaining([
      'exports:start',
      'portfolio:listMovements',
      'trading:listPlaced',
      'transfers:list',
    ]),
  )
  await app.security.setPassword()
  app.security.lock()
  await app.security.setVaultAside()
  expect(await showing()).toEqual([])
})

test('transfers that the lock left readable are there after the vault was set aside', async () => {
  const app = await startApp()
  await app.security.setPassword()
  await app.security.setOptions({ readableWhenLocked: true })
  app.security.lock()
  await app.security.setVaultAside()
  await app.keyReentryGate.assertVisible('transfers:list')
})

test('an answer that was on its way when Starkdesk was locked does not land afterwards', async () => {
  const app = await startApp()
  await app.security.setPassword()
  app.security.lock()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  app.held.until = promise
  // Everything is asked for at once then.
  await app.security.unlock()
  const asked = ['/sapi/v1/orders/', '/sapi/v1/user/pnl/']
  await eventually(() => expect(new Set(app.held.paths)).toEqual(new Set([...app.held.paths, ...asked])))
  app.security.lock()
  await app.security.setVaultAside()
  app.held.until = null
  resolve(undefined)
  await eventually(async () => expect((await app.accounts.getState()).session).toBe('needsKey'))
  expect(await seen(app)).toMatchObject(nothing)
})

test('what could be read while locked can be read afterwards', async () => {
  const app = await startApp()
  await app.security.setOptions({ readableWhenLocked: true })
  await app.security.setPassword()
  app.security.lock()
  await app.security.setVaultAside()
  expect(await seen(app)).toMatchObject({ orders, profiles: [{ customerId: expect.any(String) as string }] })
})

test('no call has a token any more, also where everything could be read while locked', async () => {
  const app = await startApp()
  expect(app.authorized).not.toEqual([])
  await app.security.setOptions({ readableWhenLocked: true })
  await app.security.setPassword()
  app.security.lock()
  await app.security.setVaultAside()
  app.authorized.length = 0
  await expect(app.trading.cancel({ orderId: 1 })).rejects.toThrow()
  expect(app.authorized).toEqual([])
})

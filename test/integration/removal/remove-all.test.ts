// Proof of what removing everything asks, what it takes along, and that it is all or says why.
import { sampleIntent as sampleOrderIntent } from '../../unit/trading/sample-orders.ts'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { RemoveAllRequest } from '../../../src-preload/contract/accounts/confirm.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import type { SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { noOrderBusiness } from '../../fixtures/no-order-business.ts'
import { failureOf, walletKey } from '../../fixtures/test-client.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'
import { typingPerson } from '../accounts/typing-person.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'

interface World {
  readonly store: Store
  readonly services: Services
  readonly places: SecretBackends
  readonly keychain: CountingKeychain
  /** What the other window was asked to show, each time. */
  readonly asked: Omit<RemoveAllRequest, 'kind'>[]
}

let isDeclined = false
afterEach(() => {
  isDeclined = false
})

async function start(
  prepare: (store: Store, journal: Journal) => Promise<void> = () => Promise.resolve(),
  fetch: typeof globalThis.fetch = () => Promise.reject(new TypeError('no network here')),
): Promise<World> {
  const store = await makeStore()
  const journal = openJournalHere()
  await prepare(store, journal)
  const keychain = new CountingKeychain()
  const places = await openPlaces(store, keychain)
  await places.set(account.id, 'ethereumPrivateKey', walletKey)
  await places.set(account.id, 'refreshToken', 'a token')
  // Of an account that is no more.
  await places.set('gone', 'apiKey', 'left over')
  const asked: World['asked'] = []
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal,
    places,
    clock: systemClock,
    fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: makeEvents().emit,
    log: makeLog().log,
    practice: { start: () => Promise.reject(new AppError('offline')), stop: () => Promise.resolve() },
    practiceSeed: 7,
    random: () => 0,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      ...typingPerson({ wallet: { kind: 'privateKey', ethereumPrivateKey: `0x${'5'.repeat(64)}` } }),
      confirmRemoveAll: (record) => {
        asked.push(record)
        return isDeclined ? Promise.reject(new AppError('userDeclined')) : Promise.resolve()
      },
    },
  })
  onTestFinished(() => services.close())
  return { store, services, places, keychain, asked }
}

const typed = 'Remove everything'

test('after a yes no account and no secret is left, not even of an account that was gone', async () => {
  const { store, services, keychain, asked } = await start()
  expect(keychain.entries.size).toBe(3)
  expect(await services.removal.getFacts()).toEqual({
    wallets: 1,
    practiceAccounts: 0,
    undecidedTransfers: 0,
    ...noOrderBusiness,
  })
  await services.removal.removeAll({ typed })
  expect(asked).toEqual([
    {
      labels: ['Test'],
      practiceAccounts: 0,
      undecidedTransfers: 0,
      ...noOrderBusiness,
    },
  ])
  expect(await store.listAccounts()).toEqual([])
  expect(keychain.entries.size).toBe(0)
})

test('nothing is asked without the words, and nothing goes after a no', async () => {
  const { store, services, keychain, asked } = await start()
  for (const words of ['', 'remove', 'remove everything now', 'Test']) {
    await expect(services.removal.removeAll({ typed: words })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'typed' },
    })
  }
  expect(asked).toEqual([])
  isDeclined = true
  await expect(services.removal.removeAll({ typed })).rejects.toMatchObject({ code: 'userDeclined' })
  expect(await store.listAccounts()).toHaveLength(1)
  expect(keychain.entries.size).toBe(3)
})

test('a keychain that is locked keeps the account, and it works once it is open', async () => {
  const { store, services, keychain } = await start()
  keychain.fault = 'The keychain is locked'
  await expect(services.removal.removeAll({ typed })).rejects.toMatchObject({ code: 'keychainLocked' })
  expect(await store.listAccounts()).toHaveLength(1)
  keychain.fault = null
  await services.removal.removeAll({ typed })
  expect(await store.listAccounts()).toEqual([])
  expect(keychain.entries.size).toBe(0)
})

test('a wallet that is being connected is given up: its key would be kept where nothing knows of it any more', async () => {
  const asked = Promise.withResolvers<undefined>()
  const { services, keychain } = await start(undefined, async (_url, options) => {
    asked.resolve(undefined)
    return new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  const connecting = failureOf(
    services.accounts.connectWallet({
      label: 'New',
      network: 'testnet',
      baseUrl: null,
      accountId: null,
    }),
  )
  await asked.promise
  await services.removal.removeAll({ typed })
  expect((await connecting).code).toBe('cancelled')
  expect(keychain.entries.size).toBe(0)
})

test('a transfer of which nobody knows what became of it is told of, of whichever account', async () => {
  const id = '3f1c2d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
  const { services, asked } = await start(async (_store, journal) => {
    const intent = {
      id,
      accountId: account.id,
      networkKind: account.networkKind,
      baseUrl: account.baseUrl,
      networkKey: 'https://exchange.example',
      host: 'exchange.example',
      senderAddress: account.ethereumAddress,
      recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
      amount: '25',
      currency: 'usdc',
      reference: 'r-1',
      createdAtMs: 1,
    } as const
    await journal.createTransfer(intent, '')
    const signed = { msgHash: '0x12', nonce: 1, signature: { r: '0x1', s: '0x2' } }
    await journal.moveTransfer(id, ['intended'], 'initiating', {}, 2)
    await journal.moveTransfer(
      id,
      ['initiating'],
      'initiated',
      { msgHash: signed.msgHash, nonce: signed.nonce },
      3,
    )
    await journal.moveTransfer(id, ['initiated'], 'signed', { signature: signed.signature }, 4)
    await journal.moveTransfer(id, ['signed'], 'processing', {}, 5)
    await journal.createPlacedOrder(sampleOrderIntent(1))
    const sent = { ...signed, msgHash: '0x13', sentAtMs: 1 }
    await journal.movePlacedOrder(sampleOrderIntent(1).id, ['intended'], 'sending', sent, 6)
  })
  expect(await services.removal.getFacts()).toMatchObject({ undecidedTransfers: 1, undecidedOrders: 1 })
  await services.removal.removeAll({ typed })
  expect(asked).toMatchObject([{ undecidedTransfers: 1, undecidedOrders: 1 }])
  // The order is another account's.
  expect(await services.readOrderBusiness(account.id)).toEqual(noOrderBusiness)
})

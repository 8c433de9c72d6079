// An account is told whether its wallet's L2 key is the registered one, with real services, a real data file and a real exchange
// whose profile can name another key.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import type { Log } from '../../../src-main/diagnostics/log.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../../../src-main/signing/stark.ts'
import { accountSetting } from '../../../src-main/store/api/account-settings.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { events } from '../../../src-preload/contract/contract.ts'
import type { L2Key } from '../../../src-preload/contract/accounts/accounts.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { makeEvents, openPlaces, type Told } from '../world.ts'
import { openOneThreadStore } from '../../fixtures/one-thread-store.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const profilePath = '/sapi/v1/user/profile/'

let exchange: PracticeExchange
let server: ScriptedServer
let folder: string
let store: Store
let keychain: CountingKeychain
let told: Told
/** Every line of the log, with its facts. */
let lines: string[]
/** What the profile names instead of the registered key; null leaves it as it is. */
let otherStarkKey: string | null
let isDown: boolean
const running: Services[] = []

beforeAll(async () => {
  exchange = await startPracticeExchange({ host: '127.0.0.1', seed, orders: 3 })
  server = await startScriptedServer(async ({ method, path, query, headers, body }) => {
    if (isDown) return { cutAfter: -1 }
    const response = await fetch(`${exchange.baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const named = otherStarkKey === null || path !== profilePath ? null : otherStarkKey
    return {
      status: response.status,
      text: named === null ? text : text.replace(/"stark_key":"0x[0-9a-f]+"/, `"stark_key":"${named}"`),
    }
  })
}, 60_000)

afterAll(async () => {
  await server.stop()
  await exchange.close()
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-l2-key-'))
  store = await openOneThreadStore({
    file: join(folder, 'test.sqlite'),
    clock: systemClock,
    workerUrl,
  })
  keychain = new CountingKeychain()
  lines = []
  otherStarkKey = null
  isDown = false
})

afterEach(async () => {
  for (const services of running.splice(0)) await services.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Starts the app on the data file and the keychain of the test. */
async function start(): Promise<Services> {
  told = makeEvents()
  const log: Log = {
    info: (area, what, facts) => lines.push(JSON.stringify([area, what, facts])),
    fault: (area, what, error, facts) => lines.push(JSON.stringify([area, what, String(error), facts])),
  }
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, keychain),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    confirmations: { ...nobodyThere.confirmations, confirmRemoval: () => Promise.resolve() },
  })
  running.push(services)
  return services
}

async function stop(): Promise<void> {
  await running.pop()?.close()
}

function userOf(index: 0 | 1): PracticeUser {
  const user = exchange.users[index]
  if (user === undefined) throw new Error('no such practice user')
  return user
}

/** The wallet of the first user as one of the user's own, with its key in the keychain. Answers the account's id. */
async function keepWallet(): Promise<string> {
  const id = randomUUID()
  const { name, ethereumAddress, ethereumPrivateKey } = userOf(0)
  await (await openPlaces(store, keychain)).set(id, 'ethereumPrivateKey', ethereumPrivateKey)
  await store.putAccount({
    id,
    label: name,
    networkKind: 'custom',
    baseUrl: server.baseUrl,
    ethereumAddress,
    keyKind: 'ethereum',
    createdAtMs: 1,
    profile: null,
  })
  return id
}

async function l2KeyOf(services: Services, id: string): Promise<L2Key | undefined> {
  return (await services.accounts.getState()).accounts.find((account) => account.id === id)?.l2Key
}

async function expectL2Key(services: Services, id: string, expected: L2Key): Promise<void> {
  await eventually(async () => expect(await l2KeyOf(services, id)).toEqual(expected))
}

const ownKey = (index: 0 | 1 = 0): L2Key => ({
  status: 'matched',
  publicKey: userOf(index).starkKey,
  text: { era: 'tanx', network: 'mainnet' },
})

describe('the L2 key of an account', { timeout: 60_000 }, () => {
  test.each([0, 1] as const)(
    'is the registered one for practice user %i, and the page is told',
    async (user) => {
      const services = await start()
      const { id } = await services.accounts.connectPractice({ user })
      await expectL2Key(services, id, ownKey(user))
      await eventually(() => expect(told.last('accounts:changed')?.accounts[0]?.l2Key.status).toBe('matched'))
      expect(events['accounts:changed'].safeParse(told.last('accounts:changed')).success).toBe(true)
    },
  )

  test('stays known after a restart without the key and without the service', async () => {
    const id = await keepWallet()
    await expectL2Key(await start(), id, ownKey())
    await stop()
    isDown = true
    keychain.fault = 'Cannot create an item in a locked collection'
    expect(await l2KeyOf(await start(), id)).toEqual(ownKey())
  })

  test.each(['tanx', 'brine'] as const)(
    'is found with the testnet text of the %s era on a network of the user’s own',
    async (era) => {
      otherStarkKey = deriveStarkKeyPair(userOf(0).ethereumPrivateKey, l2KeyTexts.testnet[era]).publicKey
      const id = await keepWallet()
      await expectL2Key(await start(), id, {
        status: 'matched',
        publicKey: otherStarkKey,
        text: { era, network: 'testnet' },
      })
    },
  )

  test('is not the registered one when the profile names another, also after an earlier match', async () => {
    const id = await keepWallet()
    const services = await start()
    await expectL2Key(services, id, ownKey())
    otherStarkKey = userOf(1).starkKey
    await services.accounts.signIn()
    await expectL2Key(services, id, { status: 'mismatch', profilePublicKey: userOf(1).starkKey })
    expect(events['accounts:changed'].safeParse(told.last('accounts:changed')).success).toBe(true)

    otherStarkKey = null
    await services.accounts.signIn()
    await expectL2Key(services, id, ownKey())
  })

  test('is unknown while the service has none registered', async () => {
    otherStarkKey = '0x0'
    const id = await keepWallet()
    const services = await start()
    // The page is told once the comparison is over.
    await eventually(() => expect(told.last('accounts:changed')?.accounts[0]?.profile?.starkKey).toBe('0x0'))
    expect(await l2KeyOf(services, id)).toEqual({ status: 'unknown' })
  })

  test('is unknown while the keychain is locked, and compared once signing in works again', async () => {
    const id = await keepWallet()
    keychain.fault = 'Cannot create an item in a locked collection'
    const services = await start()
    await expect(services.accounts.signIn()).rejects.toMatchObject({ code: 'keychainLocked' })
    expect(await l2KeyOf(services, id)).toEqual({ status: 'unknown' })
    keychain.fault = null
    await services.accounts.signIn()
    await expectL2Key(services, id, ownKey())
  })

  test('leaves its private half nowhere: not in the data file, the keychain, the log or the page', async () => {
    const id = await keepWallet()
    const services = await start()
    await expectL2Key(services, id, ownKey())
    const state = JSON.stringify(await services.accounts.getState())
    await stop()
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    const publicDigits = userOf(0).starkKey.slice(2)
    expect(files.some((text) => text.includes(publicDigits))).toBe(true)
    const everything = [state, ...files, ...keychain.entries.values(), ...lines].join('\n').toLowerCase()
    expect(everything).not.toContain(userOf(0).starkPrivateKey.slice(2))
    expect(`${state}${files.join()}${lines.join()}`).not.toContain(userOf(0).ethereumPrivateKey.slice(2))
  })

  test('is forgotten with its account', async () => {
    const id = await keepWallet()
    const services = await start()
    await expectL2Key(services, id, ownKey())
    expect(await store.getSetting(accountSetting(id, 'l2Key'))).not.toBeNull()
    await services.accounts.remove({ id, label: userOf(0).name, leaveSecrets: false })
    expect(await store.getSetting(accountSetting(id, 'l2Key'))).toBeNull()
  })
})

// Locking reaches everything that is composed: sessions, windows, events.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { account, makeEvents, makeLog, makeStore } from '../world.ts'
import { typingPerson } from '../accounts/typing-person.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const password = 'four quiet words here'

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  const ethereumAddress = derivePracticeUsers(seed)[0]?.ethereumAddress ?? ''
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  const told = makeEvents()
  const { log } = makeLog()
  let locks = 0
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal: openJournalHere(),
    places: await openSecretBackends({
      ledger: createKeychainLedger(store),
      vaultFile: join(folder, 'keys.vault'),
      clock: systemClock,
      onFault: (what, error) => log.fault('keychain', what, error),
      listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
      load: () => Promise.resolve(new CountingKeychain()),
      scrypt: cheap,
    }),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      ...typingPerson({ password }),
      confirmChange: () => Promise.resolve(),
    },
    onLock: () => {
      locks += 1
    },
  })
  onTestFinished(() => services.close())
  const session = async () => (await services.accounts.getState()).session
  return { services, told, session, locks: () => locks }
}

test('locking ends the session, tells the windows, and tells the page nothing more until it is unlocked', async () => {
  const { services, told, session, locks } = await start()
  await eventually(async () => expect(await session()).toBe('signedIn'))
  await services.security.setPassword()
  expect(locks()).toBe(0)
  await eventually(() => expect(told.last('accounts:changed')?.protection.kind).toBe('vault'))

  services.security.lock()
  expect(locks()).toBe(1)
  expect(await session()).toBe('appLocked')
  const before = told.count('accounts:changed')
  await services.accounts.activate({ id: account.id })
  await services.accounts.rename({ id: account.id, label: 'Renamed in the dark' })
  expect(told.count('accounts:changed')).toBe(before)
  await expect(services.accounts.signIn()).rejects.toMatchObject({ code: 'vaultLocked' })

  await services.security.unlock()
  await eventually(async () => expect(await session()).toBe('signedIn'))
  await eventually(() =>
    expect(told.last('accounts:changed')?.accounts[0]?.label).toBe('Renamed in the dark'),
  )
})

test('figures that may be read while locked go on being told', async () => {
  const { services, told, session } = await start()
  await eventually(async () => expect(await session()).toBe('signedIn'))
  await services.security.setOptions({ readableWhenLocked: true })
  await services.security.setPassword()
  services.security.lock()
  const before = told.count('accounts:changed')
  await services.accounts.rename({ id: account.id, label: 'Seen' })
  expect(told.count('accounts:changed')).toBeGreaterThan(before)
  expect(told.last('accounts:changed')?.session).toBe('appLocked')
})

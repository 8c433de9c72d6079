// The services composed whole, over a real data file, vault and exchange, with a person at the desk in front of them.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import type { Result } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { walletKey } from '../../fixtures/test-client.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { makeDesk } from './confirm-desk.ts'
import { account, makeEvents, makeLog, makeStore } from '../world.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
export const password = 'four quiet words here'
const practiceAccount = {
  ...account,
  id: 'p',
  label: 'Play',
  networkKind: 'practice',
  baseUrl: null,
} as const
/** An app password that is chosen. */
export const chosen = {
  kind: 'appPassword',
  currentPassword: '',
  newPassword: password,
  newPasswordAgain: password,
} as const
export const newUrl = 'https://new.example/service'

/** The services with a desk in front of them. The exchange answers under any https name. */
export async function start({ hasRealAccount = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-guarded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  const users = derivePracticeUsers(seed)
  await store.putAccount({ ...practiceAccount, ethereumAddress: users[0]?.ethereumAddress ?? '' })
  if (!hasRealAccount) await store.removeAccount(account.id)
  const keychain = new CountingKeychain()
  const vaultFile = join(folder, 'keys.vault')
  const places = await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile,
    clock: systemClock,
    onFault: () => undefined,
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
    load: () => Promise.resolve(keychain),
    scrypt: cheap,
  })
  if (hasRealAccount) await places.set(account.id, 'ethereumPrivateKey', walletKey)
  /** Each host that something was sent to. */
  const spokenTo = new Set<string>()
  const desk = makeDesk()
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal: openJournalHere(),
    places,
    clock: systemClock,
    fetch: (url, init) => {
      const asked = new URL(url)
      spokenTo.add(asked.host)
      const path = asked.pathname.replace(/^\/service/, '')
      return fetch(asked.protocol === 'https:' ? `${exchange.baseUrl}${path}${asked.search}` : url, init)
    },
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: makeEvents().emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    confirmations: desk.confirmations,
  })
  onTestFinished(() => services.close())

  async function yes(): Promise<void> {
    await eventually(() => expect(desk.windows.at(-1)?.isOpen).toBe(true))
    desk.wait(700)
    expect(await desk.say({ kind: 'approve' })).toMatchObject({ ok: true })
  }
  async function no(): Promise<void> {
    await eventually(() => expect(desk.windows.at(-1)?.isOpen).toBe(true))
    desk.closeWindow()
  }
  const wallet = (
    changes: Partial<ChannelInput<'accounts:connectWallet'>> = {},
  ): ChannelInput<'accounts:connectWallet'> => ({
    label: 'New',
    network: 'custom',
    baseUrl: newUrl,
    accountId: null,
    ...changes,
  })
  /** What is typed in the window that is open, once it is; answers what main says to it. */
  async function type(given: Readonly<Record<string, unknown>>): Promise<Result<unknown>> {
    await eventually(() => expect(desk.windows.at(-1)?.isOpen).toBe(true))
    desk.wait(700)
    return desk.say(given)
  }
  const privateKey = (ethereumPrivateKey = users[1]?.ethereumPrivateKey ?? '') =>
    ({ kind: 'wallet', wallet: { kind: 'privateKey', ethereumPrivateKey } }) as const
  const ids = async () => (await store.listAccounts()).map(({ id }) => id).sort()
  const hasKey = async () => (await places.get(account.id, 'ethereumPrivateKey')) === walletKey
  return {
    services,
    desk,
    yes,
    no,
    type,
    privateKey,
    wallet,
    ids,
    hasKey,
    spokenTo,
    hasVault: () => existsSync(vaultFile),
    exchange,
  }
}

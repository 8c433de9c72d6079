// Main without Electron behind the page's border: its services on a data file, its handlers with their schemas and reports, and
// the practice exchange, in the process of the tests, begun once.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { ServiceKeyName } from '../../src-preload/contract/accounts/accounts.ts'
import type { WalletInput } from '../../src-preload/contract/accounts/wallet-input.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { systemClock } from '../../src-main/async/clock.ts'
import { createEmit } from '../../src-main/ipc/events.ts'
import { createHandlers } from '../../src-main/ipc/handlers.ts'
import { answer } from '../../src-main/ipc/register.ts'
import { openSecretBackends, type SecretBackends } from '../../src-main/keychain/secret-backends.ts'
import type { Log } from '../../src-main/diagnostics/log.ts'
import { type PracticeExchange, startPracticeExchange } from '../../src-main/practice/exchange.ts'
import { composeServices, type Services } from '../../src-main/app/compose.ts'
import type { Confirmations, TypedAppPassword } from '../../src-main/accounts/questions/confirmations.ts'
import { createKeychainLedger } from '../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { externalPracticeHost } from '../../src-main/practice/practice-host.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { CountingKeychain } from '../fixtures/counting-keychain.ts'
import { cheap } from '../integration/keychain/vault/cheap-scrypt.ts'
import { openOneThreadStore } from '../fixtures/one-thread-store.ts'
import { workerUrl } from '../fixtures/thread-scripts.ts'
import type {} from './browser-setup.ts'
import { tellPage } from './tab.ts'
import { nobodyThere } from '../fixtures/nobody-there.ts'
import { openJournalHere } from '../fixtures/journal-here.ts'

/** What the person before the computer does where it is no page that asks. */
export interface Person {
  /** Resolves for a yes in the confirmation window, or once something is typed there; a rejection is a closed window. */
  confirm: (question: keyof Confirmations) => Promise<void>
  /** What she types where the window asks for a wallet, for passwords, or for a key of the service's operator. */
  wallet: WalletInput | null
  passwords: TypedAppPassword
  readonly serviceKeys: Record<ServiceKeyName, string>
  /** The name of the file that is chosen; null: none. */
  fileName: string | null
}

export interface RealMain {
  readonly store: Store
  readonly services: Services
  readonly exchange: PracticeExchange
  readonly keychain: CountingKeychain
  readonly secrets: SecretBackends
  readonly person: Person
  /** What the services could not do and nobody asked for. */
  readonly faults: string[]
  has(name: string): boolean
  /** Asks as the page does; rejects with what it reports. */
  ask<Name extends ChannelName>(name: Name, input: ChannelInput<Name>): Promise<ChannelOutput<Name>>
  /** To the exchange; while it is cut, nothing of it is reached. */
  readonly line: { isCut: boolean }
  /** Ends what was asked before, in place of a person who has left: else it would tell the next page of what was. */
  settle(): Promise<void>
  /** Ends its services and closes its data file, as the app does when it quits. */
  close(): Promise<void>
}

const seed = 7
/** Of each practice user: more than one look at a list, and read in a moment. */
const orders = 12

export const nothingTyped = (): Pick<Person, 'wallet' | 'passwords' | 'serviceKeys'> => ({
  wallet: null,
  passwords: { currentPassword: '', newPassword: '' },
  serviceKeys: { organizationKey: '', apiKey: '' },
})

/** What was wrong is said in the window, which stays open: this person tries nothing else, and closes it. */
async function orClose<T>(
  taking: Promise<T>,
  isSaidThere: (error: unknown) => boolean = () => true,
): Promise<T> {
  try {
    return await taking
  } catch (error) {
    throw isSaidThere(error) ? new AppError('userDeclined') : error
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** @param ask - rejects, too, once the person has left */
function askPerson(person: Person, ask: Person['confirm']): Confirmations {
  return {
    backUpPhrase: () => ask('backUpPhrase'),
    askExportPasswords: async () => {
      await ask('askExportPasswords')
      return 'a password for the file'
    },
    confirmTransfer: () => ask('confirmTransfer'),
    confirmOrder: () => ask('confirmOrder'),
    checkOrderAskable: () => undefined,
    confirmSession: () => ask('confirmSession'),
    confirmRemoval: () => ask('confirmRemoval'),
    confirmRemoveAll: () => ask('confirmRemoveAll'),
    confirmHost: () => ask('confirmHost'),
    confirmChange: () => ask('confirmChange'),
    askWallet: async (_asked, take, signal) => {
      await Promise.race([ask('askWallet'), whenAborted(signal)])
      const { wallet } = person
      if (wallet === null) throw new AppError('userDeclined')
      const rest = await orClose(take(wallet))
      return rest()
    },
    askAppPassword: async (_asked, take) => {
      await ask('askAppPassword')
      // What no other password would mend is said by the main window.
      await orClose(take(person.passwords), (error) =>
        isAppError(error, 'wrongPassword', 'passwordDelayed', 'validation'),
      )
    },
    askServiceKey: async ({ name }, take) => {
      await ask('askServiceKey')
      await orClose(take(person.serviceKeys[name]))
    },
  }
}

/** Of its own for each that begins one, or to be begun again over. */
export const makeDataFolder = (): string => mkdtempSync(join(inject('dataFolder'), 'main-'))

/** The practice exchange that such a main speaks to. */
export const startExchange = (): Promise<PracticeExchange> =>
  startPracticeExchange({ host: '127.0.0.1', seed, orders })

/** Begins a main over the data file of a folder, as the app does at its start. */
export async function openMain(folder: string, starting: Promise<PracticeExchange>): Promise<RealMain> {
  const clock = systemClock
  const [exchange, store] = await Promise.all([
    starting,
    openOneThreadStore({ file: join(folder, 'starkdesk.sqlite'), clock, workerUrl }),
  ])
  const faults: string[] = []
  const log: Log = {
    info: () => undefined,
    fault: (area, what, error) => faults.push(`${area} ${what} ${String(error)}`),
  }
  const keychain = new CountingKeychain()
  const line = { isCut: false }
  const person: Person = { confirm: () => Promise.resolve(), fileName: null, ...nothingTyped() }
  let left = Promise.withResolvers<never>()
  /** What the pages have asked for and was not answered yet. */
  const pending = new Map<Promise<unknown>, string>()
  const emit = createEmit((name, payload) => {
    // A page that is just being left is not told any more.
    tellPage(name, payload).catch((error: unknown) => faults.push(`event ${name} ${String(error)}`))
  }, log)
  const secrets = await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(folder, 'keys.vault'),
    clock,
    onFault: (what, error) => faults.push(`keychain ${what} ${String(error)}`),
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
    load: () => Promise.resolve(keychain),
    // The cost of a password is not what a page shows.
    scrypt: cheap,
  })
  const services = await composeServices({
    readsMarketHistory: false,
    tradeLayout: 'charts',
    store,
    journal: openJournalHere(),
    places: secrets,
    clock,
    // Whatever network an account is of, the exchange is this one: nothing leaves the computer.
    fetch: (url, init) => {
      if (line.isCut) return Promise.reject(new TypeError('fetch failed'))
      const { pathname, search } = new URL(url)
      return fetch(`${exchange.baseUrl}${pathname}${search}`, init)
    },
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit,
    log,
    practice: externalPracticeHost(exchange.baseUrl),
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    confirmations: askPerson(person, (question) => Promise.race([person.confirm(question), left.promise])),
    chooseFile: () => Promise.resolve(person.fileName === null ? null : join(folder, person.fileName)),
    print: () => Promise.resolve(new TextEncoder().encode('%PDF-')),
    // Nothing is read in the background: a list is here once its test has it read.
    firstPaint: new Promise(() => undefined),
  })
  const handlers = createHandlers({
    security: () => services.security,
    accounts: () => services.accounts,
    markets: () => services.markets,
    book: () => services.book,
    orders: () => services.orders,
    portfolio: () => services.portfolio,
    connection: () => services.connection,
    alerts: () => services.alerts,
    charts: () => services.charts,
    exports: () => services.exports,
    transfers: () => services.transfers,
  })
  const gate = (name: string): void => services.security.assertReadable(name)
  return {
    store,
    services,
    exchange,
    keychain,
    secrets,
    person,
    faults,
    has: (name) => Object.hasOwn(handlers, name),
    line,
    async ask<Name extends ChannelName>(name: Name, input: ChannelInput<Name>) {
      const asked = answer(name, input, handlers, log, gate)
      pending.set(asked, name)
      const result = await asked.finally(() => pending.delete(asked))
      if (!result.ok) throw new AppError(result.error.code, result.error.data)
      // It has gone through the schema of this channel's answers.
      return result.value as ChannelOutput<Name>
    },
    async settle() {
      // Mostly nobody was being asked, and nobody hears that the person has left.
      left.promise.catch(() => undefined)
      left.reject(new AppError('userDeclined'))
      left = Promise.withResolvers()
      await services.accounts.cancelConnect()
      await Promise.race([
        Promise.allSettled(pending.keys()),
        wait(30_000, undefined, { ref: false }).then(() => {
          throw new Error(`not answered yet: ${[...pending.values()].join(', ')}`)
        }),
      ])
    },
    async close() {
      await services.close()
      await store.close()
    },
  }
}

let main: Promise<RealMain> | null = null

/** The one of this worker, begun when it is first asked for; it ends with the worker. */
export function realMain(): Promise<RealMain> {
  return (main ??= openMain(makeDataFolder(), startExchange()))
}

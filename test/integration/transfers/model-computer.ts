// One computer of the model: a journal in a real file, the services of transfers over it, a person before it; and its crashes.
import { createReadSecret } from '../../../src-main/accounts/wallet/read-secret.ts'
import { randomUUID } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import type { Account, AccountsState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { Emit } from '../../../src-main/ipc/events.ts'
import type { Confirmations } from '../../../src-main/accounts/questions/confirmations.ts'
import { createSigningLock } from '../../../src-main/trading/session/signing-lock.ts'
import { createCurrentAccount, type CurrentAccount } from '../../../src-main/session/current-account.ts'
import { openTransfers, type TransferServices } from '../../../src-main/transfers/open-transfers.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { journalFile } from '../../../src-main/store/files/journal-file.ts'
import type { Journal, JournalMethods } from '../../../src-main/store/api/journal-api.ts'
import { prepareJournalMethods } from '../../../src-main/store/worker/journal-methods.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { MovableClock } from '../../fixtures/test-client.ts'
import { makeLog } from '../world.ts'
import { type Line, type ModelExchange, practiceSeed } from './model-exchange.ts'
import { network, never, openModelSession } from './model-session.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'

/** What the person does when asked; `leave` is to leave the account, or crash, with the question still open, and say yes. */
export type PersonSays = 'approve' | 'decline' | 'leave'
export type Shown = Parameters<Confirmations['confirmTransfer']>[0]
/** Right before or after so many more steps are written. */
export interface CrashAtWrite {
  left: number
  readonly when: 'before' | 'after'
}

export interface ComputerOptions {
  readonly exchange: ModelExchange
  readonly clock: MovableClock
  readonly file: string
  readonly line: Line
  readonly ask: (shown: Shown) => PersonSays
  readonly emit: Emit
}

interface Running {
  readonly db: Sqlite.Database
  readonly methods: JournalMethods
  readonly current: CurrentAccount
  readonly services: TransferServices
  readonly death: Promise<'crashed'>
  readonly die: () => void
  readonly isDead: () => boolean
}

export type Computer = ReturnType<typeof openComputer>

export function openComputer({ exchange, clock, file, line, ask, emit }: ComputerOptions) {
  const { log, faults } = makeLog()
  const accounts = exchange.users.map((user): Account => ({
    id: randomUUID(),
    label: user.name,
    keyKind: 'ethereum',
    network: { kind: 'practice', baseUrl: null },
    ethereumAddress: user.ethereumAddress,
    createdAtMs: 0,
    profile: { name: '', customerId: null, username: '', starkKey: user.starkKey },
    l2Key: { status: 'matched', publicKey: user.starkKey, text: { era: 'tanx', network: 'mainnet' } },
    serviceKeys: { organizationKey: false, apiKey: false },
  }))
  /** The keychain, which outlives a crash. */
  const tokens = new Map<string, string>()
  let active = 0
  let hasWrongKey = false
  let crashAtWrite: CrashAtWrite | null = null
  let running = start()
  use(0)

  function start(): Running {
    const db = openDatabase(file, journalFile, clock.now())
    const methods = prepareJournalMethods(db)
    const { promise: death, resolve } = Promise.withResolvers<'crashed'>()
    let isDead = false
    const hasDied = (): boolean => isDead
    const die = (): void => {
      isDead = true
      resolve('crashed')
    }

    /** As the worker answers: later, and not at all once the process is gone. */
    async function callJournal(name: string, run: () => unknown): Promise<unknown> {
      await Promise.resolve()
      const isStep = name === 'moveTransfer' && crashAtWrite !== null && --crashAtWrite.left <= 0
      if (isStep && crashAtWrite?.when === 'before' && !hasDied()) crash()
      if (hasDied()) return never()
      const answer = run()
      if (isStep && crashAtWrite?.when === 'after') crash()
      return hasDied() ? never() : answer
    }
    const journal = Object.fromEntries(
      Object.entries(methods).map(([name, method]: [string, (...given: never[]) => unknown]) => [
        name,
        (...given: never[]) => callJournal(name, () => method(...given)),
      ]),
    ) as unknown as Journal

    const findAccount = (id: string) => {
      const found = accounts.find((one) => one.id === id)
      return found === undefined ? Promise.reject(new AppError('notFound')) : Promise.resolve(found)
    }
    const current = createCurrentAccount(log)
    const services = openTransfers({
      ...nobodyThere,
      // No figures of the account are cached here.
      store: {
        getLatestPnl: () => Promise.resolve(null),
        getBalances: () => Promise.resolve(null),
        getSetting: () => Promise.resolve(null),
        listReceivedTransfers: () => Promise.resolve([]),
      },
      journal,
      signingLock: createSigningLock({
        getSetting: () => Promise.resolve(null),
        setSetting: () => Promise.resolve(),
      }),
      readSecret: createReadSecret({
        secrets: {
          // What is not kept follows from the practice seed.
          get: (accountId, name) =>
            Promise.resolve(
              hasWrongKey && name === 'ethereumPrivateKey'
                ? exchange.user(accounts[0]?.id === accountId ? 1 : 0).ethereumPrivateKey
                : null,
            ),
        },
        accounts: { find: findAccount },
        practiceSeed,
      }),
      clock,
      emit,
      log,
      current,
      accounts: {
        find: findAccount,
        // Nobody looks at more of it.
        getState: () => Promise.resolve({ accounts } as AccountsState),
      },
      confirmations: {
        ...nobodyThere.confirmations,
        confirmTransfer: (shown) => {
          const said = ask(shown)
          if (said === 'decline') return Promise.reject(new AppError('userDeclined'))
          if (said === 'leave') line.leave()
          return hasDied() ? never() : Promise.resolve()
        },
      },
      print: () => Promise.reject(new AppError('internal')),
      readClipboard: () => Promise.resolve(''),
    })
    return { db, methods, current, services, death, die, isDead: hasDied }
  }

  function use(index: number): void {
    const account = accounts[index]
    if (account === undefined) throw new Error('no such account')
    active = index
    const session = openModelSession({
      account,
      user: exchange.user(index),
      clock,
      fetch: exchange.fetchOver(line),
      tokens,
      isDead: running.isDead,
    })
    running.current.use(session)
  }

  /** Everything in memory is gone, whatever it was doing; the file is opened again. */
  function crash(): void {
    crashAtWrite = null
    running.die()
    running.current.use(null)
    running.db.close()
    running = start()
    use(active)
  }

  return {
    accounts,
    faults,
    get services() {
      return running.services
    },
    get active() {
      return active
    },
    /** Of an account, oldest first. */
    journal: (index = active) =>
      running.methods.listTransfers(network, exchange.user(index).ethereumAddress).toReversed(),
    stepsOf: (id: string) => running.methods.getTransferSteps(id),
    use,
    /** Whatever may let a look-up through has changed. */
    retry: () => running.current.retry(),
    crash,
    setWrongKey(isWrong: boolean): void {
      hasWrongKey = isWrong
    },
    setCrashAtWrite(at: CrashAtWrite | null): void {
      crashAtWrite = at
    },
    /** What the work comes to; `crashed` where the computer goes first. */
    run: <T>(work: (services: TransferServices) => Promise<T>): Promise<T | 'crashed'> =>
      Promise.race([work(running.services), running.death]),
    close(): void {
      running.die()
      running.current.use(null)
      running.db.close()
    },
  }
}

// Owns: the whole page over the real main, with the accounts that a test gives it, and what it was asked. Must not: assert.
import { expect } from 'vitest'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { NetworkKind, KeyKind } from '../../src-preload/contract/accounts.ts'
import type { StoredAccount } from '../../src-main/store/store-api.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { eventually } from '../fixtures/eventually.ts'
import { answersFor, noAccounts, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { type RealMain, realMain } from './real-main.ts'

export interface GivenAccount {
  readonly label?: string
  /** Practice unless told. */
  readonly network?: NetworkKind
  readonly keyKind?: KeyKind
  /** Which of the practice users it is of: 0 for Alice, who it is unless told, or 1 for Bob. */
  readonly user?: 0 | 1
  /** Of nobody who practises, and without a key then. */
  readonly ethereumAddress?: string
  /** Of a wallet: whether its key is in the keychain; it is unless told. */
  readonly hasKey?: boolean
}

export interface RealPage extends OpenPage {
  readonly main: RealMain
  /** Of the accounts, as they were given. */
  readonly ids: readonly string[]
  /** What was asked of one channel, in order. */
  inputsOf(name: string): unknown[]
}

export interface Given {
  /** The first is in use, unless told; it is the first start where there is none. */
  readonly accounts?: readonly GivenAccount[]
  readonly active?: number
  readonly hash?: string
  /** Answers that main gives instead of its own: what the page makes of them is the question. */
  readonly instead?: Answers
}

let accountsMade = 0

/** Leaves nothing of the accounts of before: not their rows, nor their keys. */
async function forget({ store, keychain, services, person, faults }: RealMain): Promise<void> {
  services.accounts.cancelConnect()
  for (const { id } of await store.listAccounts()) await store.removeAccount(id)
  keychain.entries.clear()
  keychain.fault = null
  person.confirm = () => Promise.resolve()
  person.fileName = null
  faults.length = 0
}

async function give(main: RealMain, given: readonly GivenAccount[]): Promise<string[]> {
  const ids: string[] = []
  for (const {
    label,
    network = 'practice',
    keyKind = 'ethereum',
    user = 0,
    hasKey = true,
    ethereumAddress,
  } of given) {
    accountsMade += 1
    const wallet = main.exchange.users[user]
    if (wallet === undefined) throw new Error('no such practice user')
    const account: StoredAccount = {
      id: `00000000-0000-4000-8000-${String(accountsMade).padStart(12, '0')}`,
      label: label ?? `Wallet ${ids.length + 1}`,
      networkKind: network,
      baseUrl: null,
      ethereumAddress: ethereumAddress ?? wallet.ethereumAddress,
      keyKind,
      createdAtMs: accountsMade,
      profile: null,
    }
    ids.push(account.id)
    await main.store.putAccount(account)
    if (network === 'practice' || !hasKey || ethereumAddress !== undefined) continue
    if (keyKind === 'stark') await main.secrets.set(account.id, 'starkPrivateKey', wallet.starkPrivateKey)
    else await main.secrets.set(account.id, 'ethereumPrivateKey', wallet.ethereumPrivateKey)
  }
  return ids
}

/** As the app does it at its start: without a key, or where one is to sign by hand, the session says so. */
async function signIn({ services: { accounts } }: RealMain, isByHand: boolean): Promise<void> {
  const attempt = accounts.signIn()
  try {
    if (isByHand) {
      await eventually(async () => expect((await accounts.getState()).signatureRequest).not.toBeNull())
      accounts.cancelConnect()
    }
    await attempt
  } catch (error) {
    if (!isAppError(error)) throw error
  }
}

/** What Electron alone can answer, as it would; of an app that is as at its first start. */
const withoutServices = answersFor(unprotected, noAccounts)

/** Opens the page over main, which has these accounts and nothing else. */
export async function openReal({
  accounts = [],
  active = 0,
  hash = '',
  instead = {},
}: Given = {}): Promise<RealPage> {
  const main = await realMain()
  await forget(main)
  const ids = await give(main, accounts)
  await main.store.setSetting('activeAccount', ids[active] ?? '')
  await main.services.takeUpAnew()
  if (ids.length > 0) await signIn(main, accounts[active]?.keyKind === 'stark')
  const fromMain = new Proxy(withoutServices, {
    get: (answers, name: keyof Answers) => {
      const own = instead[name]
      if (own !== undefined || !main.has(name)) return own ?? answers[name]
      return async (input: unknown) => {
        const result = await main.answer(name, input)
        if (result.ok) return result.value
        throw new AppError(result.error.code, result.error.data)
      }
    },
  })
  const one = await openPage(fromMain, hash)
  return {
    ...one,
    main,
    ids,
    inputsOf: (name) => one.calls.filter((call) => call.name === name).map(({ input }) => input),
  }
}

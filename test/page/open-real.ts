// The whole page over the real main, with the accounts that a test gives it, and what it was asked.
import { expect } from 'vitest'
import type { Order, OrderTrade } from '../../src-preload/contract/orders/entities.ts'
import type { TableChoices } from '../../src-preload/contract/orders/orders.ts'
import type { ChannelName } from '../../src-preload/contract/contract.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import {
  type KeyKind,
  type NetworkKind,
  serviceKeyNames,
} from '../../src-preload/contract/accounts/accounts.ts'
import type { Answers } from '../unit/renderer/features/fake-main.ts'
import { eventually } from '../fixtures/eventually.ts'
import { answersFor, noAccounts, unprotected } from './app-answers.ts'
import { openPage, type OpenPage } from './open-page.ts'
import { nothingTyped, type RealMain, realMain } from './real-main.ts'

export interface GivenAccount {
  readonly label?: string
  /** Practice unless told. `custom` is a network that nobody has used yet: no transfer of before is known there, and no address. */
  readonly network?: NetworkKind
  /** Whether it has the keys of the service's operator; it has none unless told, and needs none to practise. */
  readonly hasServiceKeys?: boolean
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
  /** Of the account in use: addresses by their names. */
  readonly addressBook?: Readonly<Record<string, string>>
  readonly hash?: string
  /** What was read of the account in use: orders, the newest with the highest number, and such fills of theirs as are here. */
  readonly history?: { readonly orders: readonly Order[]; readonly fills: readonly OrderTrade[] }
  /** How the table of orders was left. */
  readonly table?: TableChoices
  /** Answers that main gives instead of its own: what the page makes of them is the question. */
  readonly instead?: Answers
  /** What main waits for before it takes a call up. */
  readonly held?: { readonly [Name in ChannelName]?: Promise<unknown> }
}

let accountsMade = 0
let networksMade = 0

/** Leaves nothing of the accounts of before: not their rows, nor their keys. */
async function forget(main: RealMain): Promise<void> {
  await main.settle()
  const { store, keychain, person, line, faults } = main
  // A profile that is just being read would write its account again: no session is there any more, and that change has ended.
  main.services.accounts.close()
  await main.services.accounts.sweep()
  for (const { id } of await store.listAccounts()) await store.removeAccount(id)
  keychain.entries.clear()
  keychain.fault = null
  line.isCut = false
  person.confirm = () => Promise.resolve()
  person.fileName = null
  Object.assign(person, nothingTyped())
  faults.length = 0
}

async function give(main: RealMain, given: readonly GivenAccount[]): Promise<string[]> {
  networksMade += 1
  const ids: string[] = []
  for (const one of given) {
    accountsMade += 1
    const { network = 'practice', keyKind = 'ethereum' } = one
    const user = main.exchange.users[one.user ?? 0]
    if (user === undefined) throw new Error('no such practice user')
    const id = `00000000-0000-4000-8000-${String(accountsMade).padStart(12, '0')}`
    ids.push(id)
    await main.store.putAccount({
      id,
      label: one.label ?? `Wallet ${ids.length}`,
      networkKind: network,
      baseUrl: network === 'custom' ? `http://127.0.0.1:${10_000 + networksMade}` : null,
      ethereumAddress: one.ethereumAddress ?? user.ethereumAddress,
      keyKind,
      createdAtMs: accountsMade,
      profile: null,
    })
    if (network !== 'practice' && one.hasKey !== false && one.ethereumAddress === undefined) {
      const name = keyKind === 'stark' ? 'starkPrivateKey' : 'ethereumPrivateKey'
      await main.secrets.set(id, name, user[name])
    }
    for (const name of one.hasServiceKeys === true ? serviceKeyNames : []) {
      main.person.serviceKeys[name] = user[name]
      await main.ask('accounts:setServiceKey', { id, name })
    }
  }
  return ids
}

async function giveHistory(
  { store }: RealMain,
  id: string,
  history: NonNullable<Given['history']>,
): Promise<void> {
  const orders = [...history.orders]
  const fromMs = orders[0]?.createdAtMs ?? null
  const stretches = [{ fromId: 0, toId: orders.length, rows: orders.length, fromMs }]
  await store.putOrders(id, orders, { stretches, keptFromMs: 0, asOfMs: Date.now() })
  for (const order of orders) {
    const fills = history.fills.filter(({ orderId }) => orderId === order.id)
    if (fills.length > 0) await store.putOrderTrades(id, order, fills)
  }
}

/** As the app does it at its start: without a key, or where one is to sign by hand, the session says so. */
async function signIn({ services: { accounts } }: RealMain, isByHand: boolean): Promise<void> {
  const attempt = accounts.signIn()
  try {
    if (isByHand) {
      await eventually(async () => expect((await accounts.getState()).signatureRequest).not.toBeNull())
      await accounts.cancelConnect()
    }
    await attempt
  } catch (error) {
    if (!isAppError(error)) throw error
  }
}

/** What Electron alone can answer, as it would; of an app that is as at its first start. */
const withoutServices = answersFor(unprotected, noAccounts)

/** What a page is answered by this main. */
export function answersOf(
  main: () => RealMain,
  instead: Answers = {},
  held: NonNullable<Given['held']> = {},
): Answers {
  return new Proxy(withoutServices, {
    get: (answers, name: keyof Answers) => {
      const own = instead[name]
      if (own !== undefined || !main().has(name)) return own ?? answers[name]
      return async (input: never) => {
        await held[name]
        return main().ask(name, input)
      }
    },
  })
}

/** Opens the page over main, which has these accounts and nothing else. */
export async function openReal({
  accounts = [],
  active = 0,
  addressBook = {},
  history = { orders: [], fills: [] },
  table = { columns: [], sort: null },
  hash = '',
  instead = {},
  held = {},
}: Given = {}): Promise<RealPage> {
  const main = await realMain()
  await forget(main)
  const ids = await give(main, accounts)
  await main.store.setSetting('activeAccount', ids[active] ?? '')
  await main.ask('orders:setTable', { table: 'orders', choices: table })
  await main.ask('orders:setViews', { views: [] })
  const inUse = ids[active]
  if (inUse !== undefined && history.orders.length > 0) await giveHistory(main, inUse, history)
  await main.services.reloadAfterRepair('data')
  const { keyKind, hasKey } = accounts[active] ?? {}
  if (ids.length > 0) await signIn(main, keyKind === 'stark' && hasKey !== false)
  for (const [label, address] of Object.entries(addressBook))
    await main.ask('transfers:putRecipient', { address, label, note: '' })
  const one = await openPage(
    answersOf(() => main, instead, held),
    hash,
  )
  return {
    ...one,
    main,
    ids,
    inputsOf: (name) => one.calls.filter((call) => call.name === name).map(({ input }) => input),
  }
}

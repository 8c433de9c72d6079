// Composes the transfer services and runs the look-ups of the account in use.
import { randomInt, randomUUID } from 'node:crypto'
import type { Account, SessionState } from '../../src-preload/contract/accounts/accounts.ts'
import { reportError } from '../ipc/register.ts'
import type { Store } from '../store/api/store-api.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { ReadSecret } from '../accounts/wallet/read-secret.ts'
import type { AccountSession } from '../session/account-session.ts'
import { networkProfiles } from '../session/network-profile.ts'
import type { SigningLock } from '../trading/session/signing-lock.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { createTransferSigner } from './sign-transfer.ts'
import { createClipboardWatch } from './recipients/clipboard-watch.ts'
import { createTransferContexts } from './transfer-context.ts'
import { createTransferFiles, type PrintPage } from './files.ts'
import { createTransferHistory } from './history/history-queries.ts'
import { createKnownAddresses, describeRecipient } from './recipients/known-addresses.ts'
import { createLimitsStore } from './limits/stored-limits.ts'
import { type LookUps, startLookUps } from './look-ups.ts'
import { isWatched } from './transfer-machine.ts'
import { createFoundList } from './received/received.ts'
import { createTransferRunner } from './runner.ts'
import { createSendable } from './sendable.ts'
import { confirmRestored } from './confirm-restored.ts'
import { createTransfers } from './transfers.ts'
import type { Tools } from '../tools.ts'

export interface OpenTransfersOptions extends Pick<
  Tools,
  'journal' | 'clock' | 'emit' | 'log' | 'confirmations' | 'chooseFile'
> {
  readonly store: Pick<Store, 'getLatestPnl' | 'getBalances' | 'getSetting' | 'listReceivedTransfers'>
  readonly readSecret: ReadSecret
  /** After a difference nothing is signed until a person has looked. */
  readonly signingLock: Pick<SigningLock, 'guard'>
  readonly current: CurrentAccount
  readonly accounts: Pick<Accounts, 'find' | 'getState'>
  /** Reads the system's clipboard. */
  readonly readClipboard: () => Promise<string>
  readonly print: PrintPage
}

/** Digits only, as many as in the exchange's own references (facts, A9), so they are certainly valid. */
const referenceDigits = 17

function makeReference(): string {
  const digits = Array.from({ length: referenceDigits - 1 }, () => randomInt(10))
  return `${randomInt(1, 10)}${digits.join('')}`
}

/** Sessions in which a private call can succeed without the user. */
const isSignedInByItself: Readonly<Record<SessionState, boolean>> = {
  signedOut: true,
  signingIn: true,
  signedIn: true,
  needsSignIn: false,
  needsKey: false,
  keychainLocked: false,
  appLocked: false,
  refused: false,
}

export function openTransfers(options: OpenTransfersOptions) {
  const { store, journal, readSecret, clock, emit, log, current, accounts } = options
  const report = (error: unknown) => reportError(error, log, 'transfers')
  const listAccounts = async (): Promise<Account[]> => (await accounts.getState()).accounts
  let lookUps: LookUps | null = null

  const onChange = (id: string): void => {
    emit('transfers:changed', { ids: [id] })
    current.work()?.balancesMoved()
  }
  const runner = createTransferRunner({ ...options, report, onChange })
  const listFound = createFoundList(journal, store)
  const readKnown = createKnownAddresses({ journal, listFound, listAccounts })
  const contextOf = createTransferContexts({
    readSecret,
    findAccount: accounts.find,
    describeRecipient: async (session, address) => describeRecipient(address, await readKnown(session)),
    signTransfer: createTransferSigner({
      confirmations: options.confirmations,
      readKey: options.signingLock.guard(readSecret),
      log,
    }),
  })
  const shared = { journal, clock, current, report }
  const transfers = createTransfers({
    ...shared,
    sendable: createSendable({ store, report }),
    listAccounts,
    readKnown,
    runner,
    contextOf,
    limits: createLimitsStore(journal),
    clipboard: createClipboardWatch(options.readClipboard),
    confirmRaise: async ({ account: { label, networkKind } }, now, asked) => {
      // In practice no money is at risk.
      if (!networkProfiles[networkKind].hasRealFunds) return
      await options.confirmations.confirmChange({
        what: 'raiseLimits',
        label,
        network: networkKind,
        now,
        asked,
      })
    },
    confirmRestored: (session) => confirmRestored(session, options.confirmations, clock),
    makeReference,
    createId: randomUUID,
    onStep: () => lookUps?.note(),
    onChange,
  })
  const history = createTransferHistory({
    ...shared,
    listFound,
    listError: () => current.work()?.errorOf('transfers') ?? null,
    isBusy: runner.isBusy,
    onFound: () => emit('transfers:changed', { ids: [] }),
  })

  const files = createTransferFiles({
    ...options,
    readHistory: history.readHistory,
    readTransfer: (asked) => transfers.get(asked),
    readSteps: (id) => journal.getTransferSteps(id),
  })

  /** Call when the account in use changes; null for none. */
  function follow(session: AccountSession | null): void {
    lookUps?.stop()
    lookUps = null
    if (session === null) return
    const context = contextOf(session)
    lookUps = startLookUps({
      listDue: async () => {
        const own = (await journal.listWatchedTransfers()).filter(
          (transfer) =>
            transfer.networkKey === session.network &&
            transfer.senderAddress === session.account.ethereumAddress &&
            isWatched(transfer, clock.now()),
        )
        const canAsk = session.connection.isReachable() && isSignedInByItself[session.client.sessionState()]
        return own.length === 0 || canAsk ? own.filter(({ id }) => !runner.isBusy(id)) : null
      },
      lookUp: (id) => runner.lookUp(context, id),
      nowMs: () => clock.now(),
      onFault: (error) => log.fault('transfers', 'look a transfer up', error),
    })
  }
  current.events.on('changed', follow)
  // After each of these, a look-up may succeed again.
  current.events.on('retry', () => lookUps?.trigger())
  current.events.on('signIn', (state) => {
    if (state === 'signedIn') lookUps?.trigger()
  })

  return {
    ...transfers,
    ...history,
    ...files,

    /** Whether a step of a transfer is in flight, or the outcome of a sent one is unknown. */
    async isUndecided(): Promise<boolean> {
      if (runner.isAnyBusy()) return true
      return (await journal.listWatchedTransfers()).some(({ state }) => state === 'processing')
    },
  }
}
export type TransferServices = ReturnType<typeof openTransfers>

// Removes everything the app stores on this computer: asks first, then removes accounts and secrets.
// own-files.ts deletes the files after the store is closed.
import type { ChannelInput, ChannelOutput } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { isRemovalTyped } from '../../src-preload/domain/accounts/removal.ts'
import type { KeychainLedger } from '../keychain/keychain-ledger.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { networkProfiles } from '../session/network-profile.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Confirmations } from '../accounts/questions/confirmations.ts'
import type { ReadOrderBusiness } from '../trading/order-business.ts'
import { isWatched } from '../transfers/transfer-machine.ts'
import type { Tools } from '../tools.ts'

export interface RemovalOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly store: Pick<Store, 'listAccounts'>
  readonly journal: Pick<Journal, 'listWatchedTransfers'>
  readonly readOrderBusiness: ReadOrderBusiness
  /** The variants that do not ask, because this asks once for all. */
  readonly accounts: Pick<Accounts, 'remove' | 'sweep' | 'cancelConnect'>
  readonly secrets: Pick<SecretStore, 'deleteAll'>
  readonly ledger: Pick<KeychainLedger, 'list'>
  readonly confirmations: Pick<Confirmations, 'confirmRemoveAll'>
  /** Ends the trading session, if one runs. */
  readonly endSession: () => void
}

type Facts = Omit<ChannelOutput<'removal:getFacts'>, 'dataFolder'>

const hasRealFunds = ({ networkKind }: StoredAccount): boolean => networkProfiles[networkKind].hasRealFunds

export function createRemoval(options: RemovalOptions) {
  const { store, journal, accounts, secrets, ledger, confirmations, clock, log } = options

  async function getFacts(): Promise<Facts> {
    const [all, watched, business] = await Promise.all([
      store.listAccounts(),
      journal.listWatchedTransfers(),
      options.readOrderBusiness(null),
    ])
    const wallets = all.filter(hasRealFunds).length
    return {
      wallets,
      practiceAccounts: all.length - wallets,
      undecidedTransfers: watched.filter((transfer) => isWatched(transfer, clock.now())).length,
      ...business,
    }
  }

  return {
    getFacts,
    /**
     * Asks, then removes every account and every secret. If a secret cannot be removed, its account stays and this rejects.
     * Resolves when only files are left. Errors: those of `removal:removeAll`.
     */
    async removeAll({ typed }: ChannelInput<'removal:removeAll'>): Promise<void> {
      if (!isRemovalTyped(typed)) throw new AppError('validation', { field: 'typed', reason: 'otherWords' })
      const facts = await getFacts()
      const all = await store.listAccounts()
      await confirmations.confirmRemoveAll({
        labels: all.filter(hasRealFunds).map(({ label }) => label),
        practiceAccounts: facts.practiceAccounts,
        undecidedTransfers: facts.undecidedTransfers,
        undecidedOrders: facts.undecidedOrders,
        openOrders: facts.openOrders,
        isSessionRunning: facts.isSessionRunning,
      })
      // The person was told so: nothing is placed while keys and accounts go.
      options.endSession()
      log.info('app', 'remove all accounts and secrets', { accounts: all.length })
      // A wallet accepted by the exchange only now would be stored after its record in the data file is gone.
      accounts.cancelConnect()
      // Like removing a single account: first its secrets, and its session before its rows.
      for (const { id, label } of all) await accounts.remove({ id, label, leaveSecrets: false })
      await accounts.sweep()
      // The ledger lists what the sweep could not remove; this reports the reason.
      for (const id of await ledger.list()) await secrets.deleteAll(id)
    },
  }
}

// The entry points for wallets: practice wallets, entered wallets and newly created ones. connect-account.ts asks the service
// and stores.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import type { CheckLeaving } from '../check-leaving.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { parseBaseUrl } from '../../exchange/base-url.ts'
import type { PracticeWallet } from '../../practice/users.ts'
import type { StoredAccount } from '../../store/api/store-api.ts'
import type { Connector, FindTarget } from './connect-account.ts'
import { resolveWallet, walletField, wholeWallet } from './wallet-key.ts'

/** A wallet that was just created. The service has no account for it yet. */
export interface NewWallet {
  readonly label: string
  readonly network: 'mainnet' | 'testnet' | 'custom'
  /** Only for network `custom`. */
  readonly baseUrl: string | null
  readonly ethereumPrivateKey: string
}

/** A wallet that the user has entered, and its account. */
export type GivenWallet = ChannelInput<'accounts:connectWallet'> & { readonly wallet: WalletInput }

export interface WalletEntryOptions {
  readonly connector: Connector
  readonly getPracticeWallets: () => readonly PracticeWallet[]
  /** Adds practice users to the practice address book, those that are there already excepted. */
  readonly introduce: (others: readonly PracticeWallet[]) => Promise<void>
  readonly describe: (account: StoredAccount) => Promise<Account>
}

export function createWalletEntry({
  connector,
  getPracticeWallets,
  introduce,
  describe,
}: WalletEntryOptions) {
  /** The account of a wallet on a network, with this name. */
  function findOnNetwork(given: Omit<NewWallet, 'ethereumPrivateKey'>, ethereumAddress: string): FindTarget {
    const { label, network } = given
    const baseUrl = network === 'custom' ? parseBaseUrl(given.baseUrl ?? '') : null
    const find = connector.findOrDraft({ label, networkKind: network, baseUrl, ethereumAddress })
    return async () => ({ ...(await find()), label })
  }

  return {
    connectPractice: async (
      { user }: ChannelInput<'accounts:connectPractice'>,
      checkLeaving?: CheckLeaving,
    ): Promise<Account> => {
      const person = getPracticeWallets()[user]
      if (!person) throw new AppError('notFound', { what: 'practice user' })
      const find = connector.findOrDraft({
        label: person.name,
        networkKind: 'practice',
        baseUrl: null,
        ethereumAddress: person.ethereumAddress,
      })
      const wallet = wholeWallet(person.ethereumPrivateKey)
      const account = await connector.attempt((signal) =>
        connector.connect(find, wallet, signal, checkLeaving),
      )
      // Whom one can send to in practice, so that nobody has to look for an address.
      await introduce(getPracticeWallets().filter((other) => other !== person))
      return describe(account)
    },

    connectWallet: async (input: GivenWallet, checkLeaving?: CheckLeaving): Promise<Account> => {
      const connected = await connector.attempt(async (signal) => {
        const wallet = await resolveWallet(input.wallet)
        const find =
          input.accountId === null
            ? findOnNetwork(input, wallet.ethereumAddress)
            : connector.findSameWallet(input.accountId, wallet.ethereumAddress, walletField(input.wallet))
        return connector.connect(find, wallet, signal, checkLeaving)
      })
      return describe(connected)
    },

    /**
     * Stores a newly created wallet and activates it. Its session is refused until the user has opened an account for it at
     * the service. Errors: validation { field: 'baseUrl' }; those of `checkLeaving`, the secret store and the store.
     */
    keepNewWallet: async (made: NewWallet, checkLeaving?: CheckLeaving): Promise<Account> => {
      const wallet = wholeWallet(made.ethereumPrivateKey)
      const find = findOnNetwork(made, wallet.ethereumAddress)
      return describe(await connector.keepUnasked(find, wallet, checkLeaving))
    },
  }
}

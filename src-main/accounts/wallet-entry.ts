// Owns: the ways in which a wallet comes in: practice, what a person gives, and one that was just made.
// Must not: talk to the service or keep anything itself (connect-account.ts does).
import type { Account } from '../../src-preload/contract/accounts.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import type { WalletInput } from '../../src-preload/contract/wallet-input.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { parseBaseUrl } from '../exchange/base-url.ts'
import type { PracticeWallet } from '../practice/users.ts'
import type { StoredAccount } from '../store/store-api.ts'
import type { Connector, FindTarget } from './connect-account.ts'
import { resolveWallet, walletField, wholeWallet } from './wallet-key.ts'

/** A wallet that was just made. The service has no account of it yet. */
export interface NewWallet {
  readonly label: string
  readonly network: 'mainnet' | 'testnet' | 'custom'
  /** Belongs to network `custom` alone. */
  readonly baseUrl: string | null
  readonly ethereumPrivateKey: string
}

/** A wallet that a person has given, and the account that it is for. */
export type GivenWallet = ChannelInput<'accounts:connectWallet'> & { readonly wallet: WalletInput }

export interface WalletEntryOptions {
  readonly connector: Connector
  readonly getPracticeWallets: () => readonly PracticeWallet[]
  readonly describe: (account: StoredAccount) => Promise<Account>
}

export function createWalletEntry({ connector, getPracticeWallets, describe }: WalletEntryOptions) {
  /** The account of a wallet on a network, under this name. */
  function findOnNetwork(given: Omit<NewWallet, 'ethereumPrivateKey'>, ethereumAddress: string): FindTarget {
    const { label, network } = given
    const baseUrl = network === 'custom' ? parseBaseUrl(given.baseUrl ?? '') : null
    const find = connector.findOrDraft({ label, networkKind: network, baseUrl, ethereumAddress })
    return async () => ({ ...(await find()), label })
  }

  return {
    connectPractice: async ({ user }: ChannelInput<'accounts:connectPractice'>): Promise<Account> => {
      const person = getPracticeWallets()[user]
      if (!person) throw new AppError('notFound', { what: 'practice user' })
      const find = connector.findOrDraft({
        label: person.name,
        networkKind: 'practice',
        baseUrl: null,
        ethereumAddress: person.ethereumAddress,
      })
      const wallet = wholeWallet(person.ethereumPrivateKey)
      return describe(await connector.attempt((signal) => connector.connect(find, wallet, signal)))
    },

    connectWallet: async (input: GivenWallet): Promise<Account> => {
      const connected = await connector.attempt(async (signal) => {
        const wallet = await resolveWallet(input.wallet)
        const find =
          input.accountId === null
            ? findOnNetwork(input, wallet.ethereumAddress)
            : connector.findSameWallet(input.accountId, wallet.ethereumAddress, walletField(input.wallet))
        return connector.connect(find, wallet, signal)
      })
      return describe(connected)
    },

    /**
     * Keeps a wallet that was just made and takes it up. Its session is refused until the user has opened an account of
     * it at the service. Errors: validation { field: 'baseUrl' }; those of the secret store and the store.
     */
    keepNewWallet: async (made: NewWallet): Promise<Account> => {
      const wallet = wholeWallet(made.ethereumPrivateKey)
      return describe(await connector.keepUnasked(findOnNetwork(made, wallet.ethereumAddress), wallet))
    },
  }
}

// Owns: the way of a key or a password from the confirmation window, where it is typed, to the service that keeps or uses it.
// Must not: keep one, take one from the main window, or decide what is right (accounts and security do).
import type { Account } from '../../src-preload/contract/accounts.ts'
import type { Nothing } from '../../src-preload/contract/channel.ts'
import type { AppPasswordRequest, WalletRequest } from '../../src-preload/contract/confirm.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { knownNetworks, parseBaseUrl } from '../exchange/base-url.ts'
import { baseUrlOf, networkProfiles } from '../session/network-profile.ts'
import type { Store } from '../store/store-api.ts'
import type { Accounts } from './accounts.ts'
import type { Confirmations, TypedAppPassword } from './confirmations.ts'
import type { Security } from './security.ts'
import { resolveWallet, walletField } from './wallet-key.ts'

export interface SecretQuestionsOptions {
  readonly store: Pick<Store, 'listAccounts'>
  readonly confirmations: Pick<Confirmations, 'askWallet' | 'askAppPassword' | 'askServiceKey'>
  readonly accounts: Accounts
  readonly security: Security
}

/** What came of an attempt; null where it failed, which was said where it was made. */
async function settled(attempt: Promise<Account>): Promise<Account | null> {
  try {
    return await attempt
  } catch {
    return null
  }
}

export function createSecretQuestions(options: SecretQuestionsOptions) {
  const { store, confirmations, accounts, security } = options

  /** What the window shows of the account that the wallet is for. Errors: notFound; validation of `baseUrl`. */
  async function describeTarget(
    input: ChannelInput<'accounts:connectWallet'>,
  ): Promise<Omit<WalletRequest, 'kind'>> {
    if (input.accountId === null) {
      const baseUrl =
        input.network === 'custom' ? parseBaseUrl(input.baseUrl ?? '') : knownNetworks[input.network]
      return { label: input.label, network: input.network, host: new URL(baseUrl).host, again: null }
    }
    const { label, network, ethereumAddress, keyKind } = await accounts.find(input.accountId)
    // A practice wallet's key follows from the seed: nobody has one to give.
    if (!networkProfiles[network.kind].hasRealFunds) throw new AppError('notFound', { what: 'wallet' })
    const baseUrl = baseUrlOf({ networkKind: network.kind, baseUrl: network.baseUrl })
    return { label, network: network.kind, host: new URL(baseUrl).host, again: { ethereumAddress, keyKind } }
  }

  async function connectWallet(
    input: ChannelInput<'accounts:connectWallet'>,
    signal: AbortSignal,
  ): Promise<Account> {
    const target = await describeTarget(input)
    /** The attempt with the wallet that was given last. */
    const last: { attempt: Promise<Account> | null } = { attempt: null }
    try {
      return await confirmations.askWallet<Account>(
        target,
        async (wallet) => {
          if (wallet.kind === 'starkKey') {
            // The signature that it needs is made elsewhere and pasted in the main window, so this one closes first.
            const { ethereumAddress } = await resolveWallet(wallet)
            if (target.again !== null && target.again.ethereumAddress !== ethereumAddress)
              throw new AppError('validation', { field: walletField(wallet), reason: 'otherWallet' })
            return () => accounts.connectWallet({ ...input, wallet })
          }
          last.attempt = accounts.connectWallet({ ...input, wallet })
          const account = await last.attempt
          return () => account
        },
        signal,
      )
    } catch (error) {
      if (last.attempt === null) throw error
      // Closed or given up while the service was asked: the attempt ends too, and nothing of it is kept. Where its account was just
      // taken up, as the main window knows before it is told here, there is nothing to give up any more.
      accounts.cancelConnect()
      const account = await settled(last.attempt)
      if (account === null) throw error
      return account
    }
  }

  async function setServiceKey({ id, name }: ChannelInput<'accounts:setServiceKey'>): Promise<Nothing> {
    const { label, network } = await accounts.find(id)
    await confirmations.askServiceKey({ label, network: network.kind, name }, (value) =>
      accounts.setServiceKey({ id, name, value }),
    )
    return {}
  }

  /** Where keys are that a first password moves into the vault. */
  async function whereKeysAre(): Promise<AppPasswordRequest['keysIn']> {
    const known = await store.listAccounts()
    if (known.length > 0 && !known.some(({ networkKind }) => networkProfiles[networkKind].hasRealFunds))
      return 'practice'
    return (await accounts.getState()).protection.kind
  }

  async function askPassword(
    task: AppPasswordRequest['task'],
    take: (typed: TypedAppPassword) => Promise<Nothing>,
  ): Promise<Nothing> {
    const { retryAfterMs } = await security.getState()
    const keysIn = task === 'set' ? await whereKeysAre() : null
    await confirmations.askAppPassword({ task, keysIn, retryAfterMs }, take)
    return {}
  }

  return {
    /** As the channel. A wallet that is refused, here or by the service, can be given again in the same window. */
    connectWallet,
    setServiceKey,
    passwords: {
      setPassword: () => askPassword('set', ({ newPassword }) => security.setPassword(newPassword)),
      changePassword: () =>
        askPassword('change', (typed) => security.changePassword(typed.currentPassword, typed.newPassword)),
      removePassword: () =>
        askPassword('remove', ({ currentPassword }) => security.removePassword(currentPassword)),
      unlock: () => askPassword('unlock', ({ currentPassword }) => security.unlock(currentPassword)),
    },
  }
}

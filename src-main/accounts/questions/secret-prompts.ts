// Passes keys and passwords from the confirmation window, where they are typed, to the service that stores or uses them.
// Accepts none from the main window and keeps none.
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { Nothing } from '../../../src-preload/contract/channel.ts'
import type { AppPasswordRequest, WalletRequest } from '../../../src-preload/contract/accounts/confirm.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { knownNetworks, parseBaseUrl } from '../../exchange/base-url.ts'
import { baseUrlOf, networkProfiles } from '../../session/network-profile.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { Accounts } from '../accounts.ts'
import type { CheckLeaving } from '../check-leaving.ts'
import type { Confirmations, TypedAppPassword } from './confirmations.ts'
import { isCrossed } from './leaving.ts'
import type { Security } from '../app-lock.ts'
import { resolveWallet, walletField } from '../wallet/wallet-key.ts'

export interface SecretPromptsOptions {
  readonly store: Pick<Store, 'listAccounts'>
  readonly confirmations: Pick<Confirmations, 'askWallet' | 'askAppPassword' | 'askServiceKey'>
  readonly accounts: Accounts
  readonly security: Security
}

/** Returns the attempt's result; null if it failed, which was already reported. */
async function settled(attempt: Promise<Account>): Promise<Account | null> {
  try {
    return await attempt
  } catch {
    return null
  }
}

export function createSecretPrompts(options: SecretPromptsOptions) {
  const { store, confirmations, accounts, security } = options

  /** The account details that the window shows for the wallet. Errors: notFound; validation of `baseUrl`. */
  async function describeTarget(
    input: ChannelInput<'accounts:connectWallet'>,
  ): Promise<Omit<WalletRequest, 'kind'>> {
    if (input.accountId === null) {
      const baseUrl =
        input.network === 'custom' ? parseBaseUrl(input.baseUrl ?? '') : knownNetworks[input.network]
      return { label: input.label, network: input.network, host: new URL(baseUrl).host, again: null }
    }
    const { label, network, ethereumAddress, keyKind } = await accounts.find(input.accountId)
    // A practice wallet's key is derived from the seed, so the user has none to enter.
    if (!networkProfiles[network.kind].hasRealFunds) throw new AppError('notFound', { what: 'wallet' })
    const baseUrl = baseUrlOf({ networkKind: network.kind, baseUrl: network.baseUrl })
    return { label, network: network.kind, host: new URL(baseUrl).host, again: { ethereumAddress, keyKind } }
  }

  async function connectWallet(
    input: ChannelInput<'accounts:connectWallet'>,
    signal: AbortSignal,
    checkLeaving: CheckLeaving,
  ): Promise<Account> {
    const target = await describeTarget(input)
    /** The attempt with the last wallet that was entered. */
    const last: { attempt: Promise<Account> | null } = { attempt: null }
    try {
      return await confirmations.askWallet<Account>(
        target,
        async (wallet) => {
          if (wallet.kind === 'starkKey') {
            // The signature that it needs is made elsewhere and pasted in the main window, so this window closes first.
            const { ethereumAddress } = await resolveWallet(wallet)
            if (target.again !== null && target.again.ethereumAddress !== ethereumAddress)
              throw new AppError('validation', { field: walletField(wallet), reason: 'otherWallet' })
            return () => accounts.connectWallet({ ...input, wallet }, checkLeaving)
          }
          last.attempt = accounts.connectWallet({ ...input, wallet }, checkLeaving)
          try {
            const account = await last.attempt
            return () => account
          } catch (error) {
            if (!isCrossed(error)) throw error
            // No other wallet would help: whether the account may be left is asked once this window has closed.
            return () => {
              throw error
            }
          }
        },
        signal,
      )
    } catch (error) {
      if (last.attempt === null) throw error
      // Closed or canceled while the service was asked: the attempt ends too, and nothing of it is stored. If its account was
      // just activated, which the main window learns before this code does, there is nothing left to cancel.
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

  /** Where the keys are that a first password moves into the vault. */
  async function findKeyLocation(): Promise<AppPasswordRequest['keysIn']> {
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
    const keysIn = task === 'set' ? await findKeyLocation() : null
    await confirmations.askAppPassword({ task, keysIn, retryAfterMs }, take)
    return {}
  }

  return {
    /** See the channel. A wallet that is rejected, here or by the service, can be entered again in the same window. */
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

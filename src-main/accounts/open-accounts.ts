// Composes the accounts with the lock, and what the page gets of both.
import { randomBytes, randomUUID } from 'node:crypto'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { nodeScrypt } from '../keychain/node-scrypt.ts'
import type { SecretBackends } from '../keychain/secret-backends.ts'
import type { Tools } from '../tools.ts'
import type { ReadOrderBusiness } from '../trading/order-business.ts'
import { type Accounts, type AccountsOptions, createAccounts } from './accounts.ts'
import type { Security } from './app-lock.ts'
import { guard } from './questions/confirmation-guard.ts'
import { createWalletMaker } from './wallet/create-wallet.ts'
import { createKeystoreExport } from './wallet/export-keystore.ts'

export interface OpenAccountsOptions extends Omit<AccountsOptions, 'secrets' | 'createId' | 'signInAtStart'> {
  readonly places: SecretBackends
  /** Resolves after the page's first paint. */
  readonly firstPaint: Promise<unknown>
}

/** Accounts that follow the lock. */
export function openAccounts(options: OpenAccountsOptions, security: Security): Accounts {
  const { current, log, firstPaint } = options
  const accounts = createAccounts({
    ...options,
    secrets: options.places,
    createId: randomUUID,
    signInAtStart: security.signInAtStart,
  })
  current.events.on('changed', (session) => {
    void firstPaint.then(() => {
      if (session !== null && current.get() === session) accounts.syncProfile(session)
    })
  })
  current.events.on('returned', accounts.syncProfile)
  security.events.on('locked', () => accounts.lock(security.forgetsTokens()))
  security.events.on('unlocked', () => accounts.unlock())
  security.events.on('settingAside', () => current.get()?.client.forget())
  security.events.on('moved', () => {
    accounts
      .recheckServiceKeys()
      .catch((error: unknown) => log.fault('accounts', 'look for service keys', error))
  })
  // Resumes the account in use as at a locked start, which ends its old session and sync.
  security.beforeClear(accounts.resume)
  return accounts
}

export interface GuardAccountsOptions extends Pick<
  Tools,
  'store' | 'clock' | 'log' | 'confirmations' | 'chooseFile'
> {
  readonly places: SecretBackends
  readonly accounts: Accounts
  readonly security: Security
  readonly readOrderBusiness: ReadOrderBusiness
  readonly isCancelingAll: () => boolean
}

/** Accounts and lock for the page: changes are confirmed by the user first. */
export function guardAccounts(options: GuardAccountsOptions) {
  const { places, confirmations, accounts } = options
  const exportKeystore = createKeystoreExport({
    ...options,
    hasAppPassword: () => places.passwordState() !== 'none',
    verifyAppPassword: (password) => places.verifyPassword(password),
    readEthereumKey: (accountId) => places.get(accountId, 'ethereumPrivateKey'),
    making: { scrypt: nodeScrypt, randomBytes },
  })
  const createWallet = createWalletMaker({ randomBytes, confirmations })
  const guarded = guard({ ...options, createWallet })
  return {
    ...guarded,
    accounts: {
      ...guarded.accounts,
      exportKeystore: async ({ id }: ChannelInput<'accounts:exportKeystore'>) =>
        exportKeystore(await accounts.find(id)),
    },
  }
}

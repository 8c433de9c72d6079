// Reads an account's secrets; those of the practice users derive from the practice exchange's seed.
import type { SecretName, SecretStore } from '../keychain/secret-store.ts'
import { practiceWallets } from '../practice/users.ts'
import { networkProfiles } from '../session/network-profile.ts'
import type { Accounts } from './accounts.ts'

/** Null if there is no such secret. Errors: those of the secret store; notFound for an unknown account. */
export type ReadSecret = (accountId: string, name: SecretName) => Promise<string | null>

export interface ReadSecretOptions {
  readonly secrets: Pick<SecretStore, 'get'>
  readonly accounts: Pick<Accounts, 'find'>
  readonly practiceSeed: number
}

/** Practice works without stored keys. */
export function createReadSecret({ secrets, accounts, practiceSeed }: ReadSecretOptions): ReadSecret {
  const getPracticeWallets = practiceWallets(practiceSeed)
  return async (accountId, name) => {
    const kept = await secrets.get(accountId, name)
    if (kept !== null) return kept
    const account = await accounts.find(accountId)
    if (networkProfiles[account.network.kind].hasRealFunds) return null
    const user = getPracticeWallets().find(
      ({ ethereumAddress }) => ethereumAddress === account.ethereumAddress,
    )
    switch (name) {
      case 'ethereumPrivateKey':
      case 'organizationKey':
      case 'apiKey':
        return user?.[name] ?? null
      default:
        return null
    }
  }
}

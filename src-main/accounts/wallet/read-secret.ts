// Reads an account's secrets; those of the practice users derive from the practice exchange's seed.
import type { SecretName, SecretStore } from '../../keychain/secret-store.ts'
import { type PracticeWallet, practiceWallets } from '../../practice/users.ts'
import { networkProfiles } from '../../session/network-profile.ts'
import type { Accounts } from '../accounts.ts'

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
  /** Of practice accounts that were found, by id: neither address nor network of an account ever changes. */
  const found = new Map<string, PracticeWallet>()

  async function findPracticeWallet(accountId: string): Promise<PracticeWallet | undefined> {
    const known = found.get(accountId)
    if (known !== undefined) return known
    const { network, ethereumAddress } = await accounts.find(accountId)
    if (networkProfiles[network.kind].hasRealFunds) return undefined
    const wallet = getPracticeWallets().find((candidate) => candidate.ethereumAddress === ethereumAddress)
    if (wallet !== undefined) found.set(accountId, wallet)
    return wallet
  }

  return async (accountId, name) => {
    const kept = await secrets.get(accountId, name)
    if (kept !== null) return kept
    const wallet = await findPracticeWallet(accountId)
    switch (name) {
      case 'ethereumPrivateKey':
      case 'organizationKey':
      case 'apiKey':
        return wallet?.[name] ?? null
      default:
        return null
    }
  }
}

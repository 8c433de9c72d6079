// Accounts for tests of the page, good in every field.
import type { Account, AccountsState } from '../../../src-preload/contract/accounts/accounts.ts'

/** An account of a number; the changes come over it. */
export function makeAccount(number: number, changes: Partial<Account> = {}): Account {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    label: `Wallet ${number}`,
    keyKind: 'ethereum',
    network: { kind: 'mainnet', baseUrl: null },
    ethereumAddress: `0x${number.toString(16).padStart(40, 'abcdef0123456789')}`,
    createdAtMs: number,
    profile: null,
    l2Key: { status: 'unknown' },
    serviceKeys: { organizationKey: false, apiKey: false },
    ...changes,
  }
}

/** What main tells of these accounts, with the first one in use; the changes come over it. */
export function makeAccountsState(
  accounts: readonly Account[],
  changes: Partial<AccountsState> = {},
): AccountsState {
  return {
    accounts: [...accounts],
    activeId: accounts[0]?.id ?? null,
    session: 'signedIn',
    protection: { kind: 'keychain', reason: null },
    signatureRequest: null,
    isAllShown: false,
    ...changes,
  }
}

// Describes each kind of network: where its service is, whose clock it has, and whether anything can be lost there. The kind comes
// from the account that main made: no address, name or answer of a service makes a network practice.
import type { NetworkKind } from '../../src-preload/contract/accounts/accounts.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { knownNetworks } from '../exchange/base-url.ts'
import { practiceMarkets } from '../practice/markets/markets.ts'
import { practiceOrigin } from '../practice/practice-host.ts'
import type { StoredAccount } from '../store/api/store-api.ts'

export interface NetworkProfile {
  /** Address of the service; null where each account has its own. */
  readonly baseUrl: string | null
  /** Key of the network's market data in the store; null where it is the base URL. */
  readonly key: string | null
  /** False where there is nothing to lose: keys follow from the practice seed, and a person is asked about nothing. */
  readonly hasRealFunds: boolean
  /** The service runs on this computer: its clock is ours, and asking it often burdens nobody. */
  readonly isOnThisComputer: boolean
  /** How long a connection may take to come up, in milliseconds; as everywhere unless set. */
  readonly connectMs?: number
  /**
   * Markets to begin with. The interface has no endpoint that lists them; these are the constants of the service's own
   * connectors (facts A12).
   */
  readonly firstMarkets: readonly string[]
}

const service = { key: null, hasRealFunds: true, isOnThisComputer: false } as const

export const networkProfiles: Readonly<Record<NetworkKind, NetworkProfile>> = {
  practice: {
    baseUrl: practiceOrigin,
    key: 'practice',
    hasRealFunds: false,
    isOnThisComputer: true,
    // Where the exchange is gone, that is known at once. That it is silent means that the computer is busy, at the first start above
    // all, and nobody can do anything about it but wait.
    connectMs: 15_000,
    firstMarkets: practiceMarkets.map(({ symbol }) => symbol),
  },
  mainnet: { ...service, baseUrl: knownNetworks.mainnet, firstMarkets: ['ethusdc', 'btcusdc'] },
  testnet: {
    ...service,
    baseUrl: knownNetworks.testnet,
    firstMarkets: ['ethusdc', 'btcusdc', 'ethusdt', 'btcusdt'],
  },
  custom: { ...service, baseUrl: null, firstMarkets: ['ethusdc', 'btcusdc'] },
}

/** Address of an account's service. Errors: internal where a custom network has none. */
export function baseUrlOf({ networkKind, baseUrl }: Pick<StoredAccount, 'networkKind' | 'baseUrl'>): string {
  const address = networkProfiles[networkKind].baseUrl ?? baseUrl
  if (address === null) throw new AppError('internal', { what: 'custom network without base URL' })
  return address
}

/** Key of the market data of an account's network in the store: the same for every account on it. */
export function networkKeyOf(account: Pick<StoredAccount, 'networkKind' | 'baseUrl'>): string {
  return networkProfiles[account.networkKind].key ?? baseUrlOf(account)
}

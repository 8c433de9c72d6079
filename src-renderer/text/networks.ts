// Names of networks: of the exchange, where it is known.
import type { Account, NetworkKind } from '../../src-preload/contract/accounts/accounts.ts'
import type { LinkName } from '../../src-preload/contract/app/app.ts'

export const networkNames: Record<NetworkKind, string> = {
  practice: 'Practice',
  mainnet: 'tanX',
  testnet: 'tanX testnet',
  custom: 'Custom',
}

/** The exchange of an account by its name, as part of a sentence; a custom one by its host. */
export function nameExchange(network: Account['network']): string {
  switch (network.kind) {
    case 'practice':
      return 'the practice exchange'
    case 'mainnet':
      return 'tanX'
    case 'testnet':
      return 'the tanX testnet'
    case 'custom':
      return describeNetwork(network)
  }
}

/** The network of an account; a custom one by its host. */
export function describeNetwork(network: Account['network']): string {
  if (network.kind !== 'custom' || network.baseUrl === null) return networkNames[network.kind]
  return URL.canParse(network.baseUrl) ? new URL(network.baseUrl).host : network.baseUrl
}

const servicePages: Readonly<Record<NetworkKind, LinkName | null>> = {
  practice: null,
  mainnet: 'serviceMainnet',
  testnet: 'serviceTestnet',
  custom: null,
}

/** Link to the service's web page on a network; null when unknown. */
export function findServicePage(kind: NetworkKind): LinkName | null {
  return servicePages[kind]
}

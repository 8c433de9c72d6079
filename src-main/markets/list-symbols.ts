// Which markets are the user's.
import { MAX_WATCHED } from '../../src-preload/contract/markets/market-list.ts'
import type { AccountSession } from '../session/account-session.ts'
import { networkProfiles } from '../session/network-profile.ts'
import type { Store } from '../store/api/store-api.ts'

/** The user's markets on the network; until the user has chosen any, the initial ones and those of the user's orders. */
export async function listSymbols(
  store: Pick<Store, 'listMarkets' | 'listOrderMarkets'>,
  { account, network }: Pick<AccountSession, 'account' | 'network'>,
): Promise<string[]> {
  const kept = await store.listMarkets(network)
  if (kept.length > 0) return kept
  const traded = await store.listOrderMarkets(account.id)
  return [...new Set([...networkProfiles[account.networkKind].firstMarkets, ...traded])].slice(0, MAX_WATCHED)
}

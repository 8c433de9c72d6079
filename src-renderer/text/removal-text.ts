// Text about removing an account: what is deleted and what remains.
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import { countOf } from './format/words.ts'
import type { Removal } from '../shell/state/accounts.svelte.ts'

/** What removing an account deletes, one line each. */
export function listWhatGoes({ keyKind, network, serviceKeys }: Account): string[] {
  const key = keyKind === 'stark' ? 'its L2 private key' : 'its private key'
  const secrets =
    network.kind === 'practice'
      ? 'Its session tokens'
      : `The copy of ${key} on this computer, and its session`
  const issued =
    serviceKeys.organizationKey || serviceKeys.apiKey ? ['The API keys issued by the exchange'] : []
  return [secrets, ...issued, 'Its downloaded orders, fills and figures']
}

/** What remains after removing an account, and how to add it again. */
export function describeWhatStays({ keyKind, network }: Account): string {
  if (network.kind === 'practice') return 'You can add the practice wallet again at any time.'
  const need =
    keyKind === 'stark' ? 'its L2 key and its wallet' : 'its seed phrase, its private key or a keystore file'
  return `The exchange account and its funds are not affected. To use it here again, you need ${need}.`
}

/** Why the keychain blocks a removal, and what "Remove anyway" does. */
export const removeAnywayWords =
  'Its key stays in the system keychain for now and is deleted once the keychain is available. Everything else is removed now.'

/** "a, b and c". */
function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}

/** Result of a removal in one line; zero counts are omitted. */
export function describeRemoval({ label, removed }: Removal): string {
  const isWhole = removed.secrets === 'removed'
  const list = joinWords([
    ...(isWhole ? ['its keys'] : []),
    ...(removed.orders > 0 ? [countOf(removed.orders, ['order', 'orders'])] : []),
    ...(removed.orderTrades > 0 ? [countOf(removed.orderTrades, ['trade', 'trades'])] : []),
    ...(removed.pnlSnapshots > 0 ? [countOf(removed.pnlSnapshots, ['figure', 'figures'])] : []),
  ])
  const what = `${label} was removed from this computer${list === '' ? '' : `: ${list}`}.`
  return isWhole
    ? what
    : `${what} Its key is still in the system keychain and is deleted once the keychain is available.`
}

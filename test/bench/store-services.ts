// The app's services over a store of the bench, as index.ts puts them together, without windows or a keychain.
import { join } from 'node:path'
import { systemClock } from '../../src-main/async/clock.ts'
import type { Emit } from '../../src-main/ipc/events.ts'
import { openSecretBackends } from '../../src-main/keychain/secret-backends.ts'
import type { Log } from '../../src-main/diagnostics/log.ts'
import { composeServices, type Services } from '../../src-main/app/compose.ts'
import { nobodyThere } from '../fixtures/nobody-there.ts'
import { createKeychainLedger } from '../../src-main/accounts/wallet/accounts-in-keychain.ts'
import type { PracticeHost } from '../../src-main/practice/practice-host.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { practiceSeed } from './store-files.ts'
import { openJournalHere } from '../fixtures/journal-here.ts'

/** Says what went wrong where the person who runs the bench sees it. */
export const benchLog: Log = {
  info: () => undefined,
  fault: (area, what, error) => process.stderr.write(`${area}: ${what}: ${String(error)}\n`),
}

/** @param folder - where a password vault would lie */
export async function composeBenchServices(
  store: Store,
  folder: string,
  practice: PracticeHost,
  emit: Emit,
  log: Log = benchLog,
): Promise<Services> {
  const places = await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(folder, 'keys.vault'),
    clock: systemClock,
    onFault: (what, error) => log.fault('keychain', what, error),
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
    load: () => Promise.reject(new Error('the bench has no keychain')),
  })
  return composeServices({
    store,
    journal: openJournalHere(),
    places,
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (bench)',
    emit,
    log,
    practice,
    practiceSeed,
    random: Math.random,
    ...nobodyThere,
  })
}

// One life of the app without its windows: the real services over a data file and a journal, for a practice account, as a start makes them.
// Run in the process that gets killed and in the one that comes after it.
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import type { SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { externalPracticeHost } from '../../../src-main/practice/practice-host.ts'
import { openJournal, openStore } from '../../../src-main/store/client/open-store.ts'
import type { Journal } from '../../../src-main/store/api/journal-api.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

export const practiceSeed = 7
const [alice, bob] = derivePracticeUsers(practiceSeed)
if (alice === undefined || bob === undefined) throw new Error('no practice users')
export const sender = alice
export const receiver = bob
const accountId = '11111111-1111-4111-8111-111111111111'

/** What the page asks for: all warnings are acknowledged, the reference is Starkdesk's own. */
export const askFor = (amount: string) => ({
  recipientAddress: receiver.ethereumAddress,
  source: 'typed' as const,
  amount,
  reference: null,
  note: '',
  acknowledged: ['firstTime' as const, 'lookAlike' as const, 'onlyReceivedFrom' as const],
})

export interface LifeOptions {
  /** Of the store; the journal lies beside it. */
  readonly file: string
  readonly exchangeUrl: string
  /** Put around the journal before the services get it. */
  readonly wrap?: (journal: Journal) => Journal
  /** The person before the confirmation window; approves at once unless told. */
  readonly askPerson?: () => Promise<void>
}

export interface Life {
  readonly services: Services
  /** Every transfer as the page sees it, oldest first. */
  list(): Promise<SentTransfer[]>
  close(): Promise<void>
}

/** Starts the app on what the file holds; a file that does not exist gets the practice account. */
export async function startLife({ file, exchangeUrl, wrap, askPerson }: LifeOptions): Promise<Life> {
  const [store, journal] = await Promise.all([
    openStore({ file, clock: systemClock, workerUrl }),
    openJournal({ file: `${file}.journal`, clock: systemClock, workerUrl }),
  ])
  if ((await store.listAccounts()).length === 0) {
    await store.putAccount({
      id: accountId,
      label: 'Alice',
      networkKind: 'practice',
      baseUrl: null,
      ethereumAddress: sender.ethereumAddress,
      keyKind: 'ethereum',
      createdAtMs: 0,
      profile: null,
    })
  }
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal: wrap === undefined ? journal : wrap(journal),
    places: await openSecretBackends({
      ledger: createKeychainLedger(store),
      vaultFile: `${file}.vault`,
      clock: systemClock,
      onFault: () => undefined,
      listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
      // The keys of a practice account follow from the seed: nothing of them has to outlive a kill.
      load: () => Promise.resolve(new CountingKeychain()),
    }),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: () => undefined,
    log: { info: () => undefined, fault: () => undefined },
    practice: externalPracticeHost(exchangeUrl),
    practiceSeed,
    random: () => 0,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      confirmTransfer: askPerson ?? (() => Promise.resolve()),
      confirmOrder: askPerson ?? (() => Promise.resolve()),
      confirmSession: askPerson ?? (() => Promise.resolve()),
    },
  })
  return {
    services,
    list: async () => {
      const filter = { text: '', states: [], fromMs: null, toMs: null }
      const { entries } = await services.transfers.list({ filter, limit: 500, beforeMs: null })
      return entries.flatMap((entry) => (entry.kind === 'journal' ? [entry.transfer] : [])).reverse()
    },
    close: async () => {
      await services.close()
      await Promise.all([store.close(), journal.close()])
    },
  }
}

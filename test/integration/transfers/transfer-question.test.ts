// Proof of what is asked before a transfer is signed, and of what ends the question without a signature: services as they are composed,
// the practice exchange over HTTP, a store on the disk and a real journal.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices } from '../../../src-main/app/compose.ts'
import { createKeychainLedger } from '../../../src-main/accounts/wallet/accounts-in-keychain.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { cheap } from '../keychain/vault/cheap-scrypt.ts'
import { makeDesk } from '../accounts/confirm-desk.ts'
import { account, makeEvents, makeLog, makeStore } from '../world.ts'
import { typingPerson } from '../accounts/typing-person.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const [alice, bob] = derivePracticeUsers(seed)
if (!alice || !bob) throw new Error('there are no practice users')
const bobAddress = bob.ethereumAddress
const aliceId = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const bobId = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c12'
/** Begins and ends as Bob's does; nobody has it. */
const likeBob = `${bobAddress.slice(0, 8)}${'5'.repeat(28)}${bobAddress.slice(-6)}`.toLowerCase()

async function start(journal = openJournalHere()) {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-question-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  await store.removeAccount(account.id)
  for (const [id, user, label] of [
    [aliceId, alice, 'Alice'],
    [bobId, bob, 'Bob elsewhere'],
  ] as const) {
    const ethereumAddress = user?.ethereumAddress ?? ''
    await store.putAccount({ ...account, id, label, networkKind: 'practice', baseUrl: null, ethereumAddress })
  }
  const desk = makeDesk()
  const { log } = makeLog()
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal,
    places: await openSecretBackends({
      ledger: createKeychainLedger(store),
      vaultFile: join(folder, 'keys.vault'),
      clock: systemClock,
      onFault: (what, error) => log.fault('keychain', what, error),
      listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
      load: () => Promise.resolve(new CountingKeychain()),
      scrypt: cheap,
    }),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: makeEvents().emit,
    log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    ...nobodyThere,
    confirmations: {
      ...nobodyThere.confirmations,
      ...typingPerson({ password: 'four quiet words here' }),
      confirmChange: (change) => desk.confirmations.confirmChange(change),
      confirmTransfer: (record, signal) => desk.confirmations.confirmTransfer(record, signal),
    },
    onLock: () => {
      desk.closeWindow()
    },
  })
  onTestFinished(() => services.close())
  await services.accounts.activate({ id: aliceId })
  await eventually(async () =>
    expect((await services.transfers.getSetup()).blockers).not.toContain('noProfile'),
  )

  /** What the page acknowledges is all that it can be asked to. */
  async function intend(recipientAddress: string, amount = '25') {
    return services.transfers.create({
      recipientAddress,
      source: 'typed',
      amount,
      reference: null,
      note: '',
      acknowledged: ['firstTime', 'lookAlike', 'onlyReceivedFrom', 'clipboardChanged'],
    })
  }

  /** Lets the page ask for the signature, and comes back once the window is there. */
  async function ask(id: string, windows = 1) {
    const done = services.transfers.proceed({ id })
    // A test that fails before it looks at the outcome must not fail twice.
    done.catch(() => undefined)
    await eventually(() => expect(desk.windows).toHaveLength(windows))
    desk.wait(700)
    return done.then(
      (transfer) => ({ transfer }),
      (error: unknown) => ({ error }),
    )
  }
  const stateOf = async (id: string) => (await journal.getStoredTransfer(id))?.state
  const signatureOf = async (id: string) => (await journal.getStoredTransfer(id))?.signature
  return { services, journal, desk, intend, ask, stateOf, signatureOf }
}

const acknowledged = ['firstTime'] as const

describe('a journal that was restored', () => {
  it('lets nothing be announced or signed until its transfers were looked at', async () => {
    const { services, desk, intend, ask, stateOf } = await start(openJournalHere(5))
    expect((await services.transfers.getSetup()).blockers).toEqual(['journalRestored'])
    const { id } = await intend(bobAddress)
    await expect(services.transfers.proceed({ id })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'transfer', reason: 'journalRestored' },
    })
    expect(await stateOf(id)).toBe('intended')
    expect(desk.windows).toEqual([])
    // A no, and nothing is freed; then a yes, to what the exchange lists.
    for (const [at, isYes] of [false, true].entries()) {
      desk.wait(600_000)
      const noted = services.transfers.noteReviewed()
      noted.catch(() => undefined)
      await eventually(() => expect(desk.windows).toHaveLength(at + 1))
      expect(await desk.look()).toMatchObject({
        kind: 'change',
        change: { what: 'reviewRestored', label: 'Alice', shown: expect.any(Array) as unknown },
      })
      desk.wait(700)
      await desk.say(isYes ? { kind: 'approve' } : { kind: 'decline' })
      if (isYes) await noted
      else {
        await expect(noted).rejects.toMatchObject({ code: 'userDeclined' })
        expect((await services.transfers.getSetup()).blockers).toEqual(['journalRestored'])
      }
    }
    expect((await services.transfers.getSetup()).blockers).toEqual([])
    const done = ask(id, 3)
    await eventually(() => expect(desk.windows).toHaveLength(3))
    desk.wait(700)
    await desk.say({ kind: 'approveTransfer', acknowledged })
    expect(await done).toMatchObject({ transfer: { state: 'succeeded' } })
  })

  it('lets no signature be sent that it has from before', async () => {
    const journal = openJournalHere(5)
    const { services, intend, stateOf } = await start(journal)
    const { id } = await intend(bobAddress)
    await journal.moveTransfer(id, ['intended'], 'initiating', {}, 1)
    await journal.moveTransfer(id, ['initiating'], 'initiated', { msgHash: '0x12', nonce: 1 }, 2)
    await journal.moveTransfer(id, ['initiated'], 'signed', { signature: { r: '0x1', s: '0x2' } }, 3)
    await expect(services.transfers.proceed({ id })).rejects.toMatchObject({
      data: { field: 'transfer', reason: 'journalRestored' },
    })
    expect(await stateOf(id)).toBe('signed')
  })
})

describe('the question before a signature', () => {
  it('tells what the journal and main know, and sends after a yes that acknowledges', async () => {
    const { services, desk, intend, stateOf } = await start()
    const { id, reference } = await intend(bobAddress)
    const done = services.transfers.proceed({ id })
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toEqual({
      kind: 'transfer',
      accountLabel: 'Alice',
      network: 'practice',
      host: 'practice.localhost',
      senderAddress: alice.ethereumAddress,
      recipientAddress: bobAddress,
      recipient: {
        label: null,
        sentBefore: { count: 0, lastAtMs: null },
        warnings: [{ kind: 'firstTime' }],
        moreLookAlikes: 0,
      },
      amount: '25',
      currency: 'usdc',
      reference,
    })
    desk.wait(700)
    expect(await desk.say({ kind: 'approveTransfer', acknowledged: [] })).toMatchObject({
      error: { data: { reason: 'unacknowledged' } },
    })
    expect(await stateOf(id)).toBe('initiated')
    await desk.say({ kind: 'approveTransfer', acknowledged })
    expect((await done).state).toBe('succeeded')

    const again = await intend(bobAddress, '1')
    const second = services.transfers.proceed({ id: again.id })
    await eventually(() => expect(desk.windows).toHaveLength(2))
    expect(await desk.look()).toMatchObject({
      recipient: { sentBefore: { count: 1, lastAtMs: expect.any(Number) as number }, warnings: [] },
    })
    desk.wait(700)
    await desk.say({ kind: 'approveTransfer', acknowledged: [] })
    expect((await second).state).toBe('succeeded')
  })

  it('warns of a look-alike even where a script has just given it a name in the address book', async () => {
    const { services, desk, intend, ask, stateOf } = await start()
    const friend = await services.transfers.putRecipient({ address: likeBob, label: 'Friend', note: '' })
    const { id } = await intend(bobAddress)
    await services.transfers.putRecipient({ address: bobAddress, label: 'Friend, really', note: '' })
    const ended = ask(id)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    expect(await desk.look()).toMatchObject({
      recipient: {
        label: 'Friend, really',
        warnings: [
          { kind: 'firstTime' },
          { kind: 'lookAlike', address: friend.address, label: 'Friend', why: 'sameEnds' },
        ],
      },
    })
    desk.wait(700)
    expect(await desk.say({ kind: 'approveTransfer', acknowledged })).toMatchObject({
      error: { data: { reason: 'unacknowledged' } },
    })
    desk.closeWindow()
    expect(await ended).toMatchObject({ error: { code: 'userDeclined' } })
    expect(await stateOf(id)).toBe('initiated')
  })

  it('leaves an intent that was declined as it was: unsigned, and it can be asked again', async () => {
    const { desk, intend, ask, stateOf, signatureOf } = await start()
    const { id } = await intend(bobAddress)
    const first = ask(id)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    await desk.say({ kind: 'decline' })
    expect(await first).toMatchObject({ error: { code: 'userDeclined' } })
    expect([await stateOf(id), await signatureOf(id)]).toEqual(['initiated', null])
    const second = ask(id, 2)
    await eventually(() => expect(desk.windows).toHaveLength(2))
    desk.wait(700)
    await desk.say({ kind: 'approveTransfer', acknowledged })
    expect(await second).toMatchObject({ transfer: { state: 'succeeded' } })
  })
})

describe('while the question is open', () => {
  it('the page can neither abandon the transfer nor ask for it a second time', async () => {
    const { services, desk, intend, ask, stateOf } = await start()
    const { id } = await intend(bobAddress)
    const ended = ask(id)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    const busy = { code: 'validation', data: { field: 'transfer', reason: 'busy' } }
    expect(await failureOf(services.transfers.abandon({ id }))).toMatchObject(busy)
    expect(await failureOf(services.transfers.proceed({ id }))).toMatchObject(busy)
    expect(await stateOf(id)).toBe('initiated')
    expect(desk.windows).toHaveLength(1)
    desk.wait(700)
    await desk.say({ kind: 'approveTransfer', acknowledged })
    expect(await ended).toMatchObject({ transfer: { state: 'succeeded' } })
  })

  it('another account that is chosen closes it, and nothing is signed', async () => {
    const { services, desk, intend, ask, stateOf, signatureOf } = await start()
    const { id } = await intend(bobAddress)
    const ended = ask(id)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    await services.accounts.activate({ id: bobId })
    expect(await ended).toMatchObject({ error: { code: 'cancelled' } })
    expect(desk.windows[0]?.isOpen).toBe(false)
    expect(await desk.say({ kind: 'approveTransfer', acknowledged })).toMatchObject({
      error: { code: 'notFound' },
    })
    expect([await stateOf(id), await signatureOf(id)]).toEqual(['initiated', null])
  })

  it('the lock closes it, and nothing is signed', async () => {
    const { services, desk, intend, ask, stateOf, signatureOf } = await start()
    await services.security.setPassword()
    const { id } = await intend(bobAddress)
    const ended = ask(id)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    services.security.lock()
    expect(await ended).toMatchObject({ error: { code: 'userDeclined' } })
    expect([await stateOf(id), await signatureOf(id)]).toEqual(['initiated', null])
  })

  it('it does not come up over a lock that fell after it was asked for', async () => {
    const { services, desk, intend, ask, stateOf, signatureOf } = await start()
    await services.security.setPassword()
    const { id } = await intend(bobAddress)
    const first = ask(id)
    await eventually(() => expect(desk.windows).toHaveLength(1))
    await desk.say({ kind: 'decline' })
    await first
    desk.wait(600_000)
    const failed = failureOf(services.transfers.proceed({ id }))
    services.security.lock()
    expect((await failed).code).toBe('vaultLocked')
    expect(desk.windows).toHaveLength(1)
    expect([await stateOf(id), await signatureOf(id)]).toEqual(['initiated', null])
  })
})

// Canceling everything goes on until nothing is open or a person stops it: another account and a restart only make it wait.
import { expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { createRunNotes } from '../../../src-main/trading/cancel/run-notes.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { makeStore } from '../world.ts'
import { resting, startTrading } from './canceling-world.ts'

/** Everything of account a is being canceled in vain, and account b comes into use. */
async function startAndLeave() {
  const world = await startTrading()
  await world.addOther()
  await world.placeElsewhere('ethusdc', '100')
  await world.placeElsewhere('ethusdc', '101')
  const open = (await world.listOpen()).length
  expect(open).toBeGreaterThanOrEqual(2)
  // Those of single orders too, which end what the others leave.
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  await world.services.accounts.activate({ id: 'b' })
  expect(world.changes.splice(0)).toMatchObject([{ what: 'leaveCancelAll', label: 'Test' }])
  await eventually(() =>
    expect(world.trading.getCancelAll()).toMatchObject({
      phase: 'done',
      note: 'accountLeft',
      waiting: ['a'],
    }),
  )
  world.cutOff(null)
  return { world, open }
}

const wallet = { label: 'New', network: 'testnet', baseUrl: null } as const

const waitingTitle = 'Orders may still be open'
const countWaiting = (shown: readonly { title: string }[]): number =>
  shown.filter(({ title }) => title === waitingTitle).length

it('a page leaves the account or signs it out only where a person says so', async () => {
  const world = await startTrading()
  await world.addOther()
  await world.placeElsewhere('ethusdc', '100')
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  const { accounts } = world.services
  world.answers.change = 'no'
  const leave = [
    () => accounts.activate({ id: 'b' }),
    () => accounts.connectPractice({ user: 1 }),
    () => accounts.connectWallet({ ...wallet, accountId: null }),
    () => accounts.createWallet(wallet),
    () => accounts.signOut(),
  ]
  for (const each of leave) await expect(each()).rejects.toMatchObject({ code: 'userDeclined' })
  expect(world.changes).toHaveLength(leave.length)
  for (const change of world.changes)
    expect(change).toEqual({ what: 'leaveCancelAll', label: 'Test', network: 'practice' })
  expect(await accounts.getState()).toMatchObject({ activeId: 'a', session: 'signedIn' })
  expect(world.trading.isCancelingAll()).toBe(true)
  // It stays in use.
  await accounts.activate({ id: 'a' })
  expect(world.changes).toHaveLength(leave.length)
  world.cutOff(null)
  await eventually(() => expect(world.trading.getCancelAll().note).toBe('noneOpen'))
  await accounts.activate({ id: 'b' })
  expect(world.changes).toHaveLength(leave.length)
}, 90_000)

it('a page that asked for it just before the press leaves the account only where a person says so', async () => {
  const world = await startTrading()
  await world.addOther()
  await world.placeElsewhere('ethusdc', '100')
  world.cutOff('cancel/')
  world.answers.change = 'no'
  const { accounts } = world.services
  const leave = [
    () => accounts.activate({ id: 'b' }),
    () => accounts.connectPractice({ user: 1 }),
    () => accounts.signOut(),
  ]
  for (const each of leave) {
    const crossing = each()
    world.trading.killSwitch()
    await expect(crossing).rejects.toMatchObject({ code: 'userDeclined' })
    expect(world.changes.splice(0)).toMatchObject([{ what: 'leaveCancelAll' }])
    expect(await accounts.getState()).toMatchObject({ activeId: 'a', session: 'signedIn' })
    expect(world.trading.isCancelingAll()).toBe(true)
    world.trading.stopKillSwitch()
    await eventually(() => expect(world.trading.getCancelAll().note).toBe('stopped'))
  }
  const crossing = accounts.activate({ id: 'b' })
  world.trading.killSwitch()
  world.answers.change = 'yes'
  await crossing
  expect((await accounts.getState()).activeId).toBe('b')
}, 90_000)

it('so does one that asked for a wallet, whose words or key a person types when it is pressed', async () => {
  const world = await startTrading()
  const { accounts } = world.services
  await world.placeElsewhere('ethusdc', '100')
  world.answers.change = 'no'
  const press = (): void => {
    world.cutOff('cancel/')
    world.trading.killSwitch()
  }
  const expectStayed = async (): Promise<void> => {
    expect(world.changes.splice(0)).toMatchObject([{ what: 'leaveCancelAll', label: 'Test' }])
    expect((await accounts.getState()).accounts).toHaveLength(1)
    expect(await accounts.getState()).toMatchObject({ activeId: 'a', session: 'signedIn' })
    world.trading.stopKillSwitch()
    await eventually(() => expect(world.trading.getCancelAll().note).toBe('stopped'))
    world.cutOff(null)
  }
  world.onWordsShown(press)
  await expect(accounts.createWallet(wallet)).rejects.toMatchObject({ code: 'userDeclined' })
  await expectStayed()

  const ethereumPrivateKey = world.exchange.users[1]?.ethereumPrivateKey ?? ''
  Object.defineProperty(world.typed, 'wallet', {
    get() {
      press()
      return { kind: 'privateKey', ethereumPrivateKey }
    },
  })
  const other = { ...wallet, network: 'custom', baseUrl: world.exchange.baseUrl, accountId: null } as const
  await expect(accounts.connectWallet(other)).rejects.toMatchObject({ code: 'userDeclined' })
  await expectStayed()

  world.answers.change = 'yes'
  expect(await accounts.connectWallet(other)).toMatchObject({ label: 'New' })
  expect(world.changes).toMatchObject([{ what: 'leaveCancelAll' }])
}, 90_000)

it('a practice account is removed without a question, except while all its orders are being canceled', async () => {
  const world = await startTrading()
  await world.addOther()
  await world.placeElsewhere('ethusdc', '100')
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  const { accounts } = world.services
  world.answers.change = 'no'
  await expect(accounts.remove({ id: 'a', label: 'Test', leaveSecrets: false })).rejects.toMatchObject({
    code: 'userDeclined',
  })
  expect(world.changes).toEqual([{ what: 'stopCancelAll', label: 'Test', network: 'practice' }])
  expect(world.trading.isCancelingAll()).toBe(true)
  await accounts.remove({ id: 'b', label: 'B', leaveSecrets: false })
  world.cutOff(null)
  await eventually(() => expect(world.trading.getCancelAll().note).toBe('noneOpen'))
  await accounts.remove({ id: 'a', label: 'Test', leaveSecrets: false })
  expect((await accounts.getState()).accounts).toEqual([])
  expect(world.changes).toHaveLength(1)
}, 90_000)

it('the system tells that it waits where the lock has no tokens to cancel with, and it goes on after it', async () => {
  for (const leaveWithout of ['option', 'signIn'] as const) {
    const world = await startTrading()
    const { security, accounts } = world.services
    await world.placeElsewhere('ethusdc', '100')
    await security.setPassword()
    if (leaveWithout === 'option') await security.setOptions({ forgetTokensWhenLocked: true })
    world.cutOff('cancel/')
    world.trading.killSwitch()
    await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
    // While a person signs in, there are no tokens to be kept.
    const signingIn = leaveWithout === 'signIn' ? accounts.signIn() : Promise.resolve()
    security.lock()
    await signingIn.catch(() => undefined)
    world.cutOff(null)
    await eventually(() => expect(countWaiting(world.shown)).toBe(1))
    expect(world.trading.isCancelingAll()).toBe(true)
    await security.unlock()
    await eventually(() => expect(world.trading.getCancelAll().note).toBe('noneOpen'))
    expect(countWaiting(world.shown)).toBe(1)
  }
}, 90_000)

it('the system tells that it waits, also while the page has notifications muted', async () => {
  const world = await startTrading()
  await world.addOther()
  await world.placeElsewhere('ethusdc', '100')
  const { alerts, accounts } = world.services
  await alerts.setOptions({ ...alerts.getOptions(), isMuted: true })
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  await accounts.signOut()
  await eventually(() => expect(countWaiting(world.shown)).toBe(1))
  await accounts.signIn()
  await accounts.activate({ id: 'b' })
  await eventually(() => expect(countWaiting(world.shown)).toBe(2))
  const { notices } = await alerts.listNotices({ beforeId: null, limit: 10 })
  expect(notices.filter(({ what }) => what.kind === 'cancelAsked' && what.isWaiting === true)).toHaveLength(2)
}, 90_000)

it('the end of the app tells nothing of it, which goes on at the next start', async () => {
  const world = await startTrading()
  await world.placeElsewhere('ethusdc', '100')
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  await world.services.close()
  // Nor is anything left to tell at the next start.
  const left = await world.store.noteNotices(Date.now())
  expect(left.filter(({ facts }) => facts.includes('isWaiting'))).toEqual([])
  expect(countWaiting(world.shown)).toBe(0)
}, 90_000)

it('waits while another account is in use, says so, and goes on when its own comes back', async () => {
  const { world, open } = await startAndLeave()
  expect(world.canceling.at(-1)).toMatchObject({ waiting: ['a'] })
  expect(await world.listOpen()).toHaveLength(open)
  await world.services.accounts.activate({ id: 'a' })
  await world.services.accounts.signIn()
  await eventually(() =>
    expect(world.trading.getCancelAll()).toMatchObject({ note: 'noneOpen', isResumed: true, waiting: [] }),
  )
  expect(await world.listOpen()).toEqual([])
  // Nothing is left to go on with.
  expect(await createRunNotes(world.store).list()).toEqual([])
  expect(world.changes).toEqual([])
}, 90_000)

it('the other account is canceled by its own press, and the one that waits still waits', async () => {
  const { world } = await startAndLeave()
  await world.services.accounts.signIn()
  world.trading.killSwitch()
  await eventually(() =>
    expect(world.trading.getCancelAll()).toMatchObject({
      accountId: 'b',
      note: 'noneOpen',
      isResumed: false,
      waiting: ['a'],
    }),
  )
}, 90_000)

it('a page ends what waits only where a person says so, and it does not go on then', async () => {
  const { world, open } = await startAndLeave()
  world.answers.change = 'no'
  await expect(world.trading.stopCancelAll()).rejects.toMatchObject({ code: 'userDeclined' })
  expect(world.trading.getCancelAll().waiting).toEqual(['a'])
  world.answers.change = 'yes'
  await world.trading.stopCancelAll()
  expect(world.changes.at(-1)).toMatchObject({ what: 'stopCancelAll', label: 'Test', network: 'practice' })
  expect(world.trading.getCancelAll().waiting).toEqual([])
  await world.services.accounts.activate({ id: 'a' })
  await world.services.accounts.signIn()
  await eventually(async () => expect((await world.services.accounts.getState()).session).toBe('signedIn'))
  expect(world.trading.isCancelingAll()).toBe(false)
  expect(await world.listOpen()).toHaveLength(open)
}, 90_000)

it('the tray ends it for good', async () => {
  const { world } = await startAndLeave()
  world.trading.stopKillSwitch()
  await eventually(async () => expect(await createRunNotes(world.store).list()).toEqual([]))
  expect(world.trading.getCancelAll().waiting).toEqual([])
}, 90_000)

it('goes on after a crash between the press and the end', async () => {
  const world = await startTrading({
    before: (store, cutOff) => {
      cutOff('/orders')
      return createRunNotes(store).add({ accountId: 'a', sinceMs: Date.now() - 3_600_000 })
    },
  })
  await world.placeElsewhere('ethusdc', '100')
  expect(world.trading.getCancelAll()).toMatchObject({ note: null, isResumed: true })
  await expect(world.place(resting)).rejects.toMatchObject({ data: { reason: 'cancelingAll' } })
  world.cutOff(null)
  await eventually(() =>
    expect(world.trading.getCancelAll()).toMatchObject({ note: 'noneOpen', canceled: 1 }),
  )
  expect(await world.listOpen()).toEqual([])
  expect(await createRunNotes(world.store).list()).toEqual([])
}, 60_000)

it('what was pressed more than a day ago goes on only where a person says so, and a no ends it', async () => {
  const longAgo = { accountId: 'a', sinceMs: Date.now() - 90_000_000 }
  for (const says of ['no', 'yes'] as const) {
    const answer = Promise.withResolvers<typeof says>()
    const world = await startTrading({
      answerChange: () => answer.promise,
      before: (store) => createRunNotes(store).add(longAgo),
    })
    await world.placeElsewhere('ethusdc', '100')
    await eventually(() => expect(world.changes).toMatchObject([{ what: 'cancelAll', label: 'Test' }]))
    expect(world.trading.getCancelAll()).toMatchObject({ phase: 'idle', waiting: ['a'] })
    const open = await world.listOpen()
    expect(open.length).toBeGreaterThan(0)
    answer.resolve(says)
    await eventually(() => expect(world.trading.getCancelAll().waiting).toEqual([]))
    if (says === 'yes') await eventually(() => expect(world.trading.getCancelAll().note).toBe('noneOpen'))
    expect(await world.listOpen()).toHaveLength(says === 'yes' ? 0 : open.length)
    await eventually(async () => expect(await createRunNotes(world.store).list()).toEqual([]))
  }
}, 90_000)

it('what could not be asked, or was closed by a lock or with the window, is no no: it waits', async () => {
  const longAgo = { accountId: 'a', sinceMs: Date.now() - 90_000_000 }
  for (const reason of ['busy', 'tooSoon', 'noWindow', 'closed']) {
    const world = await startTrading({
      answerChange: () => Promise.reject(new AppError('userDeclined', { reason })),
      before: (store) => createRunNotes(store).add(longAgo),
    })
    await eventually(() => expect(world.changes).toMatchObject([{ what: 'cancelAll' }]))
    await eventually(() => expect(world.trading.getCancelAll().waiting).toEqual(['a']))
    await world.services.close()
    expect(await createRunNotes(world.store).list()).toEqual([longAgo])
  }
}, 90_000)

it('a kill switch that is pressed while an old press is asked about counts, whatever the answer is', async () => {
  const answer = Promise.withResolvers<'no'>()
  const world = await startTrading({
    answerChange: () => answer.promise,
    before: (store) => createRunNotes(store).add({ accountId: 'a', sinceMs: Date.now() - 90_000_000 }),
  })
  await eventually(() => expect(world.changes).toHaveLength(1))
  world.cutOff('/orders')
  const pressedMs = Date.now()
  world.trading.killSwitch()
  answer.resolve('no')
  await eventually(async () => {
    const [note] = await createRunNotes(world.store).list()
    expect(note?.sinceMs).toBeGreaterThanOrEqual(pressedMs)
  })
  expect(world.trading.isCancelingAll()).toBe(true)
  world.cutOff(null)
  await eventually(() => expect(world.trading.getCancelAll()).toMatchObject({ note: 'noneOpen' }))
}, 60_000)

it('an account that is gone waits for nothing', async () => {
  const store = await makeStore()
  const notes = createRunNotes(store)
  await notes.add({ accountId: 'a', sinceMs: 1 })
  await notes.add({ accountId: 'a', sinceMs: 2 })
  await notes.add({ accountId: 'b', sinceMs: 3 })
  expect(await createRunNotes(store).list()).toEqual([
    { accountId: 'a', sinceMs: 2 },
    { accountId: 'b', sinceMs: 3 },
  ])
  await notes.remove('a')
  expect(await createRunNotes(store).list()).toEqual([{ accountId: 'b', sinceMs: 3 }])
})

it('a page that moves orders meanwhile puts no reads before those of canceling', async () => {
  const requests: string[] = []
  const world = await startTrading({ onRequest: (request) => requests.push(request) })
  const id = await world.placeElsewhere('ethusdc', '100')
  world.cutOff('cancel/')
  world.trading.killSwitch()
  await eventually(() => expect(world.trading.getCancelAll().failure).not.toBeNull())
  const { ticketId } = world.trading.openTicket()
  const move = (orderId: number) => world.trading.move({ ticketId, orderId, price: '99', stopPrice: null })
  // One that nothing else asks for: there is none.
  const isRead = (request: string): boolean => request.endsWith('/orders/1/')
  await expect(move(1)).rejects.toMatchObject({ data: { reason: 'cancelingAll' } })
  expect(requests.filter(isRead)).toEqual([])
  world.trading.stopKillSwitch()
  await eventually(() => expect(world.trading.getCancelAll().note).toBe('stopped'))
  world.cutOff(null)
  // Its ticket was not taken.
  expect(await move(id)).toMatchObject({ outcome: 'moved' })
  const second = world.trading.openTicket()
  await world.trading.move({ ...second, orderId: 1, price: '99', stopPrice: null }).catch(() => undefined)
  expect(requests.filter(isRead)).not.toEqual([])
}, 60_000)

// What must be so after every step, whatever happened: what the journals may claim by what the exchange has done and the person
// has confirmed.
import Big from 'big.js'
import { expect } from 'vitest'
import type { StoredTransfer as LedgerEntry } from '../../../src-main/practice/state-file.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import type { TransferState } from '../../../src-preload/contract/transfers.ts'
import type { World } from './model-world.ts'

const dayMs = 86_400_000
const unsent: readonly TransferState[] = ['intended', 'initiating', 'initiated', 'signed', 'abandoned']
/** What may be claimed once the exchange has done it by this transfer's own signature. */
const afterwards: readonly TransferState[] = ['processing', 'succeeded', 'differs']

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The exchange's entry is what this transfer was meant to be. */
function isAsMeant(entry: LedgerEntry, meant: StoredTransfer): boolean {
  return (
    entry.reference === meant.reference &&
    isSame(entry.sender, meant.senderAddress) &&
    isSame(entry.receiver, meant.recipientAddress) &&
    new Big(entry.microUsdc).div(1_000_000).eq(meant.amount)
  )
}

/** Done at the exchange, under this reference and as it was meant, by whomever. */
export function isDoneAsMeant({ exchange }: World, meant: StoredTransfer): boolean {
  return [...exchange.ledger.values()].some((entry) => entry.processedMs !== null && isAsMeant(entry, meant))
}

/** Done at the exchange by this transfer's own hash. */
export function isDoneByItself({ exchange }: World, { msgHash }: StoredTransfer): boolean {
  return msgHash !== null && (exchange.ledger.get(msgHash)?.processedMs ?? null) !== null
}

function checkTransfer(world: World, at: number, transfer: StoredTransfer): void {
  const { id, state, signature, msgHash, told, differences } = transfer
  const calls = (kind: 'initiate' | 'process') =>
    world.sent.filter((call) => call.computer === at && call.id === id && call.kind === kind).length
  const steps = world.computer(at).stepsOf(id)
  const what = `${transfer.reference} of computer ${String(at)}, ${steps.map((step) => step.state).join(' → ')}`

  expect(calls('initiate'), `initiate calls of ${what}`).toBeLessThanOrEqual(1)
  expect(calls('process'), `process calls of ${what}`).toBeLessThanOrEqual(1)
  if (unsent.includes(state)) expect(calls('process'), `process calls of ${what}`).toBe(0)
  if (signature !== null) {
    const isConfirmed = world.confirmed.some(
      (one) =>
        one.computer === at &&
        one.reference === transfer.reference &&
        one.amount === transfer.amount &&
        one.senderAddress === transfer.senderAddress &&
        one.recipientAddress === transfer.recipientAddress,
    )
    expect(isConfirmed, `confirmed before it was signed: ${what}`).toBe(true)
  }
  if (msgHash !== null) {
    const entry = world.exchange.ledger.get(msgHash)
    expect(entry !== undefined && isAsMeant(entry, transfer), `the hash is its own: ${what}`).toBe(true)
  }
  if (state === 'succeeded') expect(isDoneAsMeant(world, transfer), `done as meant: ${what}`).toBe(true)
  if (isDoneByItself(world, transfer)) expect(afterwards, `may have moved money: ${what}`).toContain(state)
  expect(differences.length > 0, `differences of ${what}`).toBe(state === 'differs')
  if (state === 'differs' && told !== null) {
    const isOther =
      !new Big(told.amount).eq(transfer.amount) ||
      !isSame(told.fromAddress, transfer.senderAddress) ||
      !isSame(told.destinationAddress, transfer.recipientAddress)
    expect(isOther, `what was told differs: ${what}`).toBe(true)
  }
}

/** Counted by when the money left the computer: the model raises limits only, so what was allowed then still is. */
function checkLimits(world: World, at: number, account: number, journal: readonly StoredTransfer[]): void {
  const { perTransfer, perDay } = world.allowedNow(at, account)
  if (perTransfer === null || perDay === null) return
  const done = journal.filter((transfer) => isDoneByItself(world, transfer))
  const left = done.map(({ id, amount }) => {
    const call = world.sent.find((one) => one.computer === at && one.id === id && one.kind === 'process')
    return { amount, atMs: call?.atMs ?? NaN }
  })
  for (const last of left) {
    const within = left.filter(({ atMs }) => atMs > last.atMs - dayMs && atMs <= last.atMs)
    const sum = within.reduce((total, { amount }) => total.plus(amount), new Big(0))
    expect(new Big(last.amount).lte(perTransfer), `${last.amount} is within ${perTransfer}`).toBe(true)
    expect(sum.lte(perDay), `${sum.toFixed()} in a day are within ${perDay}`).toBe(true)
  }
}

/** Nothing is made or lost, and nothing moves that nobody has confirmed. */
function checkMoney({ exchange, confirmed }: World): void {
  const balances = [...exchange.openingFunds]
  for (const entry of exchange.ledger.values()) {
    if (entry.processedMs === null) continue
    const [from, to] = isSame(entry.sender, exchange.user(0).ethereumAddress) ? [0, 1] : [1, 0]
    balances[from] = (balances[from] ?? 0n) - BigInt(entry.microUsdc)
    balances[to] = (balances[to] ?? 0n) + BigInt(entry.microUsdc)
    const isConfirmed = confirmed.some(
      (one) =>
        one.reference === entry.reference &&
        isSame(one.recipientAddress, entry.receiver) &&
        new Big(one.amount).times(1_000_000).eq(entry.microUsdc),
    )
    expect(isConfirmed, `${entry.reference} was confirmed by somebody`).toBe(true)
  }
  expect(exchange.balances()).toEqual(balances)
}

/** Throws where a journal claims more than is so, or something was done that must not be. */
export function checkClaims(world: World): void {
  expect(world.violations).toEqual([])
  expect(world.exchange.faults).toEqual([])
  for (const at of world.computers.keys()) {
    for (const account of [0, 1]) {
      const journal = world.computer(at).journal(account)
      const references = journal.map(({ reference }) => reference)
      expect(new Set(references).size).toBe(references.length)
      for (const transfer of journal) checkTransfer(world, at, transfer)
      checkLimits(world, at, account, journal)
    }
  }
  checkMoney(world)
}

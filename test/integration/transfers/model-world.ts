// The model of transfers: two computers with a journal each before one exchange, and what was seen of them from outside: what was
// confirmed, what was sent, what is allowed.
import Big from 'big.js'
import { limitWaitMs, type TransferLimits } from '../../../src-preload/contract/transfers.ts'
import { movableClock, startMs } from '../../fixtures/test-client.ts'
import { type Computer, openComputer, type PersonSays, type Shown } from './model-computer.ts'
import { type CallKind, type LineFault, openModelExchange, type SentCall } from './model-exchange.ts'

/** A call as a computer sent it, of the transfer that its journal had then. */
export interface Sent {
  readonly computer: number
  readonly kind: CallKind
  /** Of the journal; null where it knew of none. */
  readonly id: string | null
  readonly atMs: number
}

export interface Confirmed extends Pick<
  Shown,
  'senderAddress' | 'recipientAddress' | 'amount' | 'reference'
> {
  readonly computer: number
}

/** The limits of an account on a computer, as they should hold: only ever raised in the model. */
interface Allowed {
  now: TransferLimits
  next: { readonly limits: TransferLimits; readonly fromMs: number } | null
}

/** What is to go wrong in the next command; everything else goes well. */
export interface Trouble {
  readonly call: CallKind | null
  readonly fault: LineFault | null
  /** Who leaves, leaves by a crash. */
  readonly isCrash: boolean
  readonly person: PersonSays
}
export const noTrouble: Trouble = { call: null, fault: null, isCrash: false, person: 'approve' }

/** Passes what is under way on, until nothing is. */
export async function settle(isBusy: () => boolean): Promise<void> {
  for (let calm = 0; calm < 4; calm = isBusy() ? 0 : calm + 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export type World = ReturnType<typeof openWorld>

/** @param files - of the two journals; each an empty database or none yet */
export function openWorld(files: readonly string[]) {
  const clock = movableClock(startMs)
  const exchange = openModelExchange(clock)
  const sent: Sent[] = []
  const confirmed: Confirmed[] = []
  /** What was done at a moment when it must not be. */
  const violations: string[] = []
  const allowed = new Map<string, Allowed>()
  const met = new Set<string>()
  let trouble = noTrouble

  const computers: readonly Computer[] = files.map((file, at) =>
    openComputer({
      exchange,
      clock,
      file,
      line: {
        onCall: (call) => {
          note(at, call)
        },
        faultOf: (kind) => {
          if (trouble.call !== kind || trouble.fault === null) return null
          met.add(`${kind} ${trouble.fault}`)
          return trouble.fault
        },
        leave: () => {
          leave(at)
        },
      },
      ask: (shown) => {
        if (trouble.person !== 'decline') {
          const { senderAddress, recipientAddress, amount, reference } = shown
          confirmed.push({ computer: at, senderAddress, recipientAddress, amount, reference })
        }
        return trouble.person
      },
      emit: () => undefined,
    }),
  )

  function computer(at: number): Computer {
    const found = computers[at]
    if (found === undefined) throw new Error('no such computer')
    return found
  }

  function leave(at: number): void {
    met.add(trouble.isCrash ? 'crash' : 'switch')
    const { isCrash } = trouble
    // Once: the next start would ask again, and go again.
    trouble = noTrouble
    if (isCrash) computer(at).crash()
    else computer(at).use(1 - computer(at).active)
  }

  /** The journal is written before the call goes out: it is asked right when the call does. */
  function note(at: number, { kind, body }: SentCall): void {
    const caller = exchange.users.findIndex((user) => user.organizationKey === body['organization_key'])
    const own = (kind === 'lookUp' ? [] : computer(at).journal(caller)).find((transfer) =>
      kind === 'process'
        ? transfer.nonce === body['nonce'] && transfer.msgHash === body['msg_hash']
        : kind === 'initiate' &&
          transfer.reference === body['client_reference_id'] &&
          transfer.state === 'initiating',
    )
    sent.push({ computer: at, kind, id: own?.id ?? null, atMs: clock.now() })
    if (kind === 'lookUp') return
    const due = kind === 'process' ? 'processing' : 'initiating'
    if (own?.state !== due)
      violations.push(`${kind} was sent while the journal said ${own?.state ?? 'nothing'}`)
  }

  const keyOf = (at: number, account: number): string => `${String(at)}:${String(account)}`

  function allowedNow(at: number, account: number): TransferLimits {
    const known = allowed.get(keyOf(at, account))
    if (known === undefined) return { perTransfer: null, perDay: null }
    if (known.next !== null && clock.now() >= known.next.fromMs) {
      known.now = known.next.limits
      known.next = null
    }
    return known.now
  }

  return {
    clock,
    exchange,
    computers,
    computer,
    sent: sent as readonly Sent[],
    confirmed: confirmed as readonly Confirmed[],
    violations: violations as readonly string[],
    /** Faults and ways to leave that came up. */
    met: met as ReadonlySet<string>,
    allowedNow,

    /** Does something on a computer, with this trouble, until all that it began has ended. */
    async during<T>(next: Trouble, work: () => Promise<T>): Promise<T> {
      trouble = next
      try {
        const answer = await work()
        await settle(exchange.isBusy)
        return answer
      } finally {
        trouble = noTrouble
      }
    },

    /** Sets the first limits of both accounts of a computer, which hold at once. */
    async setLimits(at: number): Promise<void> {
      for (const account of [1, 0]) {
        computer(at).use(account)
        const now = { perTransfer: '60', perDay: '150' }
        allowed.set(keyOf(at, account), { now, next: null })
        await computer(at).run((services) => services.setLimits(now))
      }
    },

    /** Asks for limits so many times as high for the account in use. */
    async raiseLimits(at: number, factor: number): Promise<void> {
      const own = computer(at)
      const now = allowedNow(at, own.active)
      const raise = (limit: string | null): string | null =>
        limit === null ? null : new Big(limit).times(factor).toFixed()
      const limits = { perTransfer: raise(now.perTransfer), perDay: raise(now.perDay) }
      allowed.set(keyOf(at, own.active), { now, next: { limits, fromMs: clock.now() + limitWaitMs } })
      await own.run((services) => services.setLimits(limits))
    },

    /** The line is sound again, what was late arrives, and both computers start anew. */
    async heal(): Promise<void> {
      exchange.setDown(false)
      await exchange.deliverLate()
      for (const own of computers) {
        own.setWrongKey(false)
        own.setCrashAtWrite(null)
        own.crash()
      }
      await settle(exchange.isBusy)
    },

    close(): void {
      for (const own of computers) own.close()
    },
  }
}

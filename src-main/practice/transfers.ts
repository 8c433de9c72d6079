// Internal transfers: rules, ledger and balances. Responds only after the state is durable.
import { verifyMsgHash } from '../signing/stark.ts'
import type { Clock } from '../async/clock.ts'
import { formatFixed } from './decimals.ts'
import { randomDigits, type Entropy } from './entropy.ts'
import { formatMicrosecondTime } from './iso-time.ts'
import { Refusal } from './refusal.ts'
import { hashToSign, isSameHash } from './hash-to-sign.ts'
import type { StoredTransfer } from './state-file.ts'
import type { PracticeUser } from './users.ts'

/** USDC that each user can send at genesis, in 10^-6 USDC, apart from trading balances. Alice first. */
export const openingFunds: readonly bigint[] = [25_000_000_000n, 10_000_000_000n]

/** A transfer as the exchange returns it (interface, Internal transfer). */
export interface TransferView {
  readonly client_reference_id: string
  readonly amount: string
  readonly currency: 'usdc'
  readonly from_address: string
  readonly destination_address: string
  readonly status: 'pending' | 'success'
  readonly created_at: string
  readonly updated_at: string
}

export interface TransferRequest {
  readonly reference: string | null
  readonly currency: string
  readonly microUsdc: bigint
  readonly destination: string
}

export interface TransferSignature {
  readonly r: string
  readonly s: string
}

/** References that are path segments of the API, whose look-up would be ambiguous. */
const reservedReferences = new Set(['initiate', 'process', 'check_user_exists'])
const maxReferenceCharacters = 255

/** Why a reference is invalid, as a sentence; null if it can be used in a path, which the look-up needs. */
function faultOfReference(reference: string): string | null {
  const { length } = Array.from(reference)
  if (length === 0) return 'client_reference_id: This field may not be blank.'
  if (length > maxReferenceCharacters) {
    return `client_reference_id: Ensure this field has no more than ${maxReferenceCharacters} characters.`
  }
  if (/[/\p{Cc}\p{Cs}]/u.test(reference)) {
    return 'client_reference_id: A slash and control characters are not allowed.'
  }
  if (reference === '.' || reference === '..' || reservedReferences.has(reference)) {
    return `client_reference_id: "${reference}" is reserved, choose another one.`
  }
  return null
}

/** An unprocessed transfer is kept this long after its nonce expired, so that a look-up still finds it. */
const keepExpiredMs = 3_600_000

export class TransferLedger {
  readonly #users: readonly PracticeUser[]
  readonly #clock: Clock
  readonly #entropy: Entropy
  readonly #lifetimeMs: number
  readonly #save: (transfers: readonly StoredTransfer[]) => void
  readonly #freeOf: (user: PracticeUser) => bigint
  #transfers: readonly StoredTransfer[]

  /**
   * `save` returns only when the ledger is durable, and throws otherwise. `freeOf`: a user's USDC that no open order holds,
   * in 10^-6.
   */
  constructor(
    users: readonly PracticeUser[],
    clock: Clock,
    entropy: Entropy,
    lifetimeMs: number,
    transfers: readonly StoredTransfer[],
    save: (transfers: readonly StoredTransfer[]) => void,
    freeOf: (user: PracticeUser) => bigint,
  ) {
    this.#users = users
    this.#clock = clock
    this.#entropy = entropy
    this.#lifetimeMs = lifetimeMs
    this.#transfers = transfers
    this.#save = save
    this.#freeOf = freeOf
  }

  /** The user of an address in any case; undefined if unknown. */
  findUser(address: string): PracticeUser | undefined {
    const wanted = address.toLowerCase()
    return this.#users.find(({ ethereumAddress }) => ethereumAddress.toLowerCase() === wanted)
  }

  /** Both keys must belong to the caller. Errors: Refusal 403 (facts, A5; the api key's message by analogy). */
  checkKeys(caller: PracticeUser, organizationKey: string, apiKey: string): void {
    if (organizationKey !== caller.organizationKey) throw new Refusal(403, 'Invalid organization key', '')
    if (apiKey !== caller.apiKey) throw new Refusal(403, 'Invalid api key', '')
  }

  /** Total USDC that a user has received and sent, opening funds included, in 10^-6 USDC; only processed transfers count. */
  totals(user: PracticeUser): { received: bigint; sent: bigint } {
    let received = openingFunds[user.index] ?? 0n
    let sent = 0n
    for (const transfer of this.#transfers) {
      if (transfer.processedMs === null) continue
      if (transfer.receiver === user.ethereumAddress) received += BigInt(transfer.microUsdc)
      if (transfer.sender === user.ethereumAddress) sent += BigInt(transfer.microUsdc)
    }
    return { received, sent }
  }

  #checkBalance(user: PracticeUser, amount: bigint): void {
    if (this.#freeOf(user) < amount) throw new Refusal(400, 'Insufficient balance')
  }

  /** The hashes of a user's transfers that wait to be signed. */
  pendingHashes(user: PracticeUser): string[] {
    return this.#transfers
      .filter(({ sender, processedMs }) => sender === user.ethereumAddress && processedMs === null)
      .map(({ msgHash }) => msgHash)
  }

  /** The transfers that a user sent or received, newest first, and how many there are. */
  list(
    user: PracticeUser,
    limit: number,
    offset: number,
  ): { readonly transfers: readonly TransferView[]; readonly count: number } {
    const address = user.ethereumAddress
    const own = this.#transfers.filter(({ sender, receiver }) => sender === address || receiver === address)
    const part = own.toReversed().slice(offset, offset + limit)
    return { transfers: part.map((transfer) => this.#view(transfer)), count: own.length }
  }

  /** Starts a transfer and returns what the sender must sign. Errors: Refusal 400, 404. */
  initiate(sender: PracticeUser, request: TransferRequest): { msg_hash: string; nonce: number } {
    // Codes are lowercase in the API (interface, Internal transfer); upper case names the same currency.
    if (request.currency.toLowerCase() !== 'usdc') throw new Refusal(400, 'Only USDC is supported')
    const receiver = this.findUser(request.destination)
    if (receiver === undefined) throw new Refusal(404, 'User does not exist')
    if (receiver.index === sender.index) throw new Refusal(400, 'You cannot transfer to your own address')
    const reference = request.reference ?? this.#freeReference()
    const fault = faultOfReference(reference)
    if (fault !== null) throw new Refusal(400, fault)
    // The real exchange's rule is unknown (facts, Part C). A reference must be unique, whoever chose it.
    if (this.#transfers.some((transfer) => transfer.reference === reference)) {
      throw new Refusal(400, 'Transfer with this client_reference_id already exists')
    }
    this.#checkBalance(sender, request.microUsdc)

    const nonce = this.#freeNonce()
    const nowMs = this.#clock.now()
    const transfer: StoredTransfer = {
      reference,
      sender: sender.ethereumAddress,
      receiver: receiver.ethereumAddress,
      microUsdc: request.microUsdc.toString(),
      msgHash: hashToSign(
        [sender.starkKey, receiver.starkKey, request.microUsdc.toString(), reference, nonce],
        this.#entropy,
      ),
      nonce,
      createdMs: nowMs,
      createdMicroseconds: nonce % 1000,
      expiresMs: nowMs + this.#lifetimeMs,
      processedMs: null,
    }
    // Expired transfers must not fill the ledger forever.
    const kept = this.#transfers.filter(
      ({ processedMs, expiresMs }) => processedMs !== null || nowMs < expiresMs + keepExpiredMs,
    )
    this.#commit([...kept, transfer])
    return { msg_hash: transfer.msgHash, nonce }
  }

  /**
   * Completes a transfer: the nonce must be the caller's, unused and not expired, the hash the one issued with it, and the
   * signature the caller's. A refusal consumes nothing, so a valid signature may follow an invalid one.
   * Errors: Refusal 400.
   */
  process(sender: PracticeUser, nonce: number, msgHash: string, signature: TransferSignature): TransferView {
    const transfer = this.#transfers.find((candidate) => candidate.nonce === nonce)
    // Another user's nonce is answered like an unknown one.
    if (transfer?.sender !== sender.ethereumAddress) throw new Refusal(400, 'Invalid nonce')
    if (transfer.processedMs !== null) throw new Refusal(400, 'This nonce has already been used')
    const nowMs = this.#clock.now()
    if (nowMs >= transfer.expiresMs)
      throw new Refusal(400, 'This nonce has expired, please initiate a new transfer')
    if (!isSameHash(msgHash, transfer.msgHash)) throw new Refusal(400, 'Invalid msg_hash')
    if (!verifyMsgHash(transfer.msgHash, signature, sender.starkKey))
      throw new Refusal(400, 'Invalid signature')
    this.#checkBalance(sender, BigInt(transfer.microUsdc))
    const processed = { ...transfer, processedMs: nowMs }
    this.#commit(this.#transfers.map((candidate) => (candidate === transfer ? processed : candidate)))
    return this.#view(processed)
  }

  /** The transfer of a reference, for its sender and receiver only. Errors: Refusal 404 (facts, A5). */
  lookUp(caller: PracticeUser, reference: string): TransferView {
    const transfer = this.#transfers.find((candidate) => candidate.reference === reference)
    const address = caller.ethereumAddress
    if (transfer === undefined || (transfer.sender !== address && transfer.receiver !== address)) {
      throw new Refusal(404, 'Transfer does not exist', '')
    }
    return this.#view(transfer)
  }

  /** Persists first: a ledger that cannot be written is not changed. */
  #commit(transfers: readonly StoredTransfer[]): void {
    this.#save(transfers)
    this.#transfers = transfers
  }

  #freeReference(): string {
    for (;;) {
      const digits = 15 + ((this.#entropy.bytes(1)[0] ?? 0) % 3)
      const reference = randomDigits(this.#entropy, digits)
      if (!this.#transfers.some((transfer) => transfer.reference === reference)) return reference
    }
  }

  #freeNonce(): number {
    for (;;) {
      const nonce = Number(randomDigits(this.#entropy, 9))
      if (!this.#transfers.some((transfer) => transfer.nonce === nonce)) return nonce
    }
  }

  #view(transfer: StoredTransfer): TransferView {
    const created = formatMicrosecondTime(transfer.createdMs, transfer.createdMicroseconds)
    const { processedMs } = transfer
    return {
      client_reference_id: transfer.reference,
      // Sixteen decimals, as in both connectors' mocks (facts, A9; an older comment shows "1").
      amount: formatFixed(BigInt(transfer.microUsdc) * 10n ** 10n, 16),
      currency: 'usdc',
      from_address: transfer.sender,
      destination_address: transfer.receiver,
      status: processedMs === null ? 'pending' : 'success',
      created_at: created,
      // Never before its creation, even within one millisecond.
      updated_at: processedMs === null ? created : formatMicrosecondTime(processedMs, 999),
    }
  }
}

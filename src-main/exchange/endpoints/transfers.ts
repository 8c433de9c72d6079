// The four calls of internal transfers. Only the transfer journal calls them; they sign nothing and decide nothing about the
// money.
import { z } from 'zod'
import type { Transfer } from '../../../src-preload/contract/orders/entities.ts'
import { parseEthereumAddress } from '../../signing/ethereum.ts'
import { maxLength } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import {
  checkHexNumber,
  checkId,
  checkReference,
  checkTransferAmount,
  checkWord,
  type ServiceKeys,
  writeServiceKeys,
} from './rules.ts'
import { answerToSign, notAskedFor, wireAddress, wireDecimal, wireIsoTime, wireText } from './wire.ts'

export interface UserCheck extends ServiceKeys {
  /** Checksummed, or in one case. */
  readonly destinationAddress: string
}

export interface TransferStart extends UserCheck {
  /** Always ours: the service would otherwise choose it, and with a lost answer the reference would be lost too. */
  readonly reference: string
  /** Only USDC is supported (interface). */
  readonly currency: 'usdc'
  /** Canonical decimal text, above zero, at most six decimals. */
  readonly amount: string
}

/** The data that the service asks to be signed. */
export interface TransferToSign {
  /** `0x` and hex digits, as the service wrote it. */
  readonly msgHash: string
  readonly nonce: number
}

export interface TransferSigned extends ServiceKeys, TransferToSign {
  /** `0x` hex, unpadded (facts, A8). */
  readonly signature: { readonly r: string; readonly s: string }
}

/** The service's answer about a reference. */
export type TransferLookUp =
  { readonly isKnown: true; readonly transfer: Transfer } | { readonly isKnown: false }

interface UserAnswer {
  readonly destination_address: string
  readonly exists: boolean
}

const userAnswer = z.object({ destination_address: wireAddress, exists: z.boolean() })

export const checkUser: Endpoint<UserAnswer> = {
  name: 'transfers.checkUser',
  method: 'POST',
  effect: 'read',
  isPrivate: true,
  answer: z.object({ payload: userAnswer }).transform(({ payload }) => payload),
  // "No such user" comes as an error with varying status and this payload (facts, A5).
  refusal: z
    .object({ payload: userAnswer.extend({ exists: z.literal(false) }) })
    .transform(({ payload }) => payload),
}

export const initiate: Endpoint<TransferToSign> = {
  name: 'transfers.initiate',
  method: 'POST',
  effect: 'money',
  isPrivate: true,
  answer: answerToSign,
}

export const wireTransfer = z
  .object({
    client_reference_id: wireText(maxLength.reference, 1),
    amount: wireDecimal,
    currency: wireText(maxLength.currency, 1),
    from_address: wireAddress,
    destination_address: wireAddress,
    // Only `success` and `pending` are known (facts, A9); other values are kept unchanged.
    status: wireText(maxLength.status, 1),
    created_at: wireIsoTime,
    updated_at: wireIsoTime,
  })
  .transform((wire): Transfer => ({
    reference: wire.client_reference_id,
    amount: wire.amount,
    currency: wire.currency,
    fromAddress: wire.from_address,
    destinationAddress: wire.destination_address,
    status: wire.status,
    createdAtMs: wire.created_at,
    updatedAtMs: wire.updated_at,
  }))

export const process: Endpoint<Transfer> = {
  name: 'transfers.process',
  method: 'POST',
  effect: 'money',
  isPrivate: true,
  answer: z.object({ payload: wireTransfer }).transform(({ payload }) => payload),
}

export const lookUp: Endpoint<TransferLookUp> = {
  name: 'transfers.get',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({ payload: wireTransfer })
    .transform(({ payload }): TransferLookUp => ({ isKnown: true, transfer: payload })),
  refusal: z
    .object({ message: z.string().regex(/^transfer does not exists?\.?$/i) })
    .transform((): TransferLookUp => ({ isKnown: false })),
}

/**
 * Whether a user of the service has this address. The answer must be about the requested address.
 * Errors: validation; contractViolation for another address; rejectedByExchange for wrong keys; those of every read.
 */
export async function checkUserExists(call: Call, query: UserCheck, options?: CallOptions): Promise<boolean> {
  const destination = parseEthereumAddress(query.destinationAddress)
  const body = { ...writeServiceKeys(query), destination_address: destination }
  const answer = await call(
    checkUser,
    { path: '/sapi/v1/internal_transfers/v2/check_user_exists/', body },
    options,
  )
  if (answer.destination_address.toLowerCase() !== destination.toLowerCase())
    throw notAskedFor(checkUser.name, 'payload.destination_address')
  return answer.exists
}

/**
 * Starts a transfer and returns the data to sign. Sent once.
 * Errors: validation, before anything is sent; rejectedByExchange and unauthenticated, after which nothing was started;
 * outcomeUnknown, after which it may have been: see classifyMoneyFailure.
 */
export async function initiateTransfer(
  call: Call,
  start: TransferStart,
  options?: CallOptions,
): Promise<TransferToSign> {
  const body = {
    ...writeServiceKeys(start),
    client_reference_id: checkReference(start.reference),
    currency: checkWord(start.currency, ['usdc'], 'currency') ?? 'usdc',
    // All three connectors send a number; whether text works is unknown (facts, A9).
    amount: { rawNumber: checkTransferAmount(start.amount) },
    destination_address: parseEthereumAddress(start.destinationAddress),
  }
  return call(initiate, { path: '/sapi/v1/internal_transfers/v2/initiate/', body }, options)
}

/**
 * Completes a transfer. Sent once. The caller compares the answer with the intended transfer.
 * Errors: validation, before anything is sent; rejectedByExchange and unauthenticated: the service refused; outcomeUnknown:
 * the money may have moved. Look the reference up after any of them.
 */
export async function processTransfer(
  call: Call,
  signed: TransferSigned,
  options?: CallOptions,
): Promise<Transfer> {
  const { r, s } = signed.signature
  const body = {
    ...writeServiceKeys(signed),
    signature: { r: checkHexNumber(r, 'signature.r'), s: checkHexNumber(s, 'signature.s') },
    nonce: checkId(signed.nonce, 'nonce'),
    msg_hash: checkHexNumber(signed.msgHash, 'msgHash'),
  }
  return call(process, { path: '/sapi/v1/internal_transfers/v2/process/', body }, options)
}

/**
 * The service's record of a reference. Only its own message counts as "not known".
 * Errors: validation; contractViolation for another transfer; those of every read.
 */
export async function getTransfer(
  call: Call,
  reference: string,
  options?: CallOptions,
): Promise<TransferLookUp> {
  const path = `/sapi/v1/internal_transfers/v2/${encodeURIComponent(checkReference(reference))}`
  const answer = await call(lookUp, { path }, options)
  if (answer.isKnown && answer.transfer.reference !== reference)
    throw notAskedFor(lookUp.name, 'payload.client_reference_id')
  return answer
}

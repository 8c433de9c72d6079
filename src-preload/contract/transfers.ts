// Owns: the channels about internal transfers: the journal, recipients, limits. Must not: let the page choose a reference's
// meaning, give bytes to sign, or claim more of a transfer than main knows.
import { z } from 'zod'
import { maxLabelLength } from '../domain/wallet-input.ts'
import { networkKinds } from './accounts.ts'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { decimalText, epochMs, transfer } from './entities.ts'

/**
 * How far a transfer got, as the journal has it on the disk. Each is written before what it speaks of begins.
 *
 * `intended`: nothing was sent. `initiating`: the first call goes or went out, and no answer is known: no money can move,
 * because nothing is signed. `initiated`: the service gave what is to be signed; nothing is signed. `signed`: signed, and the
 * signature was never sent. `processing`: the signature goes or went out, and no answer is known: the money may have moved.
 * `succeeded`: the service tells the transfer as it was meant, as done. `refused`: the service said no, or it never got so far; after a signature was sent it is looked up for a day more.
 * `abandoned`: given up before anything was signed. `differs`: the service tells another transfer than was meant.
 */
export const transferStates = [
  'intended',
  'initiating',
  'initiated',
  'signed',
  'processing',
  'succeeded',
  'refused',
  'abandoned',
  'differs',
] as const
export type TransferState = (typeof transferStates)[number]

/** What may safely be done next. `initiate`, `confirm` and `send` go on with the same transfer; `again` begins another. */
export const transferOffers = ['initiate', 'confirm', 'send', 'lookUp', 'abandon', 'again'] as const
export type TransferOffer = (typeof transferOffers)[number]

/** Fields of the service's own word for a transfer that are compared with what was meant. */
export const comparedFields = [
  'reference',
  'amount',
  'currency',
  'fromAddress',
  'destinationAddress',
] as const
export type ComparedField = (typeof comparedFields)[number]

/** Checksummed (EIP-55). */
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
export const maxReferenceLength = 64
export const longestNote = 500
const anyReference = z.string().min(1).max(255)
const note = z.string().max(longestNote)
/** Something to be seen, and nothing that turns text around or hides in it. */
const visibleLabel = z
  .string()
  .trim()
  .max(maxLabelLength)
  .regex(/^(?=.*[\p{L}\p{N}])[^\p{C}]+$/u)

/** What the service told of a transfer, and when. */
const toldTransfer = transfer.extend({ asOfMs: epochMs })
export type ToldTransfer = z.infer<typeof toldTransfer>

const networkOf = z.strictObject({ kind: z.enum(networkKinds), baseUrl: z.string().nullable() })

/** A transfer of the journal. */
export const sentTransfer = z.strictObject({
  id: z.uuid(),
  accountId: z.uuid(),
  network: networkOf,
  /** Host (and port) of the service. */
  host: z.string(),
  senderAddress: address,
  recipientAddress: address,
  /** Of the address book, now; null where it has none. */
  recipientLabel: z.string().nullable(),
  amount: decimalText,
  currency: z.literal('usdc'),
  /** As it was written: a row that an older version took must not hide the others. */
  reference: z.string(),
  note,
  state: z.enum(transferStates),
  /** Something of it is under way just now. */
  isBusy: z.boolean(),
  offers: z.array(z.enum(transferOffers)),
  msgHash: z.string().nullable(),
  nonce: z.int().nullable(),
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
  /** Why the service said no, or why the last step did not lead to an answer; null where it did. */
  failure: z
    .strictObject({
      step: z.enum(['initiate', 'process']),
      error: errorReport,
      isRefusal: z.boolean(),
      atMs: epochMs,
    })
    .nullable(),
  told: toldTransfer.nullable(),
  /** Non-empty exactly in state `differs`. */
  differences: z.array(z.enum(comparedFields)),
  lookUps: z.strictObject({
    count: z.int().min(0),
    lastAtMs: epochMs.nullable(),
    /** The next by itself; null where none is planned. */
    nextAtMs: epochMs.nullable(),
    /** Whether the service knew the reference last time; null where it was not asked or did not answer. */
    wasKnown: z.boolean().nullable(),
    lastError: errorReport.nullable(),
  }),
})
export type SentTransfer = z.infer<typeof sentTransfer>

/** A transfer that was looked up and is none of the journal's: received, or sent from elsewhere. */
export const foundTransfer = z.strictObject({
  accountId: z.uuid(),
  direction: z.enum(['received', 'sent', 'other']),
  told: toldTransfer,
})
export type FoundTransfer = z.infer<typeof foundTransfer>

export const historyEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('journal'), transfer: sentTransfer }),
  z.strictObject({ kind: z.literal('found'), transfer: foundTransfer }),
])
export type HistoryEntry = z.infer<typeof historyEntry>

const historyFilter = z.strictObject({
  /** Matches reference, addresses, label, note and amount; '' for all. */
  text: z.string().max(200),
  states: z.array(z.enum([...transferStates, 'found'])),
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
})
export type HistoryFilter = z.infer<typeof historyFilter>

/** An address of the address book. */
export const recipient = z.strictObject({
  address,
  label: z.string().min(1).max(maxLabelLength),
  note,
  createdAtMs: epochMs,
})
export type Recipient = z.infer<typeof recipient>

/** Why a recipient deserves a second look. All of them are shown; each must be acknowledged before an intent is written. */
export const recipientWarning = z.discriminatedUnion('kind', [
  /** Nothing was ever sent there from this account. */
  z.strictObject({ kind: z.literal('firstTime') }),
  /** It looks like one that is known: the same beginning and end, or few characters differ. */
  z.strictObject({
    kind: z.literal('lookAlike'),
    address,
    label: z.string().nullable(),
    why: z.enum(['sameEnds', 'fewDiffer']),
  }),
  /** It is known only as the sender of something received: such addresses are planted to be copied. */
  z.strictObject({ kind: z.literal('onlyReceivedFrom'), atMs: epochMs }),
  /** Another address lies in the clipboard now than was pasted. */
  z.strictObject({ kind: z.literal('clipboardChanged'), address }),
])
export type RecipientWarning = z.infer<typeof recipientWarning>
export const warningKinds = ['firstTime', 'lookAlike', 'onlyReceivedFrom', 'clipboardChanged'] as const
export type WarningKind = (typeof warningKinds)[number]

export const recipientCheck = z.strictObject({
  /** Checksummed. */
  address,
  label: z.string().nullable(),
  sentBefore: z.strictObject({ count: z.int().min(0), lastAtMs: epochMs.nullable() }),
  warnings: z.array(recipientWarning),
  /** Whether the service has a user with it. */
  existence: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('exists') }),
    z.strictObject({ status: z.literal('missing') }),
    z.strictObject({ status: z.literal('unknown'), error: errorReport }),
  ]),
})
export type RecipientCheck = z.infer<typeof recipientCheck>

/** Limits in USDC; null for none. A day is the last 24 hours. */
export const transferLimits = z.strictObject({
  perTransfer: decimalText.nullable(),
  perDay: decimalText.nullable(),
})
export type TransferLimits = z.infer<typeof transferLimits>
export const limitWaitMs = 86_400_000

const limitsState = z.strictObject({
  now: transferLimits,
  /** Asked for and not in force yet: what is higher waits a day. */
  next: z.strictObject({ limits: transferLimits, fromMs: epochMs }).nullable(),
  /** What was sent, or may have been, within the last 24 hours. */
  sentLastDay: decimalText,
})
export type LimitsState = z.infer<typeof limitsState>

const setup = z.strictObject({
  /** What is missing before anything can be sent, the first reason first; empty when nothing is. */
  blockers: z.array(z.enum(['noServiceKeys', 'noProfile', 'keyMismatch', 'publicKeyElsewhere'])),
  /** USDC by the service's profit and loss figures, which are the only ones that the interface has; null when unknown. */
  balance: z.strictObject({ amount: decimalText, asOfMs: epochMs }).nullable(),
  limits: limitsState,
  recent: z.array(z.strictObject({ address, label: z.string().nullable(), lastAtMs: epochMs })),
  recipients: z.array(recipient),
})
export type TransferSetup = z.infer<typeof setup>

const byId = z.strictObject({ id: z.uuid() })

export const transfersChannels = {
  'transfers:getSetup': { access: 'readable', input: nothing, output: setup },
  /**
   * Looks at a recipient by what is known here, and asks the service whether it exists. `source`: where the address came
   * from; a pasted one is held against the clipboard from then on. Errors: validation of `recipient`.
   */
  'transfers:checkRecipient': {
    access: 'unlocked',
    input: z.strictObject({
      address: z.string().max(200),
      source: z.enum(['paste', 'typed', 'book', 'recent']),
    }),
    output: recipientCheck,
  },
  /**
   * Writes an intent down; nothing is sent yet. Errors: validation of recipient, amount (also `overTransferLimit`,
   * `overDayLimit`), reference (`taken`) and `acknowledged` (`missing`, with the kind that is).
   */
  'transfers:create': {
    access: 'unlocked',
    input: z.strictObject({
      recipientAddress: z.string().max(200),
      source: z.enum(['paste', 'typed', 'book', 'recent']),
      amount: z.string().max(100),
      /** Null: Starkdesk makes one. */
      reference: z.string().max(maxReferenceLength).nullable(),
      note,
      acknowledged: z.array(z.enum(warningKinds)),
    }),
    output: sentTransfer,
  },
  /** Tells the service of an intent. Once. What comes of it is in the transfer, and is no error of the channel. */
  'transfers:initiate': { access: 'unlocked', input: byId, output: sentTransfer },
  /**
   * Asks the person in the window of main's own, signs, and sends. Errors: userDeclined, with { reason: 'tooSoon', retryAfterMs }
   * where a no was too short ago to ask again; those of the keys.
   */
  'transfers:confirm': { access: 'unlocked', confirmed: true, input: byId, output: sentTransfer },
  /** Sends a signature that was written down and never sent, once the person has said yes again. Errors: as confirm. */
  'transfers:send': { access: 'unlocked', confirmed: true, input: byId, output: sentTransfer },
  'transfers:abandon': { access: 'unlocked', input: byId, output: sentTransfer },
  /** Asks the service what became of it, now. */
  'transfers:lookUp': { access: 'unlocked', input: byId, output: sentTransfer },
  /** Asks the service about any reference. Null where it knows none. What is found is kept. */
  'transfers:find': {
    access: 'unlocked',
    input: z.strictObject({ reference: anyReference }),
    output: z.strictObject({ entry: historyEntry.nullable() }),
  },
  'transfers:get': { access: 'readable', input: byId, output: sentTransfer },
  /** Of the account in use, newest first, at most `limit` from `offset`. */
  'transfers:list': {
    access: 'readable',
    input: z.strictObject({
      filter: historyFilter,
      limit: z.int().min(1).max(500),
      beforeMs: epochMs.nullable(),
    }),
    output: z.strictObject({ entries: z.array(historyEntry), hasMore: z.boolean() }),
  },
  'transfers:setNote': {
    access: 'unlocked',
    input: z.strictObject({ id: z.uuid(), note }),
    output: sentTransfer,
  },
  /** Saves all that the filter leaves, or the receipt of one, where the person chooses. Null when they chose nowhere. */
  'transfers:export': {
    access: 'unlocked',
    input: z.strictObject({ filter: historyFilter, format: z.enum(['csv', 'jsonl']) }),
    output: z.strictObject({ file: z.string().nullable(), count: z.int().min(0) }),
  },
  'transfers:saveReceipt': {
    access: 'unlocked',
    input: z.strictObject({ id: z.uuid(), format: z.enum(['pdf', 'json']) }),
    output: z.strictObject({ file: z.string().nullable() }),
  },
  /** What is lower holds at once, what is higher after a day. Errors: validation of perTransfer, perDay. */
  'transfers:setLimits': { access: 'unlocked', confirmed: true, input: transferLimits, output: limitsState },
  'transfers:putRecipient': {
    access: 'unlocked',
    input: z.strictObject({
      address: z.string().max(200),
      label: visibleLabel,
      note,
    }),
    output: recipient,
  },
  'transfers:removeRecipient': { access: 'unlocked', input: z.strictObject({ address }), output: nothing },
} satisfies ChannelTable<'transfers'>

export const transfersEvents = {
  /** These have changed; the page asks for what it shows. */
  'transfers:changed': z.strictObject({ ids: z.array(z.uuid()) }),
}

// IPC channels of internal transfers: journal, recipients, limits.
// The page cannot redefine a reference or supply bytes to sign, and a transfer's state never claims more than main knows.
import { z } from 'zod'
import { maxLabelLength } from '../domain/accounts/wallet-input.ts'
import { networkKinds } from './accounts/accounts.ts'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { decimalText, epochMs, transfer } from './orders/entities.ts'

/**
 * Journaled state of a transfer. Each state is written before the step it describes begins.
 *
 * `intended`: nothing was sent. `initiating`: the first call was sent, or is about to be, and its answer is unknown; no money
 * can move, because nothing is signed. `initiated`: the exchange returned the message to sign; nothing is signed. `signed`:
 * signed, and the signature was never sent. `processing`: the signature was sent, or is about to be, and its answer is
 * unknown; the money may have moved. `succeeded`: the exchange reports the transfer as intended and completed. `refused`: the
 * exchange refused it, or it was never reached; after a signature was sent it is looked up for another day. `abandoned`:
 * canceled before anything was signed. `differs`: the exchange reports a transfer that differs from the intent.
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

/** Safe next actions. `proceed` continues the same transfer; `again` starts another. */
export const transferOffers = ['proceed', 'lookUp', 'abandon', 'again'] as const
export type TransferOffer = (typeof transferOffers)[number]

/** Fields of the exchange's record that are compared with the intent. */
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
/** At least one visible character, and no bidirectional or invisible ones. */
const visibleLabel = z
  .string()
  .trim()
  .max(maxLabelLength)
  .regex(/^(?=.*[\p{L}\p{N}])[^\p{C}]+$/u)

/** The exchange's record of a transfer, and when it was read. */
const toldTransfer = transfer.extend({ asOfMs: epochMs })
export type ToldTransfer = z.infer<typeof toldTransfer>

const networkOf = z.strictObject({ kind: z.enum(networkKinds), baseUrl: z.string().nullable() })

/** A transfer in the journal. */
export const sentTransfer = z.strictObject({
  id: z.uuid(),
  accountId: z.uuid(),
  network: networkOf,
  /** Host (and port) of the exchange. */
  host: z.string(),
  senderAddress: address,
  recipientAddress: address,
  /** Current name in the address book; null for none. */
  recipientLabel: z.string().nullable(),
  amount: decimalText,
  currency: z.literal('usdc'),
  /** As stored: a row accepted by an older version must not hide the others. */
  reference: z.string(),
  note,
  state: z.enum(transferStates),
  /** A step is in flight. */
  isBusy: z.boolean(),
  offers: z.array(z.enum(transferOffers)),
  msgHash: z.string().nullable(),
  nonce: z.int().nullable(),
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
  /** Why the exchange refused, or why the last step got no answer; null otherwise. */
  failure: z
    .strictObject({
      step: z.enum(['initiate', 'process']),
      error: errorReport,
      isRefusal: z.boolean(),
      atMs: epochMs,
    })
    .nullable(),
  told: toldTransfer.nullable(),
  /** Non-empty if and only if the state is `differs`. */
  differences: z.array(z.enum(comparedFields)),
  lookUps: z.strictObject({
    count: z.int().min(0),
    lastAtMs: epochMs.nullable(),
    /** The next automatic look-up; null if none is planned. */
    nextAtMs: epochMs.nullable(),
    /** Whether the exchange knew the reference at the last look-up; null if there was none, or no answer. */
    wasKnown: z.boolean().nullable(),
    lastError: errorReport.nullable(),
  }),
})
export type SentTransfer = z.infer<typeof sentTransfer>

/** A transfer that is not in the journal: received by the exchange's list, or looked up. */
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

/** An entry of the address book. */
export const recipient = z.strictObject({
  address,
  label: z.string().min(1).max(maxLabelLength),
  note,
  createdAtMs: epochMs,
})
export type Recipient = z.infer<typeof recipient>

/** Warnings about a recipient. All are shown; each must be acknowledged before an intent is created. */
export const recipientWarning = z.discriminatedUnion('kind', [
  /** Nothing was ever sent there from this account. */
  z.strictObject({ kind: z.literal('firstTime') }),
  /** Similar to a known address: same start and end, or few characters differ. */
  z.strictObject({
    kind: z.literal('lookAlike'),
    address,
    label: z.string().nullable(),
    why: z.enum(['sameEnds', 'fewDiffer']),
  }),
  /** Known only as the sender of a received transfer: such addresses are planted to be copied. */
  z.strictObject({ kind: z.literal('onlyReceivedFrom'), atMs: epochMs }),
  /** The clipboard now holds a different address than the one pasted. */
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
  /** Whether the exchange has a user with this address. */
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
  /** Pending limits: higher ones wait a day. */
  next: z.strictObject({ limits: transferLimits, fromMs: epochMs }).nullable(),
  /** Amount sent, or possibly sent, within the last 24 hours. */
  sentLastDay: decimalText,
})
export type LimitsState = z.infer<typeof limitsState>

const setup = z.strictObject({
  /** What blocks sending, in the order in which to fix it; empty if nothing does. */
  blockers: z.array(
    z.enum(['journalRestored', 'noServiceKeys', 'noProfile', 'keyMismatch', 'publicKeyElsewhere']),
  ),
  /**
   * USDC that can be sent, by the last reading; null if unknown. `atMost`: so much or less, because it is not known what open
   * orders hold of it.
   */
  balance: z
    .strictObject({ amount: decimalText, kind: z.enum(['free', 'atMost']), asOfMs: epochMs })
    .nullable(),
  limits: limitsState,
  recent: z.array(z.strictObject({ address, label: z.string().nullable(), lastAtMs: epochMs })),
  recipients: z.array(recipient),
})
export type TransferSetup = z.infer<typeof setup>

const byId = z.strictObject({ id: z.uuid() })

export const transfersChannels = {
  'transfers:getSetup': { access: 'readable', input: nothing, output: setup },
  /**
   * Checks a recipient against known addresses, and asks the exchange whether it exists. `source`: where the address came
   * from; a pasted one is compared with the clipboard from then on. Errors: validation of `recipient`.
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
   * Creates an intent; nothing is sent yet. Errors: validation of recipient, amount (also `overTransferLimit`,
   * `overDayLimit`; `overFree`, `overBalance` with `balance`, if the exchange says now that there is less), reference (`taken`) and `acknowledged` (`missing`, with the missing kind).
   */
  'transfers:create': {
    access: 'unlocked',
    input: z.strictObject({
      recipientAddress: z.string().max(200),
      source: z.enum(['paste', 'typed', 'book', 'recent']),
      amount: z.string().max(100),
      /** Null: generated by Starkdesk. */
      reference: z.string().max(maxReferenceLength).nullable(),
      note,
      acknowledged: z.array(z.enum(warningKinds)),
    }),
    output: sentTransfer,
  },
  /**
   * Continues a transfer from its state to its end: announces it to the exchange, asks for confirmation in the secure window,
   * signs and sends, each once. What the exchange answered is in the transfer, and no error of the channel. Errors: validation
   * of `transfer` (`busy`, `notInState`) and of its amount (as create); userDeclined, with { reason: 'tooSoon', retryAfterMs }
   * shortly after a refusal; those of the keys.
   */
  'transfers:proceed': { access: 'unlocked', confirmed: true, input: byId, output: sentTransfer },
  'transfers:abandon': { access: 'unlocked', input: byId, output: sentTransfer },
  /** Asks the exchange for the outcome now. */
  'transfers:lookUp': { access: 'unlocked', input: byId, output: sentTransfer },
  /** Looks up any reference at the exchange. Null if unknown. A found transfer is stored. */
  'transfers:find': {
    access: 'unlocked',
    input: z.strictObject({ reference: anyReference }),
    output: z.strictObject({ entry: historyEntry.nullable() }),
  },
  'transfers:get': { access: 'readable', input: byId, output: sentTransfer },
  /** Transfers of the account in use, sent and received, newest first: at most `limit` of those before `beforeMs`. */
  'transfers:list': {
    access: 'readable',
    input: z.strictObject({
      filter: historyFilter,
      limit: z.int().min(1).max(500),
      beforeMs: epochMs.nullable(),
    }),
    output: z.strictObject({
      entries: z.array(historyEntry),
      hasMore: z.boolean(),
      /** Why the exchange's list of transfers could not be brought up to date; null if it was. */
      lastError: errorReport.nullable(),
    }),
  },
  'transfers:setNote': {
    access: 'unlocked',
    input: z.strictObject({ id: z.uuid(), note }),
    output: sentTransfer,
  },
  /** Saves all matching entries, or one receipt, to a file chosen by the user. Null if canceled. */
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
  /** Lower limits apply immediately, higher ones after a day. Errors: validation of perTransfer, perDay. */
  'transfers:setLimits': { access: 'unlocked', confirmed: true, input: transferLimits, output: limitsState },
  /**
   * After the journal was restored from a backup or begun anew nothing of the account in use is signed (validation of transfer and
   * trading: `journalRestored`). Reads its open orders and those of the last day, and has a person look at them in the secure
   * window. Errors: userDeclined; those of every private read.
   */
  'transfers:noteReviewed': { access: 'unlocked', confirmed: true, input: nothing, output: nothing },
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
  /** These transfers have changed; the page requests those it shows. */
  'transfers:changed': z.strictObject({ ids: z.array(z.uuid()) }),
}

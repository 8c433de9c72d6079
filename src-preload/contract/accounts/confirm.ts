// IPC border between main and the secure window: its questions and the user's answers. Never exposed to the main window.
import { z } from 'zod'
import { maxAntiPhishingWordLength, backupCheckWordCount } from '../../domain/accounts/confirm.ts'
import { maxAppPasswordLength } from '../../domain/accounts/security.ts'
import {
  maxPhraseIndex,
  maxKeystorePasswordLength,
  maxServiceKeyLength,
  phraseAddressesPerPage,
} from '../../domain/accounts/wallet-input.ts'
import { keyKinds, keyProtection, networkKinds, serviceKeyNames } from './accounts.ts'
import { type ChannelTable, nothing } from '../channel.ts'
import { orderQuestion, orderWarnings } from '../trading/confirm-order.ts'
import { sessionQuestion } from '../trading/confirm-session.ts'
import { orderBusiness } from '../orders/order-business.ts'
import { changeAsked } from './confirm-change.ts'
import { recipientCheck, recipientWarning, warningKinds } from '../transfers.ts'
import { passphrase, phrase, walletInput } from './wallet-input.ts'

/** Checksummed (EIP-55). */
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const network = z.enum(networkKinds)
/** BIP-39 words of the English list have 3 to 8 letters. */
const word = z.string().regex(/^[a-z]{3,8}$/)

const [firstTime, lookAlike, onlyReceivedFrom] = recipientWarning.options

/** What main itself knows about a recipient at the time of the question. Nothing here comes from the main window. */
const recipientFindings = z.strictObject({
  /** Name in the address book; null for none. A script in the main window can change the address book. */
  label: z.string().nullable(),
  /** Transfers that arrived there from this account, as far as the journal knows. */
  sentBefore: recipientCheck.shape.sentBefore,
  /** Each must be acknowledged in the window, regardless of earlier acknowledgments. */
  warnings: z.array(z.discriminatedUnion('kind', [firstTime, lookAlike, onlyReceivedFrom])),
  /** Number of similar addresses not listed as warnings, since a page could add any number of them. */
  moreLookAlikes: z.int().min(0),
})
export type RecipientFindings = z.infer<typeof recipientFindings>

/** App password tasks that need a password. */
export const passwordTasks = ['set', 'change', 'remove', 'unlock'] as const
export type PasswordTask = (typeof passwordTasks)[number]

/** The window's questions. Main fills each field from its own records. */
export const confirmRequest = z.discriminatedUnion('kind', [
  /** Shows the seed phrase of a new wallet. Answer: approve, which leads to `quiz`. */
  z.strictObject({ kind: z.literal('backup'), label: z.string(), network, words: z.array(word).length(12) }),
  /** Asks for some of the words. Answer: words; or showWords, which leads back to `backup`. */
  z.strictObject({
    kind: z.literal('quiz'),
    label: z.string(),
    network,
    /** Counted from 1, ascending. */
    positions: z.array(z.int().min(1).max(12)).length(backupCheckWordCount),
  }),
  /** Asks for the password of a keystore file, and for the app password if one is set. Answer: passwords. */
  z.strictObject({
    kind: z.literal('exportKeystore'),
    label: z.string(),
    network,
    ethereumAddress: address,
    needsAppPassword: z.boolean(),
  }),
  /** Confirms a transfer. Answer: approveTransfer. */
  z.strictObject({
    kind: z.literal('transfer'),
    accountLabel: z.string(),
    network,
    /** Host (and port) of the exchange that receives the request. */
    host: z.string().min(1),
    senderAddress: address,
    recipientAddress: address,
    recipient: recipientFindings,
    /** Canonical decimal text, exactly what is sent. */
    amount: z.string().regex(/^\d+(?:\.\d+)?$/),
    /** As named by the exchange, such as `usdc`. */
    currency: z.string().min(1).max(20),
    /** The client reference ID, which identifies the transfer. */
    reference: z.string().min(1).max(200),
  }),
  orderQuestion,
  sessionQuestion,
  /** Confirms deleting a key from this computer. Answer: approve. */
  z.strictObject({
    kind: z.literal('removal'),
    label: z.string(),
    /** Kind of its key: the whole wallet's, or the L2 key alone. */
    keyKind: z.enum(keyKinds),
    network,
    /** Null except for network `custom`. */
    baseUrl: z.string().nullable(),
    ethereumAddress: address,
    ...orderBusiness.shape,
  }),
  /** Confirms removing all of the app's data on this computer, including every key. Answer: approve. */
  z.strictObject({
    kind: z.literal('removeAll'),
    /** Names of the accounts whose keys are lost without a backup. */
    labels: z.array(z.string()),
    practiceAccounts: z.int().min(0),
    /** Transfers with an unknown outcome, whose records are removed too. */
    undecidedTransfers: z.int().min(0),
    ...orderBusiness.shape,
  }),
  /** Answer: approve. */
  z.strictObject({ kind: z.literal('change'), change: changeAsked }),
  /** Asks for a wallet to connect. Answer: wallet. */
  z.strictObject({
    kind: z.literal('wallet'),
    label: z.string(),
    network,
    /** Host (and port) of the exchange to sign in to. */
    host: z.string().min(1),
    /** The account whose key is entered again; null when adding one. */
    again: z.strictObject({ ethereumAddress: address, keyKind: z.enum(keyKinds) }).nullable(),
  }),
  /** Asks for the app password, to set, change, remove or unlock. Answer: appPassword. */
  z.strictObject({
    kind: z.literal('appPassword'),
    task: z.enum(passwordTasks),
    /**
     * Where keys are before a first password moves them: `practice` if only practice accounts have keys. Null for the other
     * tasks.
     */
    keysIn: z.enum([...keyProtection.shape.kind.options, 'practice']).nullable(),
    /** The next password is checked after this many milliseconds. */
    retryAfterMs: z.int().min(0),
  }),
  /** Asks for a service key to store. Answer: serviceKey. */
  z.strictObject({
    kind: z.literal('serviceKey'),
    label: z.string(),
    network,
    name: z.enum(serviceKeyNames),
  }),
  /** Confirms a new exchange host. Answer: approve. */
  z.strictObject({
    kind: z.literal('host'),
    /** Host (and port) of `baseUrl`, in its ASCII form. */
    host: z.string().min(1),
    /** The exact prefix of every request. */
    baseUrl: z.string().min(1),
  }),
])
export type ConfirmRequest = z.infer<typeof confirmRequest>
export type TransferRequest = Extract<ConfirmRequest, { kind: 'transfer' }>
export type RemovalRequest = Extract<ConfirmRequest, { kind: 'removal' }>
export type RemoveAllRequest = Extract<ConfirmRequest, { kind: 'removeAll' }>
export type WalletRequest = Extract<ConfirmRequest, { kind: 'wallet' }>
export type ServiceKeyRequest = Extract<ConfirmRequest, { kind: 'serviceKey' }>
export type AppPasswordRequest = Extract<ConfirmRequest, { kind: 'appPassword' }>
export type HostRequest = Extract<ConfirmRequest, { kind: 'host' }>

const filePassword = z.string().max(maxKeystorePasswordLength)
const appPassword = z.string().max(maxAppPasswordLength)

export const confirmAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approve') }),
  /** Names each kind of warning that was shown. */
  z.strictObject({
    kind: z.literal('approveTransfer'),
    acknowledged: z.array(z.enum(warningKinds)).max(warningKinds.length),
  }),
  /** Names each kind of warning that was shown. */
  z.strictObject({
    kind: z.literal('approveOrder'),
    acknowledged: z.array(z.enum(orderWarnings)).max(orderWarnings.length),
  }),
  z.strictObject({ kind: z.literal('decline') }),
  z.strictObject({ kind: z.literal('showWords') }),
  /** In the order of the requested positions. */
  z.strictObject({
    kind: z.literal('words'),
    words: z.array(z.string().max(100)).length(backupCheckWordCount),
  }),
  z.strictObject({
    kind: z.literal('passwords'),
    filePassword,
    filePasswordAgain: filePassword,
    /** Null if not requested. */
    appPassword: appPassword.nullable(),
  }),
  z.strictObject({ kind: z.literal('wallet'), wallet: walletInput }),
  /** Empty if the task does not need it. */
  z.strictObject({
    kind: z.literal('appPassword'),
    currentPassword: appPassword,
    newPassword: appPassword,
    newPasswordAgain: appPassword,
  }),
  z.strictObject({
    kind: z.literal('serviceKey'),
    value: z.string().trim().min(1).max(maxServiceKeyLength),
  }),
])
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

export const confirmChannels = {
  /** The current question, and how long the window ignores input. Errors: notFound when there is none. */
  'confirm:getRequest': {
    access: 'secureWindow',
    input: nothing,
    output: z.strictObject({
      request: confirmRequest,
      deafForMs: z.int().min(0),
      /** The user's verification word, which distinguishes this window from an imitation; null if not set. */
      word: z.string().max(maxAntiPhishingWordLength).nullable(),
    }),
  },
  /**
   * Submits an answer. `next` is the following question; null when the window closes. Errors that keep the window open:
   * validation of `answer` (AnswerFault), of `words` (wrongWords, with `positions` such as "2, 7"), of `filePassword`
   * (FilePasswordFault); wrongPassword and passwordDelayed { retryAfterMs }; validation of a field of the wallet or of a new
   * password; the exchange's errors for a wallet; other errors of checking or storing.
   */
  'confirm:answer': {
    access: 'secureWindow',
    input: confirmAnswer,
    output: z.strictObject({ next: confirmRequest.nullable() }),
    secretFields: [
      'words',
      'filePassword',
      'filePasswordAgain',
      'appPassword',
      'currentPassword',
      'newPassword',
      'newPasswordAgain',
      'value',
      'ethereumPrivateKey',
      'phrase',
      'passphrase',
      'file',
      'password',
      'starkPrivateKey',
    ],
  },
  /**
   * Five addresses of a seed phrase from index `start`, checksummed, to choose from. Nothing is sent or stored.
   * Errors: notFound unless a wallet is requested; validation of `seedPhrase`, with `position` (from 1) of an unknown word or
   * the `count` of words.
   */
  'confirm:listAddresses': {
    access: 'secureWindow',
    input: z.strictObject({
      phrase,
      passphrase,
      start: z
        .int()
        .min(0)
        .max(maxPhraseIndex + 1 - phraseAddressesPerPage),
    }),
    output: z.strictObject({ addresses: z.array(address).length(phraseAddressesPerPage) }),
    secretFields: ['phrase', 'passphrase'],
  },
  /** Stores the window's verification word. The main window can neither read nor set it. */
  'confirm:setWord': {
    access: 'secureWindow',
    input: z.strictObject({ word: z.string().trim().min(1).max(maxAntiPhishingWordLength) }),
    output: nothing,
    secretFields: ['word'],
  },
} satisfies ChannelTable<'confirm'>

// Owns: the border between main and the confirmation window: what main asks a person there, and what a person can answer.
// Must not: be spoken with the main window, whose script must neither see nor answer any of it.
import { z } from 'zod'
import { maxAntiPhishingWordLength, backupCheckWordCount } from '../domain/confirm.ts'
import { maxAppPasswordLength } from '../domain/security.ts'
import {
  maxPhraseIndex,
  maxKeystorePasswordLength,
  maxServiceKeyLength,
  phraseAddressesPerPage,
} from '../domain/wallet-input.ts'
import { keyKinds, keyProtection, networkKinds, serviceKeyNames } from './accounts.ts'
import { type ChannelTable, nothing } from './channel.ts'
import { lockMinutes } from './security.ts'
import { recipientCheck, recipientWarning, transferLimits, warningKinds } from './transfers.ts'
import { passphrase, phrase, walletInput } from './wallet-input.ts'

/** Checksummed (EIP-55). */
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const network = z.enum(networkKinds)
/** BIP-39 words of the English list have 3 to 8 letters. */
const word = z.string().regex(/^[a-z]{3,8}$/)

const [firstTime, lookAlike, onlyReceivedFrom] = recipientWarning.options

/** What main itself finds about a recipient at the moment of the question. Nothing of it is the main window's word. */
const recipientFindings = z.strictObject({
  /** Of the address book; null where it has none. A script in the main window can write the address book. */
  label: z.string().nullable(),
  /** What arrived there from this account, as far as the journal knows. */
  sentBefore: recipientCheck.shape.sentBefore,
  /** Each has to be acknowledged in the window, whatever was acknowledged elsewhere. */
  warnings: z.array(z.discriminatedUnion('kind', [firstTime, lookAlike, onlyReceivedFrom])),
  /** How many addresses that it looks like are not among the warnings: a page could add them without end. */
  moreLookAlikes: z.int().min(0),
})
export type RecipientFindings = z.infer<typeof recipientFindings>

/** Something is about to get weaker, or to go, that a person alone decides. */
const change = z.discriminatedUnion('what', [
  /** The file with the encrypted keys gets another name, and none of its keys can be used. */
  z.strictObject({ what: z.literal('setVaultAside') }),
  /** A key of the service's operator is about to be deleted from this computer. */
  z.strictObject({
    what: z.literal('forgetServiceKey'),
    label: z.string(),
    network,
    name: z.enum(serviceKeyNames),
  }),
  /** Options of the lock; null and false for what does not become weaker. */
  z.strictObject({
    what: z.literal('weakenLock'),
    lockAfterMinutes: z.literal(lockMinutes).nullable(),
    isReadableWhenLocked: z.boolean(),
    signsInAtStart: z.boolean(),
  }),
  /** Of at least one limit the new one is higher, or there is none any more. */
  z.strictObject({
    what: z.literal('raiseLimits'),
    label: z.string(),
    network,
    now: transferLimits,
    asked: transferLimits,
  }),
])
export type ChangeAsked = z.infer<typeof change>

/** What can be done about the app password that needs one. */
export const passwordTasks = ['set', 'change', 'remove', 'unlock'] as const
export type PasswordTask = (typeof passwordTasks)[number]

/** What the window asks. Main fills each field from its own record. */
export const confirmRequest = z.discriminatedUnion('kind', [
  /** Shows the words of a new wallet. Answer: approve, which leads to `quiz`. */
  z.strictObject({ kind: z.literal('backup'), label: z.string(), network, words: z.array(word).length(12) }),
  /** Asks some of the words back. Answer: words; or showWords, which leads back to `backup`. */
  z.strictObject({
    kind: z.literal('quiz'),
    label: z.string(),
    network,
    /** Counted from 1, ascending. */
    positions: z.array(z.int().min(1).max(12)).length(backupCheckWordCount),
  }),
  /** Asks for the password of a keystore file, and for the app password where there is one. Answer: passwords. */
  z.strictObject({
    kind: z.literal('exportKeystore'),
    label: z.string(),
    network,
    ethereumAddress: address,
    needsAppPassword: z.boolean(),
  }),
  /** Money is about to move. Answer: approveTransfer. */
  z.strictObject({
    kind: z.literal('transfer'),
    accountLabel: z.string(),
    network,
    /** Host (and port) of the service that will be asked. */
    host: z.string().min(1),
    senderAddress: address,
    recipientAddress: address,
    recipient: recipientFindings,
    /** Canonical decimal text, exactly what is sent. */
    amount: z.string().regex(/^\d+(?:\.\d+)?$/),
    /** As the service names it, such as `usdc`. */
    currency: z.string().min(1).max(20),
    /** The client reference id, by which the transfer is found again. */
    reference: z.string().min(1).max(200),
  }),
  /** A key is about to be deleted from this computer. Answer: approve. */
  z.strictObject({
    kind: z.literal('removal'),
    label: z.string(),
    /** What its key is: of the whole wallet, or the L2 key alone. */
    keyKind: z.enum(keyKinds),
    network,
    /** Null except for network `custom`. */
    baseUrl: z.string().nullable(),
    ethereumAddress: address,
  }),
  /** Everything that the app keeps on this computer is about to go, every key with it. Answer: approve. */
  z.strictObject({
    kind: z.literal('removeAll'),
    /** Names of the accounts whose keys are lost without a backup. */
    labels: z.array(z.string()),
    practiceAccounts: z.int().min(0),
    /** Of which nobody knows yet what became of them: their record goes too. */
    undecidedTransfers: z.int().min(0),
  }),
  /** Answer: approve. */
  z.strictObject({ kind: z.literal('change'), change }),
  /** A wallet is about to be connected. Answer: wallet. */
  z.strictObject({
    kind: z.literal('wallet'),
    label: z.string(),
    network,
    /** Host (and port) of the service that will be asked to let it in. */
    host: z.string().min(1),
    /** The account whose key is entered again; null for one that is added. */
    again: z.strictObject({ ethereumAddress: address, keyKind: z.enum(keyKinds) }).nullable(),
  }),
  /** The app password is about to be chosen, changed, removed, or used to unlock. Answer: appPassword. */
  z.strictObject({
    kind: z.literal('appPassword'),
    task: z.enum(passwordTasks),
    /** Where keys are before a first password moves them: `practice` where no account has any. Null for the other tasks. */
    keysIn: z.enum([...keyProtection.shape.kind.options, 'practice']).nullable(),
    /** The next password is looked at after so many milliseconds. */
    retryAfterMs: z.int().min(0),
  }),
  /** A key that the service's operator issued is about to be kept. Answer: serviceKey. */
  z.strictObject({
    kind: z.literal('serviceKey'),
    label: z.string(),
    network,
    name: z.enum(serviceKeyNames),
  }),
  /** An address of a service that the app has not spoken to. Answer: approve. */
  z.strictObject({
    kind: z.literal('host'),
    /** Host (and port) in `baseUrl`, in its ASCII form. */
    host: z.string().min(1),
    /** Exactly what every request begins with. */
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
  z.strictObject({ kind: z.literal('decline') }),
  z.strictObject({ kind: z.literal('showWords') }),
  /** In the order of the positions asked. */
  z.strictObject({
    kind: z.literal('words'),
    words: z.array(z.string().max(100)).length(backupCheckWordCount),
  }),
  z.strictObject({
    kind: z.literal('passwords'),
    filePassword,
    filePasswordAgain: filePassword,
    /** Null where none is asked for. */
    appPassword: appPassword.nullable(),
  }),
  z.strictObject({ kind: z.literal('wallet'), wallet: walletInput }),
  /** Empty where the task does not ask for it. */
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
  /** What is asked now, and for how long the window does not listen yet. Errors: notFound once nothing is asked any more. */
  'confirm:getRequest': {
    access: 'secureWindow',
    input: nothing,
    output: z.strictObject({
      request: confirmRequest,
      deafForMs: z.int().min(0),
      /** What the person chose so that this window can be told from an imitation; null before. */
      word: z.string().max(maxAntiPhishingWordLength).nullable(),
    }),
  },
  /**
   * Gives an answer. `next` is what is asked after it; null when the window is done and closes. Errors that leave the window
   * open: validation of `answer` (AnswerFault), of `words` (wrongWords, with `positions` such as "2, 7"), of `filePassword`
   * (FilePasswordFault); wrongPassword and passwordDelayed { retryAfterMs }; validation of a field of the wallet or of a new
   * password; what the service says to a wallet; what else checking or keeping can meet.
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
   * The five addresses of a seed phrase from index `start`, checksummed, so that one can be chosen. Nothing is sent or kept.
   * Errors: notFound unless a wallet is asked for; validation of `seedPhrase`, with `position` (from 1) of an unknown word or the
   * `count` of words.
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
  /** Keeps the word that the window shows from now on. The main window can neither read nor set it. */
  'confirm:setWord': {
    access: 'secureWindow',
    input: z.strictObject({ word: z.string().trim().min(1).max(maxAntiPhishingWordLength) }),
    output: nothing,
    secretFields: ['word'],
  },
} satisfies ChannelTable<'confirm'>

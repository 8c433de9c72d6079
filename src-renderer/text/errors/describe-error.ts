// Text for every failure: what happened, what was and was not done, what to do next.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorCode, ErrorData } from '../../../src-preload/domain/errors.ts'
import { describeField } from './describe-field.ts'
import { aside, fact } from './error-facts.ts'
import type { ErrorPlace } from './error-place.ts'
import { describeKeychainFault } from '../protection-text.ts'
import { securityErrors } from '../security-text.ts'
import { describeWayToConnect, notConnected, serviceErrors } from '../service-text.ts'
import { describeMadeValue, describeTransferCall } from '../transfers/transfer-error-text.ts'
import { updateErrors } from '../update-text.ts'

/** Text of a failure. */
export interface ErrorDescription {
  readonly title: string
  readonly happened: string
  /** What was and was not done. */
  readonly done: string
  /** What the user can do next. */
  readonly next: string
}

type Describe = (data: ErrorData) => ErrorDescription

const fileOf = (data: ErrorData): string => aside(fact(data, 'file'))

/** Account secrets that a transfer needs, by their names in main. */
const keyNames: Readonly<Record<string, string>> = {
  organizationKey: 'organization key',
  apiKey: 'API key',
  ethereumPrivateKey: 'wallet key',
  starkPrivateKey: 'L2 key',
}

const table: Record<ErrorCode, Describe> = {
  validation: (data) => {
    const happened = describeField(fact(data, 'field'), fact(data, 'reason'), data)
    const next = describeMadeValue(data)
    return next === null
      ? {
          title: 'Something in the form needs another look',
          happened,
          done: 'Nothing was sent and nothing was stored.',
          next: 'Correct the value and try again.',
        }
      : {
          title: 'This cannot be done with the transfer',
          happened,
          done: 'Nothing was signed by this.',
          next,
        }
  },
  keychainUnavailable: (data) => {
    const isHeld = fact(data, 'isHeld') === 'true'
    return {
      title: 'No system keychain',
      happened:
        describeKeychainFault(fact(data, 'reason')) ??
        `This computer offers no keychain that Starkdesk can use${aside(fact(data, 'reason'))}.`,
      done: isHeld
        ? 'The key that an earlier session put into the keychain may still be there, so nothing was forgotten here.'
        : 'No key was written to disk. A key that is in use stays in memory until Starkdesk quits.',
      next: isHeld
        ? 'Set up the system keychain again, so that the key of this account can be deleted from it, and start Starkdesk again.'
        : 'Go on for this session, or set up the system keychain and start Starkdesk again.',
    }
  },
  keychainLocked: () => ({
    title: 'The system keychain is locked',
    happened:
      'The keychain of this computer holds the key, and neither gives nor deletes it while it is locked.',
    done: 'The key is untouched. Data on screen is from the cache.',
    next: 'Unlock the keychain, then try again.',
  }),
  ...securityErrors,
  ...serviceErrors,
  ...updateErrors,
  keyMismatch: () => ({
    title: 'The key does not belong to this account',
    happened:
      'The L2 key, derived from the wallet or entered by itself, is not the one that the account is registered with.',
    done: 'Nothing was signed with it and it was not stored.',
    next: 'Check the network, the wallet and the key. Accounts opened long ago may use another derivation.',
  }),
  databaseTooNew: (data) => {
    const found = fact(data, 'found')
    const supported = fact(data, 'supported')
    const versions =
      found === '' || supported === ''
        ? ''
        : ` It has version ${found}; this Starkdesk knows versions up to ${supported}.`
    return {
      title: 'The data was made by a newer Starkdesk',
      happened: `A newer version of Starkdesk has written the data file${fileOf(data)}.${versions}`,
      done: 'The file was not changed.',
      next: 'Install the newer version of Starkdesk, or move the file elsewhere to begin afresh.',
    }
  },
  databaseCorrupt: (data) => {
    const title = 'The data file is damaged'
    const untouched = 'Private keys are not in it, and money is not touched by this.'
    const repairReason = fact(data, 'repairReason')
    if (repairReason === '') {
      return {
        title,
        happened: `A part of the data file cannot be read${fileOf(data)}.`,
        done: `Starkdesk sets the damaged file aside, deletes nothing of it, and brings your own data into a new one. ${untouched}`,
        next: 'Try again in a moment. The page about the data on this computer tells what could be saved.',
      }
    }
    const place = fact(data, 'setAsideAs')
    return {
      title,
      happened: `The data file cannot be read${fileOf(data)}, and could not be repaired${describeFileReason(repairReason)}.`,
      done: `Nothing was deleted. The damaged file lies ${place === '' ? 'where it was' : `at ${place}`}. ${untouched}`,
      next: 'Check that the folder can be written and that the disk is not full; then start Starkdesk again: it tries once more, and brings your own data back from the file or from its backups.',
    }
  },
  fileUnavailable: (data) => ({
    title: 'The file could not be written',
    happened: `Starkdesk cannot write the file${fileOf(data)}${describeFileReason(fact(data, 'reason'))}.`,
    done: 'Nothing was written.',
    next: 'Choose another place, or check that the folder belongs to you and that the disk is not full.',
  }),
  databaseUnavailable: (data) => {
    const reason = fact(data, 'reason')
    if (reason === 'noBackup') {
      const folder = aside(fact(data, 'backupsFolder'))
      return {
        title: 'Your own data could not be backed up',
        happened: `This version of Starkdesk changes the tables of the data file, and backs up your own data before. The backup could not be written${folder}${describeFileReason(fact(data, 'backupReason'))}.`,
        done: 'The data file was not changed.',
        next: 'Check that the folder of the backups belongs to you and that the disk is not full; then try again.',
      }
    }
    if (reason === 'DISK_LOW') {
      return {
        title: 'The disk is almost full',
        happened: 'Too little of the disk is free, and the last of it is kept for your transfers.',
        done: 'Nothing was lost. What the exchange reports is not stored for now.',
        next: 'Make room on the disk; reading goes on by itself.',
      }
    }
    if (reason.startsWith('QUOTA_')) {
      return {
        title: 'Storage limit reached',
        happened: 'The exchange reports more data than Starkdesk stores for one account.',
        done: 'What is stored stays. Nothing more is added.',
        next: 'Keep less in Settings, Data; reading goes on by itself.',
      }
    }
    return {
      title: 'The data folder cannot be used',
      happened: `Starkdesk cannot read or write its data file${fileOf(data)}${describeFileReason(reason)}.`,
      done: 'Nothing was written to it.',
      next:
        reason === 'nodeTooOld'
          ? 'Start Starkdesk with `npm start`, which brings the Node that it needs.'
          : 'Check that the folder exists, that it belongs to you and that the disk is not full; then try again.',
    }
  },
  cancelled: (data) =>
    fact(data, 'reason') === 'sessionOver'
      ? {
          title: 'The trading session ended',
          happened: 'The trading session ended before the order was signed.',
          done: 'Nothing was sent.',
          next: 'Place it again: it is asked about in the confirmation window.',
        }
      : fact(data, 'reason') === 'accountLeft'
        ? {
            title: 'The file was not written',
            happened: 'The account was left, or what is kept of it was changed, before the file was whole.',
            done: 'Nothing was written.',
            next: 'Export it again with the account in use.',
          }
        : {
            title: 'Canceled',
            happened: 'The request was given up before it ended.',
            done: 'Nothing was changed.',
            next: 'Start it again if it is still wanted.',
          },
  notFound: (data) => {
    const what = fact(data, 'what')
    const key = keyNames[what]
    if (key !== undefined) {
      return {
        title: `The ${key} is missing`,
        happened: `Starkdesk holds no ${key} for this account.`,
        done: 'Nothing was signed and nothing was sent.',
        next: `Enter the ${key} of this account, then do it again.`,
      }
    }
    if (what === 'market') {
      return {
        title: 'The service does not know this market',
        happened: 'The service has no market of this symbol.',
        done: 'Nothing was added.',
        next: 'Check the symbol: the base currency, then the quote currency, such as ETH/USDC.',
      }
    }
    return {
      title: 'Not found',
      happened: what === '' ? 'What was asked for does not exist.' : `There is no such ${what}.`,
      done: 'Nothing was changed.',
      next: 'Go back to the list; it may have changed meanwhile.',
    }
  },
  forbidden: () => ({
    title: 'Refused',
    happened: 'The request did not come from the window of Starkdesk and was refused.',
    done: 'Nothing was done.',
    next: 'Restart Starkdesk. If it happens again, report it with the details.',
  }),
  internal: () => ({
    title: 'A fault in Starkdesk',
    happened: 'Starkdesk itself made a mistake; the log has the details.',
    // May follow a sent signature, so the money's state is on the transfer itself.
    done: 'What was asked for may be incomplete. Of a transfer, only what its own page says is known.',
    next: 'Try again. If it stays, report it with the reference below.',
  }),
}

function describeFileReason(reason: string): string {
  if (/eacces|eperm|_perm|_auth/i.test(reason)) return ': access is denied'
  if (/enospc|_full/i.test(reason)) return ': the disk is full'
  // SQLite reports these for a quota, and on some systems for a full disk.
  if (/ioerr_(write|shmsize|truncate)/i.test(reason)) return ': it cannot grow, the disk may be full'
  if (/erofs|readonly/i.test(reason)) return ': it can only be read, not written'
  if (/enotdir|eexist/i.test(reason)) return ': a file stands where the folder should be'
  if (/busy|locked/i.test(reason)) return ': another program is using it'
  if (reason === 'nodeTooOld') return ': its database needs Node 24 or newer'
  if (reason === 'anotherProgram') return ': the file belongs to another program'
  return reason === '' ? '' : `: ${reason}`
}

/**
 * Text for an error report. Every error code has its own text.
 * @param place - `connecting` has no data on screen and no background retries
 */
export function describeError(report: ErrorReport, place: ErrorPlace = 'view'): ErrorDescription {
  const words = { ...table[report.code](report.data), ...describeTransferCall(report) }
  const next = place === 'connecting' ? describeWayToConnect(report) : null
  return next === null ? words : { ...words, done: notConnected, next }
}

/** Returns an error as plain text for a bug report. Contains no secrets: `data` never does. */
export function errorAsText(report: ErrorReport, place: ErrorPlace = 'view'): string {
  const { title, happened, done, next } = describeError(report, place)
  const facts = Object.entries(report.data).map(([key, value]) => `${key}: ${String(value)}`)
  const reference = report.ref === null ? [] : [`reference: ${report.ref}`]
  return [title, happened, done, next, '', `code: ${report.code}`, ...facts, ...reference].join('\n')
}

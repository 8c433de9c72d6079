// Text for every failure: what happened, what was and was not done, what to do next.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorCode, ErrorData } from '../../../src-preload/domain/errors.ts'
import { describeField } from './describe-field.ts'
import { aside, fact, versionsOf } from './error-facts.ts'
import type { ErrorDescription } from './error-description.ts'
import type { ErrorPlace } from './error-place.ts'
import { describeKeychainFault } from '../protection-text.ts'
import { securityErrors } from '../security-text.ts'
import { describeWayToConnect, notConnected, serviceErrors } from '../service-text.ts'
import { countOf } from '../format/words.ts'
import { describeMadeValue, describeTransferCall } from '../transfers/transfer-error-text.ts'
import { updateErrors } from '../update-text.ts'

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
          title: 'Check the form',
          happened,
          done: 'Nothing was sent or saved.',
          next: 'Correct the value and try again.',
        }
      : {
          title: 'This action isn’t possible',
          happened,
          done: 'Nothing was signed.',
          next,
        }
  },
  keychainUnavailable: (data) => {
    const isHeld = fact(data, 'isHeld') === 'true'
    return {
      title: 'No system keychain',
      happened:
        describeKeychainFault(fact(data, 'reason')) ??
        `Starkdesk can’t use this computer’s keychain${aside(fact(data, 'reason'))}.`,
      done: isHeld
        ? 'A key from an earlier session may still be in the keychain, so nothing was deleted.'
        : 'No key was saved to disk. A key in use stays in memory until Starkdesk quits.',
      next: isHeld
        ? 'Set up the system keychain again and restart Starkdesk, so that the key can be deleted.'
        : 'Continue for this session, or set up the system keychain and restart Starkdesk.',
    }
  },
  keychainLocked: () => ({
    title: 'The system keychain is locked',
    happened: 'The key can’t be read or deleted while the system keychain is locked.',
    done: 'The key was not changed. Data on screen is from the cache.',
    next: 'Unlock the keychain, then try again.',
  }),
  ...securityErrors,
  ...serviceErrors,
  ...updateErrors,
  keyMismatch: () => ({
    title: 'The key doesn’t match this account',
    happened: 'The L2 key is not the one registered for this account.',
    done: 'It was not used to sign and was not stored.',
    next: 'Check the network, the wallet and the key. Old accounts may use another derivation.',
  }),
  databaseTooNew: (data) => ({
    title: 'The data is from a newer version',
    happened: `The data file${fileOf(data)} was written by a newer version of Starkdesk.${versionsOf(data)}`,
    done: 'The file was not changed.',
    next: 'Install the newer version, or move the file elsewhere to start fresh.',
  }),
  databaseCorrupt: (data) => {
    const title = 'The data file is damaged'
    const untouched = 'Private keys and funds are not affected.'
    const repairReason = fact(data, 'repairReason')
    if (repairReason === '') {
      return {
        title,
        happened: `Part of the data file${fileOf(data)} cannot be read.`,
        done: `Starkdesk keeps the damaged file and moves your data into a new one. ${untouched}`,
        next: 'Try again in a moment. Local data shows what could be restored.',
      }
    }
    const place = fact(data, 'setAsideAs')
    return {
      title,
      happened: `The data file${fileOf(data)} cannot be read and could not be repaired${describeFileReason(repairReason)}.`,
      done: `Nothing was deleted. The damaged file is ${place === '' ? 'where it was' : `at ${place}`}. ${untouched}`,
      next: 'Check that the folder is writable and the disk is not full, then restart Starkdesk: it tries to recover your data again.',
    }
  },
  fileUnavailable: (data) => ({
    title: 'The file could not be saved',
    happened: `Starkdesk cannot write the file${fileOf(data)}${describeFileReason(fact(data, 'reason'))}.`,
    done: 'Nothing was written.',
    next: 'Choose another location, or check that you own the folder and the disk is not full.',
  }),
  databaseUnavailable: (data) => {
    const reason = fact(data, 'reason')
    if (reason === 'noBackup') {
      const folder = aside(fact(data, 'backupsFolder'))
      return {
        title: 'Your data could not be backed up',
        happened: `This version of Starkdesk updates the data file and backs up your data first. The backup could not be written${folder}${describeFileReason(fact(data, 'backupReason'))}.`,
        done: 'The data file was not changed.',
        next: 'Check that you own the backup folder and that the disk is not full, then try again.',
      }
    }
    if (reason === 'DISK_LOW') {
      return {
        title: 'The disk is almost full',
        happened: 'Little disk space is left, and it is reserved for your transfers.',
        done: 'Nothing was lost, but new data from the exchange is not stored.',
        next: 'Free disk space; syncing continues by itself.',
      }
    }
    if (reason.startsWith('QUOTA_')) {
      return {
        title: 'Storage limit reached',
        happened: 'The account has more data than Starkdesk stores for one account.',
        done: 'Stored data stays; nothing new is stored.',
        next: 'Reduce retention in Local data; syncing continues by itself.',
      }
    }
    return {
      title: 'The data folder can’t be used',
      happened: `Starkdesk cannot read or write the data file${fileOf(data)}${describeFileReason(reason)}.`,
      done: 'Nothing was written.',
      next:
        reason === 'nodeTooOld'
          ? 'Start Starkdesk with `npm start`, which provides the right Node version.'
          : 'Check that the folder exists, that you own it and that the disk is not full, then try again.',
    }
  },
  ordersLeft: (data) => {
    const ids = fact(data, 'orders')
    const count = Number(fact(data, 'count'))
    return {
      title: 'Orders may still be open',
      happened:
        count === 0
          ? 'The exchange did not confirm that all these orders are canceled.'
          : `The exchange did not confirm that all these orders are canceled. ${countOf(count, ['order', 'orders'])} may still be open${aside(ids)}.`,
      done: 'Their cancel was sent.',
      next: 'Check your open orders. Cancel what is left, one by one or all at once.',
    }
  },
  cancelled: (data) =>
    fact(data, 'reason') === 'sessionOver'
      ? {
          title: 'The trading session ended',
          happened: 'The trading session ended before the order was signed.',
          done: 'Nothing was sent.',
          next: 'Place it again; you confirm it in the confirmation window.',
        }
      : fact(data, 'reason') === 'accountLeft'
        ? {
            title: 'The export stopped',
            happened: 'The account was switched or its data changed before the export finished.',
            done: 'Nothing was written.',
            next: 'Switch back to the account and export again.',
          }
        : {
            title: 'Canceled',
            happened: 'The request was canceled before it finished.',
            done: 'Nothing was changed.',
            next: 'Start it again if you still want it.',
          },
  notFound: (data) => {
    const what = fact(data, 'what')
    const key = keyNames[what]
    if (key !== undefined) {
      return {
        title: `The ${key} is missing`,
        happened: `Starkdesk has no ${key} for this account.`,
        done: 'Nothing was signed or sent.',
        next: `Enter the ${key} of this account, then try again.`,
      }
    }
    if (what === 'market') {
      return {
        title: 'This market isn’t listed',
        happened: 'The exchange has no market with this symbol.',
        done: 'Nothing was added.',
        next: 'Enter a pair such as ETH/USDC.',
      }
    }
    return {
      title: 'Not found',
      happened: what === '' ? 'It does not exist.' : `This ${what} does not exist.`,
      done: 'Nothing was changed.',
      next: 'Go back to the list and refresh it.',
    }
  },
  forbidden: () => ({
    title: 'Refused',
    happened: 'The request did not come from Starkdesk’s window and was refused.',
    done: 'Nothing was done.',
    next: 'Restart Starkdesk. If it happens again, report it with the details.',
  }),
  internal: () => ({
    title: 'Error in Starkdesk',
    happened: 'An unexpected error occurred in Starkdesk; the log has the details.',
    // May follow a sent signature, so the money's state is on the transfer itself.
    done: 'The action may be incomplete. For a transfer or an order, trust only its own status.',
    next: 'Try again. If it keeps failing, report it with the reference below.',
  }),
}

function describeFileReason(reason: string): string {
  if (/eacces|eperm|_perm|_auth/i.test(reason)) return ': access is denied'
  if (/enospc|_full/i.test(reason)) return ': the disk is full'
  // SQLite reports these for a quota, and on some systems for a full disk.
  if (/ioerr_(write|shmsize|truncate)/i.test(reason)) return ': it can’t grow; the disk may be full'
  if (/erofs|readonly/i.test(reason)) return ': it is read-only'
  if (/enotdir|eexist/i.test(reason)) return ': a file is in the place of the folder'
  if (/busy|locked/i.test(reason)) return ': another program is using it'
  if (reason === 'nodeTooOld') return ': it needs Node 24 or newer'
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

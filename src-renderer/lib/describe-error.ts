// Owns: every word a user reads about a failure: what happened, what was and was not done, what to do next.
// Must not: decide anything; it only words an ErrorReport.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/shared/errors.ts'
import { describeField } from './describe-field.ts'
import { aside, fact, seconds } from './error-facts.ts'
import type { ErrorPlace } from './error-place.ts'
import { describeKeychainFault } from './protection-words.ts'
import { securityErrors } from './security-words.ts'

/** A failure in words. */
export interface ErrorDescription {
  readonly title: string
  readonly happened: string
  /** What was done and what was not. */
  readonly done: string
  /** What the user can do now. */
  readonly next: string
}

type Describe = (data: ErrorData) => ErrorDescription

/** How a connection failed, by the reason that main gives. */
function describeNetworkReason(reason: string): string {
  switch (reason) {
    case 'refused':
      return 'The service refused the connection: nothing listens at its address.'
    case 'nameNotFound':
      return 'The name of the service could not be found.'
    case 'unreachable':
      return 'There is no route to the service from this computer.'
    case 'closed':
      return 'The connection broke before the answer was complete.'
    case 'certificate':
      return 'The service could not prove who it is: its certificate was not accepted, so nothing was sent.'
    case 'proxy':
      return 'The proxy of this network did not let the connection through.'
    case 'blocked':
      return 'Something on this computer or network blocked the connection.'
    case '':
    case 'other':
      return 'There is no connection to the service.'
    default:
      return `There is no connection to the service${aside(reason)}.`
  }
}

function describeContractReason(data: ErrorData): string {
  const reason = fact(data, 'reason')
  switch (reason) {
    case 'html':
      return 'The address answered with a web page instead of the trading interface.'
    case 'notJson':
    case 'notUtf8':
      return 'The address answered with something that is not JSON, so it is not the trading interface.'
    case 'empty':
      return 'The service answered with nothing at all.'
    case 'tooLarge':
      return 'The answer of the service was larger than any of its answers can be, and was cut off.'
    case 'redirect':
      return 'The address sent the request on to another address, which Starkdesk does not follow.'
    case 'notLoginText':
      return 'The service asked to sign a text that is no login text. It was not signed.'
    case 'otherService':
      return 'The address asked to sign a login text of the public trading service, which it is not. Signed, it would have let its operator in there. It was not signed.'
    default:
  }
  const field = fact(data, 'field')
  const where = field === '' ? '' : ` in ${field}`
  return `The answer of the service differs${where} from what its interface promises${aside(reason)}.`
}

/** Words of the service without their own full stop, for a sentence that has one. */
const dropStop = (text: string): string => text.replace(/[.\s]+$/, '')

const fileOf = (data: ErrorData): string => aside(fact(data, 'file'))

const table: Record<ErrorCode, Describe> = {
  validation: (data) => ({
    title: 'Something in the form needs another look',
    happened: describeField(fact(data, 'field'), fact(data, 'reason'), data),
    done: 'Nothing was sent and nothing was stored.',
    next: 'Correct the value and try again.',
  }),
  unauthenticated: (data) => {
    const isWithoutKey = fact(data, 'reason') === 'noKey'
    return {
      title: 'Not signed in',
      happened: isWithoutKey
        ? 'Starkdesk no longer holds the key of this account, so it cannot sign in.'
        : `The service did not accept the sign-in of this wallet${aside(dropStop(fact(data, 'message')))}.`,
      done: 'Nothing was changed. What is on screen is from before.',
      next: isWithoutKey
        ? 'Enter the key of the account again.'
        : 'Sign in again; if that fails, enter the key of the account again.',
    }
  },
  accountNotRegistered: (data) => ({
    title: 'This wallet has no account there',
    happened: 'The service does not know this wallet: no account was ever opened with it on this network.',
    // It can say so before there is a text to sign, and after one was signed.
    done:
      fact(data, 'endpoint') === 'auth.login'
        ? 'The key was used to sign one login text and was not stored.'
        : 'The key signed nothing and was not stored.',
    next: 'Check the network, or open the account in the web application of the service first.',
  }),
  rejectedByExchange: (data) => {
    const message = dropStop(fact(data, 'message'))
    if (Number(fact(data, 'status')) >= 500) {
      return {
        title: 'The service is in trouble',
        happened: `The service, or a gateway in front of it, failed to answer the request${aside(fact(data, 'status'))}.`,
        done: 'What was loaded before stays on screen, with its age.',
        next: 'There is nothing to correct on this side. Starkdesk keeps trying by itself.',
      }
    }
    if (fact(data, 'endpoint') === 'auth.login') {
      const why = 'The service has no account of this wallet, or refused its signature.'
      return {
        title: 'The service refused the sign-in',
        happened: message === '' ? why : `${why} Its reason: “${message}”.`,
        done: 'The sign-in was not carried out.',
        next: 'Check the network, and that this wallet has an account at this service; without one, open it on its web page first.',
      }
    }
    return {
      title: 'The service said no',
      happened:
        message === ''
          ? `The service refused the request${aside(fact(data, 'status'))}.`
          : `The service refused the request and gave this reason: “${message}”.`,
      done: 'The request was not carried out.',
      next: 'Check what was asked for. The same request will get the same answer.',
    }
  },
  network: (data) => ({
    title: 'No connection to the service',
    happened: describeNetworkReason(fact(data, 'reason')),
    done: 'Nothing was lost: what was loaded before stays on screen, with its age.',
    next: 'Check the network and the address. Starkdesk keeps trying by itself.',
  }),
  timeout: (data) => {
    const limit = seconds(fact(data, 'limitMs'))
    return {
      title: 'The service did not answer in time',
      happened:
        limit === '' ? 'The service took too long to answer.' : `The service gave no answer within ${limit}.`,
      done: 'Nothing was lost: what was loaded before stays on screen, with its age.',
      next: 'Try again in a moment. Starkdesk also tries again by itself.',
    }
  },
  rateLimited: (data) => {
    const wait = seconds(fact(data, 'retryAfterMs'))
    return {
      title: 'The service asks to slow down',
      happened: 'More requests were made than the service allows for the moment.',
      done: 'The request was not carried out. What is on screen stays.',
      next:
        wait === ''
          ? 'Starkdesk waits and then goes on by itself.'
          : `Starkdesk waits ${wait} and then goes on by itself.`,
    }
  },
  contractViolation: (data) => {
    if (fact(data, 'reason') === 'rowsRefused') {
      const count = Number(fact(data, 'count'))
      return {
        title: 'Some orders could not be read',
        happened: `The service lists ${count === 1 ? 'one order' : `${String(count)} orders`} with something in ${fact(data, 'field')} that its interface does not name.`,
        done: 'Those orders are not shown and not counted. All others are complete.',
        next: 'Look these orders up in the web application of the service, and update Starkdesk when there is a newer version.',
      }
    }
    return {
      title: 'The answer could not be understood',
      happened: describeContractReason(data),
      done: 'The answer was dropped; nothing of it was stored or shown.',
      next: 'Check that the address is that of the trading service. If it is, the service may have changed: update Starkdesk.',
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
  databaseCorrupt: (data) => ({
    title: 'The data file is damaged',
    happened: `The data file cannot be read as a database${fileOf(data)}.`,
    done: 'The file was not changed. Private keys are not in it, and money is not touched by this.',
    next: 'Restore the file from a backup, or move it elsewhere: Starkdesk then begins afresh and loads everything again.',
  }),
  fileUnavailable: (data) => ({
    title: 'The file could not be written',
    happened: `Starkdesk cannot write the file${fileOf(data)}${describeFileReason(fact(data, 'reason'))}.`,
    done: 'Nothing was written.',
    next: 'Choose another place, or check that the folder belongs to you and that the disk is not full.',
  }),
  databaseUnavailable: (data) => ({
    title: 'The data folder cannot be used',
    happened: `Starkdesk cannot read or write its data file${fileOf(data)}${describeFileReason(fact(data, 'reason'))}.`,
    done: 'Nothing was changed.',
    next:
      fact(data, 'reason') === 'nodeTooOld'
        ? 'Start Starkdesk with `npm start`, which brings the Node that it needs.'
        : 'Check that the folder exists, that it belongs to you and that the disk is not full; then try again.',
  }),
  outcomeUnknown: () => ({
    title: 'Sent, and no answer yet',
    happened: 'The request was sent, and the connection broke before the answer came.',
    done: 'Nobody knows yet whether it was carried out. It was not sent a second time.',
    next: 'Check again before doing anything else.',
  }),
  offline: () => ({
    title: 'Offline',
    happened: 'The service is out of reach, so this was not tried.',
    done: 'Nothing was sent. What was loaded before stays on screen, with its age.',
    next: 'It goes on by itself when the service is back.',
  }),
  cancelled: () => ({
    title: 'Cancelled',
    happened: 'The request was given up before it ended.',
    done: 'Nothing was changed.',
    next: 'Start it again if it is still wanted.',
  }),
  notFound: (data) => {
    const what = fact(data, 'what')
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
    done: 'What was asked for was not completed. No money moves on such a fault.',
    next: 'Try again. If it stays, report it with the reference below.',
  }),
}

function describeFileReason(reason: string): string {
  if (/eacces|eperm|_perm|_auth/i.test(reason)) return ': access is denied'
  if (/enospc|_full/i.test(reason)) return ': the disk is full'
  if (/erofs|readonly/i.test(reason)) return ': it can only be read, not written'
  if (/enotdir|eexist/i.test(reason)) return ': a file stands where the folder should be'
  if (/busy|locked/i.test(reason)) return ': another program is using it'
  if (reason === 'nodeTooOld') return ': its database needs Node 24 or newer'
  if (reason === 'anotherProgram') return ': the file belongs to another program'
  return reason === '' ? '' : `: ${reason}`
}

const notConnected = 'Not connected. Nothing was stored.'

/** What to do about a wallet that could not be connected; null where the words of the failure say it already. */
function describeWayToConnect({ code, data }: ErrorReport): string | null {
  switch (code) {
    case 'network':
      return 'Check the network and the address, then connect again.'
    case 'timeout':
    case 'offline':
      return 'Connect again in a moment.'
    case 'rateLimited': {
      const wait = seconds(fact(data, 'retryAfterMs'))
      return wait === '' ? 'Wait a moment, then connect again.' : `Wait ${wait}, then connect again.`
    }
    case 'unauthenticated':
      return 'Check the wallet and the network, then connect again.'
    case 'rejectedByExchange':
      if (Number(fact(data, 'status')) >= 500)
        return 'There is nothing to correct on this side. Connect again later.'
      return fact(data, 'endpoint') === 'auth.login'
        ? table.rejectedByExchange(data).next
        : 'Check the network and the address, then connect again.'
    default:
      return null
  }
}

/**
 * The words for one failure. Every code has its own; there is no "something went wrong".
 * @param place - while connecting there is nothing on screen that could stay, and nothing goes on by itself
 */
export function describeError(report: ErrorReport, place: ErrorPlace = 'view'): ErrorDescription {
  const words = table[report.code](report.data)
  const next = place === 'connecting' ? describeWayToConnect(report) : null
  return next === null ? words : { ...words, done: notConnected, next }
}

/** Everything about a failure as plain text, for copying into a report. Carries no secret: `data` never does. */
export function errorAsText(report: ErrorReport, place: ErrorPlace = 'view'): string {
  const { title, happened, done, next } = describeError(report, place)
  const facts = Object.entries(report.data).map(([key, value]) => `${key}: ${String(value)}`)
  const reference = report.ref === null ? [] : [`reference: ${report.ref}`]
  return [title, happened, done, next, '', `code: ${report.code}`, ...facts, ...reference].join('\n')
}

// Text about the service and its connection: unreachable, slow, refusing, not understood.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/domain/errors.ts'
import type { ErrorDescription } from './errors/error-description.ts'
import { aside, fact, seconds } from './errors/error-facts.ts'
import { countOf } from './format/words.ts'
import { describeUnknownOutcome } from './transfers/outcome-text.ts'

/** Connection failures by main's reason. */
function describeNetworkReason(reason: string): string {
  switch (reason) {
    case 'refused':
      return 'The exchange refused the connection.'
    case 'nameNotFound':
      return 'The exchange’s address could not be found.'
    case 'unreachable':
      return 'There is no route to the exchange from this computer.'
    case 'closed':
      return 'The connection broke before the answer was complete.'
    case 'certificate':
      return 'The exchange’s certificate is not trusted, so nothing was sent.'
    case 'proxy':
      return 'The network’s proxy refused the connection.'
    case 'blocked':
      return 'Something on this computer or network blocked the connection.'
    case '':
    case 'other':
      return 'There is no connection to the exchange.'
    default:
      return `There is no connection to the exchange${aside(reason)}.`
  }
}

function describeContractReason(data: ErrorData): string {
  const reason = fact(data, 'reason')
  switch (reason) {
    case 'html':
      return 'The address returned a web page, not the exchange’s API.'
    case 'notJson':
    case 'notUtf8':
      return 'The address did not return JSON, so it is not the exchange’s API.'
    case 'empty':
      return 'The exchange sent an empty answer.'
    case 'tooLarge':
      return 'The exchange’s answer was too large.'
    case 'redirect':
      return 'The address redirected the request, which Starkdesk does not follow.'
    case 'notLoginText':
      return 'The exchange asked for a signature of something other than a login message. It was not signed.'
    case 'otherService':
      return 'The address asked for a signature of the public exchange’s login message, which could be misused. It was not signed.'
    default:
  }
  const field = fact(data, 'field')
  const where = field === '' ? '' : ` in ${field}`
  return `The exchange’s answer has an unexpected format${where}${aside(reason)}.`
}

/** Removes the trailing full stop from a service message. */
const trimFullStop = (text: string): string => text.replace(/[.\s]+$/, '')

/** Timeouts by what was waited for. */
function describeTimeout(phase: string, limit: string): string {
  const within = limit === '' ? 'in time' : `within ${limit}`
  switch (phase) {
    case 'connect':
      // A health check runs alongside a waiting request (exchange/liveness.ts).
      return `The exchange did not answer ${within}, not even the health check.`
    case 'body':
      return `The exchange’s answer did not complete ${within}.`
    default:
      return limit === ''
        ? 'The exchange took too long to answer.'
        : `The exchange did not answer within ${limit}.`
  }
}

type ServiceCode = Extract<
  ErrorCode,
  | 'unauthenticated'
  | 'accountNotRegistered'
  | 'rejectedByExchange'
  | 'network'
  | 'timeout'
  | 'rateLimited'
  | 'contractViolation'
  | 'outcomeUnknown'
  | 'offline'
>

export const serviceErrors: Readonly<Record<ServiceCode, (data: ErrorData) => ErrorDescription>> = {
  unauthenticated: (data) => {
    const isWithoutKey = fact(data, 'reason') === 'noKey'
    return {
      title: 'Not signed in',
      happened: isWithoutKey
        ? 'Starkdesk no longer has this account’s key, so it can’t sign in.'
        : `The exchange rejected the sign-in of this wallet${aside(trimFullStop(fact(data, 'message')))}.`,
      done: 'Nothing was changed. Data on screen may be outdated.',
      next: isWithoutKey
        ? 'Enter the account’s key again.'
        : 'Sign in again; if that fails, enter the account’s key again.',
    }
  },
  accountNotRegistered: (data) => ({
    title: 'No account found for this wallet',
    happened: 'This wallet has no account on this network.',
    // May occur before there is a text to sign, or after one was signed.
    done:
      fact(data, 'endpoint') === 'auth.login'
        ? 'The key signed one login message and was not stored.'
        : 'The key signed nothing and was not stored.',
    next: 'Check the network, or open an account on the exchange’s website first.',
  }),
  rejectedByExchange: (data) => {
    const message = trimFullStop(fact(data, 'message'))
    if (Number(fact(data, 'status')) >= 500) {
      return {
        title: 'The exchange has a problem',
        happened: `The exchange or a gateway failed to answer${aside(fact(data, 'status'))}.`,
        done: 'Data on screen may be outdated.',
        next: 'This is not a problem on your side. Starkdesk keeps trying.',
      }
    }
    if (fact(data, 'endpoint') === 'auth.login') {
      const why = 'This wallet has no exchange account, or the exchange rejected its signature.'
      return {
        title: 'Sign-in rejected',
        happened: message === '' ? why : `${why} Reason: “${message}”.`,
        done: 'You are not signed in.',
        next: 'Check the network and that this wallet has an exchange account; open one on the exchange’s website first.',
      }
    }
    return {
      title: 'Rejected by the exchange',
      happened:
        message === ''
          ? `The exchange rejected the request${aside(fact(data, 'status'))}.`
          : `The exchange rejected the request: “${message}”.`,
      done: 'The request was not carried out.',
      next: 'Check the request; sending it unchanged will fail again.',
    }
  },
  network: (data) => ({
    title: 'Can’t reach the exchange',
    happened: describeNetworkReason(fact(data, 'reason')),
    done: 'Nothing was lost. Data on screen may be outdated.',
    next: 'Check the network and the address. Starkdesk keeps trying.',
  }),
  timeout: (data) => ({
    title:
      fact(data, 'phase') === 'connect'
        ? 'The exchange does not answer'
        : 'The exchange did not answer in time',
    happened: describeTimeout(fact(data, 'phase'), seconds(fact(data, 'limitMs'))),
    done: 'Nothing was lost. Data on screen may be outdated.',
    next:
      fact(data, 'phase') === 'connect'
        ? 'Check the network and the address. Starkdesk keeps trying.'
        : 'Try again in a moment. Starkdesk also retries by itself.',
  }),
  rateLimited: (data) => {
    const wait = seconds(fact(data, 'retryAfterMs'))
    return {
      title: 'Rate-limited by the exchange',
      happened: 'The exchange’s rate limit was reached.',
      done: 'The request was not carried out. Data on screen stays.',
      next:
        wait === ''
          ? 'Loading resumes after a wait. Try your action again then.'
          : `Loading resumes in ${wait}. Try your action again then.`,
    }
  },
  contractViolation: (data) => {
    if (fact(data, 'reason') === 'rowsRefused') {
      const count = Number(fact(data, 'count'))
      return {
        title: 'Some orders could not be read',
        happened: `The exchange lists ${countOf(count, ['order', 'orders'])} with an unknown value in ${fact(data, 'field')}.`,
        done: 'Those orders are neither shown nor counted; all others are complete.',
        next: 'Check these orders on the exchange’s website, and update Starkdesk when a newer version is available.',
      }
    }
    return {
      title: 'The answer could not be read',
      happened: describeContractReason(data),
      done: 'The answer was discarded; nothing was stored or shown.',
      next: 'Check that this is the exchange’s API address. If it is, update Starkdesk: the API may have changed.',
    }
  },
  outcomeUnknown: describeUnknownOutcome,
  offline: () => ({
    title: 'Offline',
    happened: 'The exchange can’t be reached, so nothing was tried.',
    done: 'Nothing was sent. Data on screen may be outdated.',
    next: 'It continues when the exchange can be reached.',
  }),
}

/** For a wallet that could not be connected; no data is on screen. */
export const notConnected = 'Not connected. Nothing was saved.'

/** What to do when a wallet could not be connected; null when the failure's own text says it. */
export function describeWayToConnect({ code, data }: ErrorReport): string | null {
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
        return 'This is not a problem on your side. Connect again later.'
      return fact(data, 'endpoint') === 'auth.login'
        ? serviceErrors.rejectedByExchange(data).next
        : 'Check the network and the address, then connect again.'
    default:
      return null
  }
}

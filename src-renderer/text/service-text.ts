// Text about the service and its connection: unreachable, slow, refusing, not understood.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/domain/errors.ts'
import type { ErrorDescription } from './errors/describe-error.ts'
import { aside, fact, seconds } from './errors/error-facts.ts'
import { countOf } from './format/words.ts'
import { describeUnknownOutcome } from './transfers/outcome-text.ts'

/** Connection failures by main's reason. */
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

/** Removes the trailing full stop from a service message. */
const trimFullStop = (text: string): string => text.replace(/[.\s]+$/, '')

/** Timeouts by what was waited for. */
function describeTimeout(phase: string, limit: string): string {
  const within = limit === '' ? 'in time' : `within ${limit}`
  switch (phase) {
    case 'connect':
      // A health check runs alongside a waiting request (exchange/liveness.ts).
      return `Nothing came from the service ${within}, not even an answer to its health check.`
    case 'body':
      return `The answer of the service began and did not end ${within}.`
    default:
      return limit === ''
        ? 'The service took too long to answer.'
        : `The service gave no answer within ${limit}.`
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
        ? 'Starkdesk no longer holds the key of this account, so it cannot sign in.'
        : `The service did not accept the sign-in of this wallet${aside(trimFullStop(fact(data, 'message')))}.`,
      done: 'Nothing was changed. What is on screen is from before.',
      next: isWithoutKey
        ? 'Enter the key of the account again.'
        : 'Sign in again; if that fails, enter the key of the account again.',
    }
  },
  accountNotRegistered: (data) => ({
    title: 'This wallet has no account there',
    happened: 'The service does not know this wallet: no account was ever opened with it on this network.',
    // May occur before there is a text to sign, or after one was signed.
    done:
      fact(data, 'endpoint') === 'auth.login'
        ? 'The key was used to sign one login text and was not stored.'
        : 'The key signed nothing and was not stored.',
    next: 'Check the network, or open the account in the web application of the service first.',
  }),
  rejectedByExchange: (data) => {
    const message = trimFullStop(fact(data, 'message'))
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
  timeout: (data) => ({
    title:
      fact(data, 'phase') === 'connect'
        ? 'The service does not answer'
        : 'The service did not answer in time',
    happened: describeTimeout(fact(data, 'phase'), seconds(fact(data, 'limitMs'))),
    done: 'Nothing was lost: what was loaded before stays on screen, with its age.',
    next:
      fact(data, 'phase') === 'connect'
        ? 'Check the network and the address. Starkdesk keeps trying by itself.'
        : 'Try again in a moment. Starkdesk also tries again by itself.',
  }),
  rateLimited: (data) => {
    const wait = seconds(fact(data, 'retryAfterMs'))
    return {
      title: 'The service asks to slow down',
      happened: 'More requests were made than the service allows for the moment.',
      done: 'The request was not carried out. What is on screen stays.',
      next:
        wait === ''
          ? 'Starkdesk waits and then goes on loading by itself. What you asked for, ask for again then.'
          : `Starkdesk waits ${wait} and then goes on loading by itself. What you asked for, ask for again then.`,
    }
  },
  contractViolation: (data) => {
    if (fact(data, 'reason') === 'rowsRefused') {
      const count = Number(fact(data, 'count'))
      return {
        title: 'Some orders could not be read',
        happened: `The service lists ${countOf(count, ['order', 'orders'])} with something in ${fact(data, 'field')} that its interface does not name.`,
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
  outcomeUnknown: describeUnknownOutcome,
  offline: () => ({
    title: 'Offline',
    happened: 'The service is out of reach, so this was not tried.',
    done: 'Nothing was sent. What was loaded before stays on screen, with its age.',
    next: 'It goes on by itself when the service is back.',
  }),
}

/** For a wallet that could not be connected; no data is on screen. */
export const notConnected = 'Not connected. Nothing was stored.'

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
        return 'There is nothing to correct on this side. Connect again later.'
      return fact(data, 'endpoint') === 'auth.login'
        ? serviceErrors.rejectedByExchange(data).next
        : 'Check the network and the address, then connect again.'
    default:
      return null
  }
}

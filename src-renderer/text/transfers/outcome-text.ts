// Text about a sent request with an unknown outcome. Never calls it failed or done.
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import type { ErrorDescription } from '../errors/describe-error.ts'
import { aside, fact } from '../errors/error-facts.ts'

/** Why the outcome is unknown, by the failure (exchange/money-outcome.ts). */
function describeCause(data: ErrorData): string {
  const status = aside(fact(data, 'status'))
  switch (fact(data, 'cause')) {
    case 'timeout':
      return 'The request was sent, and no answer came in time.'
    case 'rejectedByExchange':
      return `The request was sent, and the service, or a gateway in front of it, failed instead of answering${status}.`
    case 'contractViolation':
      return `The request was sent, and its answer could not be understood${status}.`
    case 'cancelled':
      return 'The request was sent, and was given up before the answer came.'
    case 'internal':
      return 'The request was sent, and Starkdesk made a mistake before it had read the answer.'
    default:
      return 'The request was sent, and the connection broke before the answer came.'
  }
}

/** What the service may have done, and how to find out. */
function describeEffect(endpoint: string): Pick<ErrorDescription, 'done' | 'next'> {
  switch (endpoint) {
    case 'transfers.initiate':
      return {
        done: 'Nobody knows yet whether the transfer was started. No money has moved: that takes its signature. It was not sent a second time.',
        next: 'Look the transfer up before doing anything else.',
      }
    case 'transfers.process':
      return {
        done: 'Nobody knows yet whether the money has moved. It was not sent a second time.',
        next: 'Look the transfer up before doing anything else.',
      }
    default:
      return {
        done: 'Nobody knows yet whether it was carried out. It was not sent a second time.',
        next: 'Check again before doing anything else.',
      }
  }
}

/** Text for outcomeUnknown { endpoint, cause, reason, status }; general text without these facts. */
export function describeUnknownOutcome(data: ErrorData): ErrorDescription {
  return {
    title: 'Sent, and no answer yet',
    happened: describeCause(data),
    ...describeEffect(fact(data, 'endpoint')),
  }
}

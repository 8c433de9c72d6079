// Text about a sent request with an unknown outcome. Never calls it failed or done.
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import type { ErrorDescription } from '../errors/error-description.ts'
import { aside, fact } from '../errors/error-facts.ts'

/** Why the outcome is unknown, by the failure (exchange/money-outcome.ts). */
function describeCause(data: ErrorData): string {
  const status = aside(fact(data, 'status'))
  switch (fact(data, 'cause')) {
    case 'timeout':
      return 'The request was sent, but no answer came in time.'
    case 'rejectedByExchange':
      return `The request was sent, but the exchange or a gateway failed to answer${status}.`
    case 'contractViolation':
      return `The request was sent, but its answer could not be read${status}.`
    case 'cancelled':
      return 'The request was sent, but it was canceled before the answer came.'
    case 'internal':
      return 'The request was sent, but an error in Starkdesk lost the answer.'
    default:
      return 'The request was sent, but the connection broke before the answer came.'
  }
}

/** What the service may have done, and how to find out. */
function describeEffect(endpoint: string): Pick<ErrorDescription, 'done' | 'next'> {
  switch (endpoint) {
    case 'transfers.initiate':
      return {
        done: 'It is not known whether the transfer was started. Nothing was signed, so no funds moved. It was not sent again.',
        next: 'Check the transfer’s status before sending again.',
      }
    case 'transfers.process':
      return {
        done: 'Status unknown: funds may have moved. It was not sent again.',
        next: 'Check the transfer’s status before sending again.',
      }
    default:
      return {
        done: 'Status unknown. It was not sent again.',
        next: 'Check the result before trying again.',
      }
  }
}

/** Text for outcomeUnknown { endpoint, cause, reason, status }; general text without these facts. */
export function describeUnknownOutcome(data: ErrorData): ErrorDescription {
  return {
    title: 'Sent, no answer yet',
    happened: describeCause(data),
    ...describeEffect(fact(data, 'endpoint')),
  }
}

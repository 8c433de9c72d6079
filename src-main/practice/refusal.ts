// An error response of the practice exchange: status, message, payload. Not for internal faults.

/** The payload of an error envelope; the facts give some conditions their own, the API's default is `{}`. */
export type RefusalPayload = '' | Readonly<Record<string, string | boolean>>

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 429 | 415

/**
 * A request that breaks a rule. `payload` is `{}` as in the API (Errors), unless the facts (A5) show the exact body of a
 * condition, `""` or an object.
 */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly payload: RefusalPayload

  constructor(status: RefusalStatus, message: string, payload: RefusalPayload = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.payload = payload
  }
}

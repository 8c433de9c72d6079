// Owns: how a rule of the practice service says no: status, sentence, payload. Must not: be thrown for faults of ours.

/** The body part of an error envelope that the facts show for some conditions; the interface's own is `{}`. */
export type RefusalPayload = '' | Readonly<Record<string, string | boolean>>

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415

/**
 * A request that breaks a rule. `payload` is `{}` as the interface says (Errors), except where the facts (A5) give the
 * very body of a condition: there it is the facts' `""` or object.
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

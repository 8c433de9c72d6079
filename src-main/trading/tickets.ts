// The open tickets: with each of them one order can be placed.
import { AppError } from '../../src-preload/domain/errors.ts'

/** A page that opens tickets without end loses the oldest. */
const MAX_OPEN_TICKETS = 100

export type Tickets = ReturnType<typeof createTickets>

export function createTickets(createId: () => string) {
  /** Which account each open ticket is for. */
  const tickets = new Map<string, string>()
  return {
    open(accountId: string): string {
      const ticketId = createId()
      tickets.set(ticketId, accountId)
      const oldest = tickets.size > MAX_OPEN_TICKETS ? tickets.keys().next().value : undefined
      if (oldest !== undefined) tickets.delete(oldest)
      return ticketId
    },
    /** Errors: validation of `ticket` (notOpen) for a ticket that is not open for this account. */
    check(ticketId: string, accountId: string): void {
      if (tickets.get(ticketId) === accountId) return
      throw new AppError('validation', { field: 'ticket', reason: 'notOpen' })
    },
    /** An order was placed with it. */
    close: (ticketId: string): void => void tickets.delete(ticketId),
  }
}

// The open tickets: with each of them one order can be placed.
import { AppError } from '../../src-preload/domain/errors.ts'

/** A page that opens tickets without end loses the oldest. */
const MAX_OPEN_TICKETS = 100

export type Tickets = ReturnType<typeof createTickets>

export function createTickets(createId: () => string) {
  /** Which account each open ticket is for. */
  const tickets = new Map<string, string>()
  /** Open tickets that were never taken. */
  const fresh = new Set<string>()

  /** Errors: validation of `ticket` (notOpen) for a ticket that is not open for this account. */
  function check(ticketId: string, accountId: string): void {
    if (tickets.get(ticketId) === accountId) return
    throw new AppError('validation', { field: 'ticket', reason: 'notOpen' })
  }

  return {
    open(accountId: string): string {
      const ticketId = createId()
      tickets.set(ticketId, accountId)
      fresh.add(ticketId)
      const oldest = tickets.size > MAX_OPEN_TICKETS ? tickets.keys().next().value : undefined
      if (oldest !== undefined) {
        tickets.delete(oldest)
        fresh.delete(oldest)
      }
      return ticketId
    },
    /** Whether this process gave it and it was never taken: no order can have been placed with it. */
    isFresh: (ticketId: string): boolean => fresh.has(ticketId),
    /**
     * Takes a ticket for one use; the returned function gives it back, where nothing came of it. Errors: those of `check`.
     */
    take(ticketId: string, accountId: string): () => void {
      check(ticketId, accountId)
      tickets.delete(ticketId)
      fresh.delete(ticketId)
      return () => void tickets.set(ticketId, accountId)
    },
  }
}

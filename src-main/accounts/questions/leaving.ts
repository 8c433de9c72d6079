// Asks before an account is left, or signed out, while all its orders are being canceled, which that makes wait.
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Accounts } from '../accounts.ts'
import type { CheckLeaving } from '../check-leaving.ts'
import type { Confirmations } from './confirmations.ts'

export interface LeavingOptions {
  readonly confirmations: Pick<Confirmations, 'confirmChange'>
  readonly accounts: Pick<Accounts, 'getState'>
  /** Whether all orders of the account in use are being canceled. */
  readonly isCancelingAll: () => boolean
}

/** The kill switch was pressed while a call that leaves the account waited for its turn. */
export const isCrossed = (error: unknown): boolean =>
  isAppError(error, 'cancelled') && error.data['reason'] === 'cancelingAll'

export type Leaving = ReturnType<typeof createLeaving>

export function createLeaving({ confirmations, accounts, isCancelingAll }: LeavingOptions) {
  /**
   * A script in the page must not keep orders open by itself.
   * @param next - the account that comes into use, if it is known
   * @returns whether a person said yes, or there is nothing to be left. Errors: userDeclined.
   */
  async function ask(next: string | null): Promise<boolean> {
    if (!isCancelingAll()) return false
    const { activeId, accounts: known } = await accounts.getState()
    const inUse = known.find(({ id }) => id === activeId)
    if (inUse === undefined) return true
    if (inUse.id === next) return false
    await confirmations.confirmChange({
      what: 'leaveCancelAll',
      label: inUse.label,
      network: inUse.network.kind,
    })
    return true
  }

  return {
    ask,

    /**
     * Asks, and asks again where the kill switch was pressed while the call waited for its turn.
     * @param asked - the answer of `ask`, where a person was asked before
     */
    async leave<T>(
      next: string | null,
      act: (check: CheckLeaving) => Promise<T>,
      asked?: boolean,
    ): Promise<T> {
      for (let isAllowed = asked ?? (await ask(next)); ; isAllowed = await ask(next)) {
        const crossed = new AppError('cancelled', { reason: 'cancelingAll' })
        try {
          return await act(() => {
            if (!isAllowed && isCancelingAll()) throw crossed
          })
        } catch (error) {
          if (error !== crossed) throw error
        }
      }
    },
  }
}

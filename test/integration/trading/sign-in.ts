// Signing in at an exchange that answers now and then that there are too many calls.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../../src-main/app/compose.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'

const PAUSE_MS = 50

/** Signs in, as often as the exchange wants to be asked. Errors: those of the first sign-in that fails otherwise. */
export async function signInPatiently({ accounts }: Services): Promise<void> {
  for (;;) {
    try {
      await accounts.signIn()
      return
    } catch (error) {
      if (!isAppError(error, 'rateLimited')) throw error
      await sleep(PAUSE_MS)
    }
  }
}

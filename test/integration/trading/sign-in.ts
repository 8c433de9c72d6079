// Signing in at an exchange that answers now and then that there are too many calls.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../../src-main/app/compose.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'

const PAUSE_MS = 50
/** A profile that could not be read is read again with the next sign-in. */
const LOOKS_PER_SIGN_IN = 20

/**
 * Signs in, as often as the exchange wants to be asked, until that has worked and the account's key was compared with the
 * exchange's: signing in does not wait for that, and nothing is signed before it. Without a sign-in of its own the app signs in
 * with its next call, and a test that signs in as the same user meanwhile spends its nonce. Errors: those of the first sign-in
 * that fails otherwise.
 */
export async function signInPatiently({ accounts }: Services): Promise<void> {
  async function isCompared(): Promise<boolean> {
    const { accounts: all, activeId } = await accounts.getState()
    return all.find(({ id }) => id === activeId)?.l2Key.status === 'matched'
  }
  for (;;) {
    try {
      await accounts.signIn()
    } catch (error) {
      if (!isAppError(error, 'rateLimited')) throw error
      await sleep(PAUSE_MS)
      continue
    }
    for (let look = 0; look < LOOKS_PER_SIGN_IN; look += 1) {
      if (await isCompared()) return
      await sleep(PAUSE_MS)
    }
  }
}

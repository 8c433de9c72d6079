// Waits for the next sign that the exchange can be asked, so that what could not be canceled is tried again at once.
import { setTimeout as wait } from 'node:timers/promises'
import type { AccountSession } from '../../session/account-session.ts'

/** Without a sign of the connection the exchange is asked again after this. */
const TRY_AGAIN_MS = 3_000

/** Resolves at the next sign that the exchange can be asked, or after a while. Errors: the reason of `signal`. */
export async function untilReachable(session: AccountSession, signal: AbortSignal): Promise<void> {
  const stopper = new AbortController()
  const go = (): void => stopper.abort()
  const onSignIn = (): void => {
    if (session.client.sessionState() === 'signedIn') go()
  }
  session.events.on('returned', go)
  session.events.on('signIn', onSignIn)
  try {
    await wait(TRY_AGAIN_MS, undefined, { signal: AbortSignal.any([signal, stopper.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    if (!stopper.signal.aborted) throw error
  } finally {
    session.events.off('returned', go)
    session.events.off('signIn', onSignIn)
  }
}

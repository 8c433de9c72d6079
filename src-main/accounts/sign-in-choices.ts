// Owns: whether an account may sign in by itself: who signed out stays so, and whom the user signed in may again.
// Must not: sign anyone in or out.
import { accountSetting } from '../store/account-settings.ts'
import type { Store } from '../store/store-api.ts'

export interface SignInChoicesOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  /** Whether wallets sign unasked, as the user has chosen. */
  readonly signInAtStart: () => boolean
}

export type SignInChoices = ReturnType<typeof createSignInChoices>

const SIGNED_OUT = 'yes'

function settingOf(accountId: string): string {
  return accountSetting(accountId, 'signedOut')
}

export function createSignInChoices({ store, signInAtStart }: SignInChoicesOptions) {
  /** Accounts that the user has connected or signed in since the app was started. */
  const signedIn = new Set<string>()

  return {
    /** Whether a signature may be made without being asked for, now. */
    mayLogIn: (accountId: string): boolean => signInAtStart() || signedIn.has(accountId),

    isSignedOut: async (accountId: string): Promise<boolean> =>
      (await store.getSetting(settingOf(accountId))) === SIGNED_OUT,

    async noteSignedIn(accountId: string): Promise<void> {
      const setting = settingOf(accountId)
      if ((await store.getSetting(setting)) === SIGNED_OUT) await store.setSetting(setting, '')
      signedIn.add(accountId)
    },

    async noteSignedOut(accountId: string): Promise<void> {
      signedIn.delete(accountId)
      await store.setSetting(settingOf(accountId), SIGNED_OUT)
    },
  }
}

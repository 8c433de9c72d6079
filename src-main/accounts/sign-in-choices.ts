// Remembers whether an account may sign in automatically: a signed-out account stays so until the user signs it in.
import { accountSetting } from '../store/api/account-settings.ts'
import type { Store } from '../store/api/store-api.ts'

export interface SignInChoicesOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  /** Whether wallets sign automatically, as the user chose. */
  readonly signInAtStart: () => boolean
}

export type SignInChoices = ReturnType<typeof createSignInChoices>

const SIGNED_OUT = 'yes'

function settingOf(accountId: string): string {
  return accountSetting(accountId, 'signedOut')
}

export function createSignInChoices({ store, signInAtStart }: SignInChoicesOptions) {
  /** Accounts that the user has connected or signed in since the app started. */
  const signedIn = new Set<string>()

  return {
    /** Whether an automatic signature is allowed now. */
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

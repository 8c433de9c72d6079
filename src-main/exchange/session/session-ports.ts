// Owns: what a session needs from outside: a place for the refresh token, and the wallet's signature.
// Must not: know how either is made.

/** Where the refresh token outlives the app: the secret store, in practice. */
export interface RefreshTokenStore {
  load(): Promise<string | null>
  save(refreshToken: string): Promise<void>
  clear(): Promise<void>
}

/** The wallet key, as far as a session may use it. */
export interface LoginSigner {
  /**
   * False while the key was never kept, and where a person would have to sign elsewhere and has not asked for it: no login
   * is tried then.
   * @param isAsked - the user wants to sign in now
   */
  isAvailable(isAsked: boolean): Promise<boolean>
  /**
   * EIP-191 signature of a text that the session has found to be a login text. Errors: those of the key's place;
   * userDeclined; cancelled where a person gave up signing.
   * @param signal - aborted when nobody waits for the signature any more
   */
  signLoginText(text: string, signal: AbortSignal): Promise<string>
}

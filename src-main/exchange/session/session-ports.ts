// The interfaces that a session needs: a store for the refresh token, and the wallet's signature.

/** Stores the refresh token across restarts; in practice the secret store. */
export interface RefreshTokenStore {
  load(): Promise<string | null>
  save(refreshToken: string): Promise<void>
  clear(): Promise<void>
}

/** The wallet key, as far as a session may use it. */
export interface LoginSigner {
  /**
   * False if no key is stored, or if the user would have to sign elsewhere and has not asked to: no login is attempted then.
   * @param isAsked - the user wants to sign in now
   */
  isAvailable(isAsked: boolean): Promise<boolean>
  /**
   * EIP-191 signature of a text that the session has verified to be a login text. Errors: those of the key's store;
   * userDeclined; cancelled if the user canceled the signature.
   * @param signal - aborted when the signature is no longer needed
   */
  signLoginText(text: string, signal: AbortSignal): Promise<string>
}

// The public keys that this build accepts releases from.
//
// THE PRODUCTION LIST IS EMPTY: no release key has been created yet. A build with an empty list does not check for updates
// and shows why ("it has no release key"). `node scripts/release/make-release-key.ts` creates one and prints its entry for
// this list.
//
// Rotation. The app accepts a release signed by any key in its list that is not retired.
// 1. Create the next key, add its public half here beside the current one, and release. Sign that release and all following
// ones with both keys (STARKDESK_RELEASE_KEY, STARKDESK_RELEASE_KEY_NEXT).
// 2. Once enough installations have such a release, set `isRetired` on the old key and sign with the new one only. Older
// installations find no known signature, refuse the update and must be updated manually.
// Lost key: installations that know no other key must be updated manually. Therefore keep a second key here from the first
// release on, with its private half stored elsewhere, offline.
// Stolen key: whoever holds it and also controls the release server can publish updates. Immediately release a version with
// that key retired, signed by the other key. Until an installation has that version, only the platform's code signature
// protects it.

export interface ReleaseKey {
  /** The first 16 hex digits of the SHA-256 of the raw public key. */
  readonly id: string
  /** The 32 raw bytes of the Ed25519 public key, base64. */
  readonly publicKey: string
  /** First day of use, YYYY-MM-DD; releases dated earlier are refused. */
  readonly notBefore: string
  /** True once releases signed only by this key are no longer accepted. */
  readonly isRetired: boolean
}

export const productionKeys: readonly ReleaseKey[] = []

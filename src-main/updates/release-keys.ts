// Owns: the public keys that this build takes releases from. Must not: hold a private key.
//
// THE PRODUCTION LIST IS EMPTY: no release key has been made yet. A build with an empty list does not look for updates and says
// so ("it has no release key"). `node scripts/release/make-release-key.ts` makes one and prints the entry for this list.
//
// Rotation. The app takes a release that any key of its list has signed, unless that key is retired.
// 1. Make the next key; put its public half here beside the present one, and release. That release is signed by both keys
//    (STARKDESK_RELEASE_KEY, STARKDESK_RELEASE_KEY_NEXT), and so are those that follow.
// 2. When enough installations have passed such a release, set `isRetired` of the old key and sign with the new one alone.
//    An installation that slept through all of that finds no signature that it knows, refuses, and is installed by hand.
// A lost key: nobody can sign for installations that know no other; their users install the next version by hand. So keep a
// second key here from the first release on, and its private half elsewhere, offline.
// A stolen key: whoever has it and also controls the place of the releases can make updates. Release at once with it retired,
// signed by the other key; until an installation has that release, only the platform's signature protects it.

export interface ReleaseKey {
  /** The first 16 hex digits of the SHA-256 of the raw public key. */
  readonly id: string
  /** The 32 raw bytes of the Ed25519 public key, base64. */
  readonly publicKey: string
  /** The day the key came into use, YYYY-MM-DD: what says that it was released before is not taken. */
  readonly notBefore: string
  /** True from the release on that no longer takes what only this key has signed. */
  readonly isRetired: boolean
}

export const productionKeys: readonly ReleaseKey[] = []

// StarkWare's own library for the L2 key, the reference of the benches.
import { createRequire } from 'node:module'

/** What is used of the library; its own types name packages that are not installed. */
export interface BigNumber {
  toString(base: 16): string
}
interface StarkwareSignature {
  readonly r: BigNumber
  readonly s: BigNumber
}
interface StarkwareKey {
  getPublic(): { getX(): BigNumber }
}
interface StarkwareLibrary {
  readonly ec: { readonly n: BigNumber; keyFromPrivate(key: string, encoding: 'hex'): StarkwareKey }
  readonly keyDerivation: { grindKey(seed: string, limit: BigNumber): string }
  sign(key: StarkwareKey, msgHash: string): StarkwareSignature
  verify(key: StarkwareKey, msgHash: string, signature: StarkwareSignature): boolean
}

export const starkwareLibrary = createRequire(import.meta.url)(
  '@starkware-industries/starkware-crypto-utils',
) as StarkwareLibrary

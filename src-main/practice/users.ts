// Owns: the two practice users and their keys, a pure function of the seed. Must not: be used for real accounts: anyone
// who knows the seed knows these keys.
import { createHash } from 'node:crypto'
import { ethereumAddressOf } from '../signing/ethereum.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../signing/stark.ts'

export interface PracticeUser {
  /** 0 for Alice, 1 for Bob. */
  readonly index: number
  readonly name: string
  readonly username: string
  /** A string of digits, as in the facts, A9. */
  readonly customerId: string
  /** `ID` and ten hex digits, the form of the facts, A6. */
  readonly uid: string
  /** Checksummed (EIP-55). */
  readonly ethereumAddress: string
  /** 0x and 64 hex digits. */
  readonly ethereumPrivateKey: string
  /** 0x hex, unpadded; derived from the tanX mainnet text, the official connector's default (facts, A7). */
  readonly starkPrivateKey: string
  readonly starkKey: string
  readonly organizationKey: string
  readonly apiKey: string
}

const people = [
  { name: 'Alice Practice', username: 'alice', customerId: '27' },
  { name: 'Bob Practice', username: 'bob', customerId: '28' },
] as const

function digest(seed: number, username: string, what: string): string {
  return createHash('sha256').update(`starkdesk practice\n${seed}\n${username}\n${what}`).digest('hex')
}

function uuidFrom(hex: string): string {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}

/** The practice users of a seed, Alice first. The same seed gives the same keys on every machine. */
export function derivePracticeUsers(seed: number): PracticeUser[] {
  return people.map(({ name, username, customerId }, index) => {
    // The first nibble is cleared, so the number is below the order of secp256k1.
    const ethereumPrivateKey = `0x0${digest(seed, username, 'ethereum key').slice(1)}`
    const l2 = deriveStarkKeyPair(ethereumPrivateKey, l2KeyTexts.mainnet.tanx)
    return {
      index,
      name,
      username,
      customerId,
      uid: `ID${digest(seed, username, 'uid').slice(0, 10).toUpperCase()}`,
      ethereumAddress: ethereumAddressOf(ethereumPrivateKey),
      ethereumPrivateKey,
      starkPrivateKey: l2.privateKey,
      starkKey: l2.publicKey,
      organizationKey: uuidFrom(digest(seed, username, 'organization key')),
      apiKey: digest(seed, username, 'api key').slice(0, 40),
    }
  })
}

// The two practice users and their keys, a pure function of the seed. Not for real accounts: the seed reveals the keys.
import { createHash } from 'node:crypto'
import { ethereumAddressOf } from '../signing/ethereum.ts'
import { deriveStarkKeyPair, l2KeyTexts } from '../signing/stark.ts'

/** What a practice user signs and authenticates with. */
export interface PracticeWallet {
  readonly name: string
  /** Checksummed (EIP-55). */
  readonly ethereumAddress: string
  /** 0x and 64 hex digits. */
  readonly ethereumPrivateKey: string
  readonly organizationKey: string
  readonly apiKey: string
}

/** A practice user as the exchange stores it. */
export interface PracticeUser extends PracticeWallet {
  /** 0 for Alice, 1 for Bob. */
  readonly index: number
  readonly username: string
  /** A string of digits, as in the facts, A9. */
  readonly customerId: string
  /** `ID` and ten hex digits, the form of the facts, A6. */
  readonly uid: string
  /** 0x hex, unpadded; derived from the tanX mainnet text, the official connector's default (facts, A7). */
  readonly starkPrivateKey: string
  readonly starkKey: string
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

function deriveWallet(seed: number, { name, username }: (typeof people)[number]): PracticeWallet {
  // The first nibble is cleared, so the number is below the order of secp256k1.
  const ethereumPrivateKey = `0x0${digest(seed, username, 'ethereum key').slice(1)}`
  return {
    name,
    ethereumAddress: ethereumAddressOf(ethereumPrivateKey),
    ethereumPrivateKey,
    organizationKey: uuidFrom(digest(seed, username, 'organization key')),
    apiKey: digest(seed, username, 'api key').slice(0, 40),
  }
}

/** The practice users' wallets, Alice first. Derived on first use, because it takes a moment and most starts need none. */
export function practiceWallets(seed: number): () => readonly PracticeWallet[] {
  let wallets: readonly PracticeWallet[] | null = null
  return () => (wallets ??= people.map((person) => deriveWallet(seed, person)))
}

/** The practice users of a seed, Alice first. The same seed gives the same keys on every machine. */
export function derivePracticeUsers(seed: number): PracticeUser[] {
  return people.map((person, index) => {
    const { username, customerId } = person
    const wallet = deriveWallet(seed, person)
    const l2 = deriveStarkKeyPair(wallet.ethereumPrivateKey, l2KeyTexts.mainnet.tanx)
    return {
      ...wallet,
      index,
      username,
      customerId,
      uid: `ID${digest(seed, username, 'uid').slice(0, 10).toUpperCase()}`,
      starkPrivateKey: l2.privateKey,
      starkKey: l2.publicKey,
    }
  })
}

// BIP-39 phrases of the English list: parses and creates them and derives their Ethereum keys. Pure; randomness is passed in.
// No word or key is ever put into an error.
import { HDKey, HARDENED_OFFSET } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { computeAddress } from 'ethers/transaction'
import { AppError, type ErrorData } from '../../src-preload/domain/errors.ts'

/** Why a text is not a seed phrase. The renderer holds the wording. */
export type SeedPhraseFault = 'empty' | 'wrongCount' | 'unknownWord' | 'wrongChecksum'

/** The word counts that a phrase can have. Source: BIP-39, "Generating the mnemonic". */
export const seedPhraseWordCounts = [12, 15, 18, 21, 24] as const
/** Parent path of the addresses that every Ethereum wallet shows first. Source: BIP-44, SLIP-44. */
const accountPath = "m/44'/60'/0'/0"
/** Enough to find a wallet by looking; a longer list would be slow. */
export const maxListedAddresses = 100

function phraseFault(reason: SeedPhraseFault, facts: ErrorData = {}): AppError {
  return new AppError('validation', { field: 'seedPhrase', reason, ...facts })
}

/** Normalizes one word or the whole phrase to the list's spelling: NFKD, lowercase. */
function normalise(text: string): string {
  return text.normalize('NFKD').toLowerCase()
}

function splitWords(text: string): string[] {
  // Besides white space, splits at the two invisible separators that web pages put between words.
  return normalise(text)
    .split(/[\s\u200b\u2060]+/u)
    .filter((word) => word !== '')
}

const hex = (bytes: Uint8Array | null): string => `0x${Buffer.from(bytes ?? []).toString('hex')}`

/**
 * Reads a phrase that the user typed or pasted: 12, 15, 18, 21 or 24 words of the English list, in any case, with any white
 * space. Returns the words in lower case with one space between them.
 * Errors: validation { field: 'seedPhrase', reason: SeedPhraseFault }, with `count` (words found) for wrongCount and
 * `position` (of the first unknown word, from 1) for unknownWord; never a word.
 */
export function parseSeedPhrase(input: string): string {
  const words = splitWords(input)
  if (words.length === 0) throw phraseFault('empty')
  if (!seedPhraseWordCounts.some((count) => count === words.length)) {
    throw phraseFault('wrongCount', { count: words.length })
  }
  const unknown = words.findIndex((word) => !wordlist.includes(word))
  if (unknown !== -1) throw phraseFault('unknownWord', { position: unknown + 1 })
  if (!validateMnemonic(words.join(' '), wordlist)) throw phraseFault('wrongChecksum')
  return words.join(' ')
}

/**
 * Creates the phrase of some entropy: 16 bytes give 12 words, 32 bytes give 24.
 * @param entropy - from a cryptographic source; wiped by the caller
 * Errors: validation { field: 'entropy', reason: 'wrongLength' }.
 */
export function createSeedPhrase(entropy: Uint8Array): string {
  if (entropy.length !== 16 && entropy.length !== 32) {
    throw new AppError('validation', { field: 'entropy', reason: 'wrongLength' })
  }
  return entropyToMnemonic(entropy, wordlist)
}

/** The key at m/44'/60'/0'/0. Source: BIP-39, "From mnemonic to seed". */
function accountKeyOf(input: string, passphrase: string): HDKey {
  const phrase = parseSeedPhrase(input)
  if (!passphrase.isWellFormed()) {
    throw new AppError('validation', { field: 'passphrase', reason: 'notUnicode' })
  }
  return HDKey.fromMasterSeed(mnemonicToSeedSync(phrase, passphrase)).derive(accountPath)
}

function assertIndex(field: string, value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 0 || value > limit) {
    throw new AppError('validation', { field, reason: 'outOfRange' })
  }
}

export interface AddressRange {
  /** Index of the first address; 0 by default. */
  readonly start?: number
  /** Number of addresses, 1 to {@link maxListedAddresses}. */
  readonly count: number
  /** BIP-39 passphrase (the "25th word"), exactly as typed; most users have none. */
  readonly passphrase?: string
}

/**
 * The checksummed addresses m/44'/60'/0'/0/i of a phrase. Derived from the parent's public key: the addresses' private keys
 * are never created.
 * Errors: those of {@link parseSeedPhrase}; validation { field: 'start' | 'count' | 'passphrase' }.
 */
export function listSeedPhraseAddresses(phrase: string, range: AddressRange): string[] {
  const { start = 0, count, passphrase = '' } = range
  assertIndex('count', count - 1, maxListedAddresses - 1)
  assertIndex('start', start, HARDENED_OFFSET - count)
  const parent = accountKeyOf(phrase, passphrase).wipePrivateData()
  return Array.from({ length: count }, (_, offset) =>
    computeAddress(hex(parent.deriveChild(start + offset).publicKey)),
  )
}

/**
 * The Ethereum private key m/44'/60'/0'/0/index of a phrase: `0x` and 64 lowercase digits.
 * Errors: those of {@link parseSeedPhrase}; validation { field: 'index' | 'passphrase' }.
 */
export function deriveSeedPhraseKey(phrase: string, index: number, passphrase = ''): string {
  assertIndex('index', index, HARDENED_OFFSET - 1)
  return hex(accountKeyOf(phrase, passphrase).deriveChild(index).privateKey)
}

/**
 * Chooses the words of a new phrase for the backup check: `howMany` different positions from 1, in ascending order.
 * @param randomBelow - a whole number from 0 to below its argument, each equally likely
 */
export function chooseBackupCheckWords(
  wordCount: number,
  howMany: number,
  randomBelow: (limit: number) => number,
): number[] {
  if (!Number.isInteger(howMany) || howMany < 1 || howMany > wordCount) {
    throw new AppError('validation', { field: 'howMany', reason: 'outOfRange' })
  }
  const positions = Array.from({ length: wordCount }, (_, index) => index + 1)
  const chosen = Array.from({ length: howMany }, () => positions.splice(randomBelow(positions.length), 1))
  return chosen.flat().sort((one, other) => one - other)
}

/**
 * Checks the words that the user typed from the backup. Returns the requested positions whose answer is wrong or missing; an
 * empty list means that the backup is right.
 */
export function findWrongWords(
  phrase: string,
  positions: readonly number[],
  answers: readonly string[],
): number[] {
  const words = splitWords(phrase)
  return positions.filter((position, place) => {
    const answer = splitWords(answers[place] ?? '')
    return answer.length !== 1 || words[position - 1] === undefined || answer[0] !== words[position - 1]
  })
}

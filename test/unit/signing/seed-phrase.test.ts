// Phrases give the keys and addresses of every other wallet.
import { HDNodeWallet, Mnemonic } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chooseBackupCheckWords,
  createSeedPhrase,
  deriveSeedPhraseKey,
  findWrongWords,
  listSeedPhraseAddresses,
  parseSeedPhrase,
} from '../../../src-main/signing/seed-phrase.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { bip39Vectors } from '../../vectors/hd-wallet-vectors.ts'

const junk = `${'test '.repeat(11)}junk`
const about = `${'abandon '.repeat(11)}about`
const accountPath = "m/44'/60'/0'/0"
/** The first index of the hardened half (BIP-32). */
const hardened = 0x80000000

function caught(run: () => unknown): AppError {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const reason = (input: string): unknown => caught(() => parseSeedPhrase(input)).data
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const entropies = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
const newEntropies = fc
  .constantFrom(16, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))

describe('reading a phrase that a person typed', () => {
  test.each(bip39Vectors)('accepts the official phrase of $entropy', ({ phrase }) => {
    expect(parseSeedPhrase(phrase)).toBe(phrase)
  })

  test('accepts any case, any white space and full-width letters', () => {
    expect(
      parseSeedPhrase(`\ufeff\n  ${about.toUpperCase().replaceAll(' ', ' \t\r\n\u00a0\u3000')} \u200b`),
    ).toBe(about)
    const fullWidth = about.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
    expect(parseSeedPhrase(fullWidth)).toBe(about)
  })

  test('accepts what ethers makes of any entropy, in all five lengths', () => {
    fc.assert(
      fc.property(entropies, (entropy) => {
        const { phrase } = Mnemonic.fromEntropy(entropy)
        expect(parseSeedPhrase(phrase)).toBe(phrase)
      }),
      { numRuns: 200, verbose: true },
    )
  })

  test('tells an empty input and a wrong number of words', () => {
    expect(reason(' \n ')).toEqual({ field: 'seedPhrase', reason: 'empty' })
    for (const count of [1, 11, 13, 16, 23, 25, 48]) {
      const input = Array.from({ length: count }, () => 'abandon').join(' ')
      expect(reason(input)).toEqual({ field: 'seedPhrase', reason: 'wrongCount', count })
    }
  })

  test('tells the position of the first word that is not in the list, and never the word', () => {
    const words = about.split(' ')
    for (const position of [1, 7, 12]) {
      const typed = words.with(position - 1, 'hunter2secret').join(' ')
      const error = caught(() => parseSeedPhrase(typed))
      expect(error.data).toEqual({ field: 'seedPhrase', reason: 'unknownWord', position })
      expect(`${error.message} ${error.stack ?? ''} ${String(error.cause)}`).not.toContain('hunter2secret')
    }
  })

  test('does not take a prefix, a word of another list, or a word with an accent for one of the list', () => {
    for (const word of ['aban', 'abandonn', 'ábandon', 'abeille', '__proto__', 'constructor', '1']) {
      expect(reason(`${word} ${about.slice(8)}`)).toMatchObject({ reason: 'unknownWord', position: 1 })
    }
  })

  test('tells a wrong checksum: words in another order, or another last word', () => {
    expect(reason('abandon '.repeat(12))).toEqual({ field: 'seedPhrase', reason: 'wrongChecksum' })
    expect(reason(`junk ${'test '.repeat(11)}`)).toEqual({ field: 'seedPhrase', reason: 'wrongChecksum' })
  })

  test('agrees with ethers on which phrases are right, for random words of the list', () => {
    const list = Mnemonic.fromPhrase(about).wordlist
    const phrases = fc
      .array(
        fc.nat({ max: 2047 }).map((index) => list.getWord(index)),
        { minLength: 12, maxLength: 12 },
      )
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(phrases, (phrase) => {
        const isRight = Mnemonic.isValidMnemonic(phrase)
        if (isRight) expect(parseSeedPhrase(phrase)).toBe(phrase)
        else expect(reason(phrase)).toEqual({ field: 'seedPhrase', reason: 'wrongChecksum' })
      }),
      { numRuns: 300, verbose: true },
    )
  })
})

describe('the addresses and keys of a phrase', { timeout: 60_000 }, () => {
  test('are those that every wallet shows for the phrases everybody knows', () => {
    expect(listSeedPhraseAddresses(junk, { count: 3 })).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ])
    expect(deriveSeedPhraseKey(junk, 0)).toBe(
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    )
    expect(listSeedPhraseAddresses(about, { count: 1 })).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    ])
  })

  test.each(bip39Vectors)(
    'come from the official seed of $entropy, passphrase and all',
    ({ phrase, seed }) => {
      const wallet = HDNodeWallet.fromSeed(bytes(seed)).derivePath(accountPath)
      expect(deriveSeedPhraseKey(phrase, 3, 'TREZOR')).toBe(wallet.deriveChild(3).privateKey)
    },
  )

  test('are those of ethers for any phrase, index and passphrase', () => {
    const passphrases = fc.string({ unit: 'grapheme', maxLength: 20 })
    fc.assert(
      fc.property(entropies, passphrases, fc.nat({ max: hardened - 3 }), (entropy, passphrase, start) => {
        const mnemonic = Mnemonic.fromEntropy(entropy, passphrase)
        const wallet = HDNodeWallet.fromMnemonic(mnemonic, accountPath)
        const theirs = [0, 1].map((offset) => wallet.deriveChild(start + offset))
        const range = { start, count: 2, passphrase }
        expect(listSeedPhraseAddresses(mnemonic.phrase, range)).toEqual(theirs.map(({ address }) => address))
        expect(deriveSeedPhraseKey(mnemonic.phrase, start, passphrase)).toBe(theirs[0]?.privateKey)
      }),
      { numRuns: 25, verbose: true },
    )
  })

  test('do not depend on how the passphrase composes its accents, but on its case and spaces', () => {
    const first = (passphrase: string) => listSeedPhraseAddresses(junk, { count: 1, passphrase })
    expect(first('caf\u00e9')).toEqual(first('cafe\u0301'))
    expect(first('a')).not.toEqual(first('A'))
    expect(first('a')).not.toEqual(first('a '))
  })

  test('are refused for an index or a count that makes no sense', () => {
    for (const index of [-1, 0.5, hardened, NaN]) {
      expect(caught(() => deriveSeedPhraseKey(junk, index)).data).toMatchObject({ field: 'index' })
    }
    for (const count of [0, 101, 1.5]) {
      expect(caught(() => listSeedPhraseAddresses(junk, { count })).data).toMatchObject({ field: 'count' })
    }
    expect(caught(() => listSeedPhraseAddresses(junk, { start: hardened, count: 1 })).data).toMatchObject({
      field: 'start',
    })
    expect(caught(() => deriveSeedPhraseKey(junk, 0, '\ud83d')).data).toMatchObject({ field: 'passphrase' })
  })
})

describe('making a new phrase and checking its backup', () => {
  test.each(bip39Vectors.filter(({ entropy }) => entropy.length !== 48))(
    'makes the official phrase of $entropy',
    ({ entropy, phrase }) => {
      expect(createSeedPhrase(bytes(entropy))).toBe(phrase)
    },
  )

  test('makes a phrase that can be read back, 12 or 24 words', () => {
    fc.assert(
      fc.property(newEntropies, (entropy) => {
        const phrase = createSeedPhrase(entropy)
        expect(parseSeedPhrase(phrase)).toBe(phrase)
        expect(phrase).toBe(Mnemonic.entropyToPhrase(entropy))
      }),
      { numRuns: 100, verbose: true },
    )
  })

  test.each([0, 15, 20, 31, 33, 64])('refuses entropy of %i bytes', (length) => {
    expect(caught(() => createSeedPhrase(new Uint8Array(length))).data).toMatchObject({ field: 'entropy' })
  })

  test('asks for different words in ascending order, and can ask for each of them', () => {
    const seen = new Set<number>()
    fc.assert(
      fc.property(
        fc.constantFrom(12, 24),
        fc.integer({ min: 1, max: 12 }),
        fc.infiniteStream(fc.nat()),
        (words, howMany, numbers) => {
          const randomBelow = (limit: number): number => Number(numbers.next().value) % limit
          const positions = chooseBackupCheckWords(words, howMany, randomBelow)
          expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other))
          expect(positions).toHaveLength(howMany)
          expect(positions.every((position) => position >= 1 && position <= words)).toBe(true)
          for (const position of positions) seen.add(position)
        },
      ),
      { numRuns: 200, verbose: true },
    )
    expect(seen.size).toBe(24)
    expect(caught(() => chooseBackupCheckWords(12, 13, () => 0)).data).toMatchObject({ field: 'howMany' })
  })

  test('accepts the right words as people type them and names the positions of the others', () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    expect(findWrongWords(phrase, [2, 5, 12], [' Winner', 'WAVE ', 'yellow'])).toEqual([])
    expect(findWrongWords(phrase, [2, 5, 12], ['wave', 'winner', 'yellow'])).toEqual([2, 5])
    expect(findWrongWords(phrase, [2, 5, 12], ['winner'])).toEqual([5, 12])
    expect(findWrongWords(phrase, [2, 13], ['', ''])).toEqual([2, 13])
    expect(findWrongWords(phrase, [2], ['winner thank'])).toEqual([2])
  })
})

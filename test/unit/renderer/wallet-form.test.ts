// Wrong input of an account and its wallet gets its sentence before anything is sent, and that main refuses it for the same
// reason.
import { describe, expect, it } from 'vitest'
import { parseBaseUrl } from '../../../src-main/exchange/base-url.ts'
import { parseEthereumPrivateKey } from '../../../src-main/signing/ethereum.ts'
import type { KeystoreFault } from '../../../src-main/signing/keystore-format.ts'
import { parseSeedPhrase } from '../../../src-main/signing/seed-phrase.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { describeField } from '../../../src-renderer/text/errors/describe-field.ts'
import { checkAccountForm, checkWallet } from '../../../src-renderer/shell/page/wallet-form.ts'

const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

const privateKey = (ethereumPrivateKey: string) => ({ kind: 'privateKey', ethereumPrivateKey }) as const
const good = { label: 'Mine', network: 'mainnet', baseUrl: '' } as const

/** The reason for which main refuses; null where it does not. */
function reasonInMain(run: () => unknown): string | null {
  try {
    run()
    return null
  } catch (error) {
    if (!isAppError(error, 'validation')) throw error
    return String(error.data['reason'])
  }
}

describe('a private key', () => {
  it.each([
    ['', 'empty'],
    ['0x', 'wrongLength'],
    ['0x12', 'wrongLength'],
    ['1'.repeat(63), 'wrongLength'],
    [`${'1'.repeat(63)}g`, 'notHex'],
    ['0'.repeat(64), 'outOfRange'],
    [order, 'outOfRange'],
    ['0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'looksLikeAddress'],
    ['test test test test test test test test test test test junk', 'looksLikePhrase'],
    ['ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar', 'looksLikePhrase'],
  ])('such as "%s" is refused by page and main alike: %s', (text, reason) => {
    expect(reasonInMain(() => parseEthereumPrivateKey(text))).toBe(reason)
    expect(checkWallet(privateKey(text))).toEqual({
      ethereumPrivateKey: describeField('ethereumPrivateKey', reason),
    })
  })

  it('is taken with and without 0x, in any case, with spaces around it, up to the last of the group', () => {
    const last = `${order.slice(0, -1)}0`
    for (const text of [
      '1'.repeat(64),
      `0x${'aB'.repeat(32)}`,
      `  ${'1'.repeat(64)}\n`,
      last,
      '1'.padStart(64, '0'),
    ]) {
      expect(checkWallet(privateKey(text))).toEqual({})
      expect(reasonInMain(() => parseEthereumPrivateKey(text))).toBeNull()
    }
  })
})

describe('a base URL', () => {
  const texts = [
    '',
    '   ',
    'api.example.com',
    'not a url',
    'ftp://api.example.com',
    'http://api.example.com',
    'http://192.168.1.4:8000',
    'https://user:secret@api.example.com',
    'https://api.example.com/?a=1',
    'https://api.example.com/#x',
    'https://api.example.com?',
    'https://api.example.com',
    ' https://api.example.com/gateway/ ',
    'http://127.0.0.1:8787',
    'http://localhost:8787',
    'http://[::1]:8787',
    'http://127.0.0.1.evil.example',
  ]

  it.each(texts)('"%s" gets the same answer here and in main', (text) => {
    const reason = reasonInMain(() => parseBaseUrl(text))
    const sentence = checkAccountForm({ ...good, network: 'custom', baseUrl: text }).baseUrl
    expect(sentence).toBe(reason === null ? undefined : describeField('baseUrl', reason))
  })
})

describe('a seed phrase', () => {
  const phrase = 'test test test test test test test test test test test junk'
  const faultsOf = (text: string, index: number | null, passphrase = '') =>
    checkWallet({ kind: 'seedPhrase', phrase: text, passphrase, index })

  it('is needed, and so is one of its addresses', () => {
    expect(faultsOf(' \n', null)).toEqual({ seedPhrase: describeField('seedPhrase', 'empty') })
    expect(faultsOf('word '.repeat(81), 0)).toEqual({ seedPhrase: describeField('seedPhrase', 'tooLong') })
    expect(faultsOf(phrase, null)).toEqual({ address: describeField('address', 'missing') })
    expect(faultsOf(`\n${phrase.replaceAll(' ', '\n')}\n`, 3)).toEqual({})
  })

  it('can have a passphrase of any characters, up to a length', () => {
    expect(faultsOf(phrase, 0, ' Ünd \u{1F600} ')).toEqual({})
    expect(faultsOf(phrase, 0, 'x'.repeat(256))).toEqual({})
    expect(faultsOf(phrase, 0, 'x'.repeat(257))).toEqual({
      passphrase: describeField('passphrase', 'tooLong'),
    })
  })

  it('that main refuses has words for each reason, with the place of an unknown word', () => {
    const words = (text: string): string => {
      try {
        parseSeedPhrase(text)
        return ''
      } catch (error) {
        if (!isAppError(error, 'validation')) throw error
        return describeField(String(error.data['field']), String(error.data['reason']), error.data)
      }
    }
    expect(words('')).toMatch(/Enter the seed phrase/)
    expect(words('test')).toMatch(/12, 15, 18, 21 or 24 words; this one has 1\./)
    expect(words('test test')).toMatch(/this one has 2\.$/)
    expect(words(phrase.replace('junk', 'secretword'))).toMatch(/^Word 12 is not/)
    expect(words(phrase.replace('junk', 'secretword'))).not.toContain('secretword')
    expect(words(phrase.replace('junk', 'test'))).toMatch(/check.*fails/)
    expect(words(phrase)).toBe('')
  })
})

describe('a keystore file', () => {
  const faultsOf = (file: string | null, password: string) =>
    checkWallet({ kind: 'keystore', file, password })

  it('is needed, while its password may be empty', () => {
    expect(faultsOf(null, '')).toEqual({ keystore: describeField('keystore', 'missing') })
    expect(faultsOf('{}', '')).toEqual({})
    expect(Object.keys(faultsOf('{}', 'x'.repeat(1025)))).toEqual(['password'])
  })

  it('that main refuses has a sentence of its own for each reason', () => {
    const reasons: Record<KeystoreFault | 'missing' | 'unreadable' | 'otherWallet', true> = {
      tooLarge: true,
      notJson: true,
      notKeystore: true,
      unsupportedVersion: true,
      unsupportedKdf: true,
      unsupportedCipher: true,
      tooCostly: true,
      notAKey: true,
      addressMismatch: true,
      missing: true,
      unreadable: true,
      otherWallet: true,
    }
    const sentences = Object.keys(reasons).map((reason) => describeField('keystore', reason))
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentences).not.toContain(describeField('keystore', 'unheardOf'))
    expect(describeField('password', 'wrongPassword')).toMatch(/password is wrong/)
  })
})

describe('an L2 key', () => {
  const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
  const faultsOf = (ethereumAddress: string, starkPrivateKey: string) =>
    checkWallet({ kind: 'starkKey', ethereumAddress, starkPrivateKey })

  it('is needed, and so is the address of its wallet', () => {
    expect(faultsOf('', ' ')).toEqual({
      ethereumAddress: describeField('ethereumAddress', 'empty'),
      starkPrivateKey: describeField('starkPrivateKey', 'empty'),
    })
    expect(faultsOf(address.slice(0, -1), '0x1')).toEqual({
      ethereumAddress: describeField('ethereumAddress', 'notAddress'),
    })
    expect(faultsOf(` ${address}\n`, '0x1')).toEqual({})
  })
})

describe('the form of an account', () => {
  it('can be sent when all is well, and needs a base URL only for a service of one’s own', () => {
    expect(checkAccountForm(good)).toEqual({})
    expect(Object.keys(checkAccountForm({ ...good, network: 'custom' }))).toEqual(['baseUrl'])
  })

  it('has a sentence for every wrong field at once', () => {
    const found = checkAccountForm({ label: ' ', network: 'custom', baseUrl: 'x' })
    expect(Object.keys(found)).toEqual(['label', 'baseUrl'])
  })
})

describe('what is wrong with a key', () => {
  it('is said without repeating it', () => {
    const secret = 'deadbeef'
    const found = checkWallet(privateKey(secret))
    expect(Object.keys(found)).toEqual(['ethereumPrivateKey'])
    expect(JSON.stringify(found)).not.toContain(secret)
  })
})

// Text for invalid form fields, by the rule that the value breaks.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import type {
  BaseUrlFault,
  LabelFault,
  PrivateKeyFault,
} from '../../../src-preload/domain/accounts/wallet-input.ts'
import { describeOrderRefusal } from './describe-order-refusal.ts'
import { aside, fact } from './error-facts.ts'
import { describeKeystore, describePhraseAddress, describeSeedPhrase } from '../import-text.ts'
import { describeAddress, describePassphrase, describeSignature, describeStarkKey } from '../key-text.ts'
import { describeTradingField } from '../trading-field-text.ts'
import { describeTransferField } from '../transfers/transfer-field-text.ts'

/** Private key errors by broken rule. */
const keyReasons: Readonly<Record<PrivateKeyFault | 'otherWallet', string>> = {
  empty: 'Enter the private key.',
  notHex: 'Use only the digits 0 to 9 and the letters a to f, with or without 0x.',
  wrongLength: 'Enter exactly 64 hexadecimal digits, with or without 0x.',
  outOfRange: 'This number is out of range for a private key.',
  looksLikeAddress: 'This is an address, not a private key. A private key has 64 hexadecimal digits.',
  looksLikePhrase: 'This is a seed phrase. Choose “Seed phrase” above.',
  otherWallet: 'This key belongs to another wallet. To use that wallet too, add it as an account.',
}

/** Base URL errors by broken rule. */
const urlReasons: Readonly<Record<BaseUrlFault, string>> = {
  empty: 'Enter the exchange’s API address.',
  notUrl: 'Enter a web address, such as https://api.example.com.',
  notHttp: 'The address must start with https://.',
  notHttps:
    'The address must start with https://. Plain http:// works only for this computer (127.0.0.1 or localhost).',
  hasCredentials: 'The address can’t contain a user name or a password.',
  hasQuery: 'The address can’t contain a question mark or anything after it.',
  hasFragment: 'The address can’t contain # or anything after it.',
}

const labelReasons: Readonly<Record<LabelFault | 'otherAccount', string>> = {
  empty: 'Enter a name for the account.',
  tooLong: 'Use at most 60 characters.',
  otherAccount: 'The name doesn’t match.',
}

/** Vault and keystore password errors by broken rule. */
const passwordReasons: Readonly<Record<string, string>> = {
  tooShort: 'Use at least 8 characters.',
  tooLong: 'Use at most 1024 bytes.',
  wrongPassword: 'The password is wrong, or the file is damaged. Passwords are case-sensitive.',
  empty: 'Enter the password.',
  notSame: 'The passwords don’t match.',
  notText: 'The password contains an invalid character. Type it again.',
  // The keystore's name for the same error.
  notUnicode: 'The password contains an invalid character. Type it again.',
}

/** Market list errors by broken rule. */
const marketReasons: Readonly<Record<string, string>> = {
  listed: 'This market is already in the list.',
  full: 'The list is full: 100 markets.',
  last: 'The list needs at least one market.',
}

function lookUp(table: Readonly<Record<string, string>>, reason: string, otherwise: string): string {
  return Object.hasOwn(table, reason) ? (table[reason] ?? otherwise) : otherwise
}

/** One sentence about an invalid form field. */
export function describeField(field: string, reason: string, data: ErrorData = {}): string {
  if (reason === 'usedBefore')
    return 'The exchange sent a message to sign that was used before, so nothing was signed.'
  // Of an order: its market names the decimals. A transfer's are always those of USDC.
  if (field === 'amount' && reason === 'tooManyDecimals' && data['decimals'] !== undefined)
    return describeTradingField(field, reason, data)
  switch (field) {
    case 'ethereumPrivateKey':
      return lookUp(
        keyReasons,
        reason,
        'This is not an Ethereum private key: 64 hexadecimal digits, with or without 0x.',
      )
    case 'baseUrl':
      return lookUp(urlReasons, reason, 'This API address is invalid.')
    case 'market':
      return lookUp(marketReasons, reason, 'This is not a market symbol.')
    case 'markets':
      return 'The market list has changed, so its order was not saved.'
    case 'label':
      return lookUp(labelReasons, reason, 'This name is invalid.')
    case 'seedPhrase':
      return describeSeedPhrase(reason, data)
    case 'address':
      return describePhraseAddress(reason)
    case 'keystore':
      return describeKeystore(reason)
    case 'passphrase':
      return describePassphrase(reason)
    case 'ethereumAddress':
      return describeAddress(reason)
    case 'starkPrivateKey':
      return describeStarkKey(reason)
    case 'signature':
      return describeSignature(reason)
    case 'oldPassword':
    case 'newPassword':
    case 'password':
      return lookUp(passwordReasons, reason, 'This password is invalid.')
    case 'organizationKey':
    case 'apiKey':
    case 'amount':
    case 'reference':
    case 'recipient':
    case 'acknowledged':
    case 'transfer':
    case 'signature.r':
    case 'signature.s':
    case 'msgHash':
    case 'nonce':
      return describeTransferField(field, reason)
    case 'ticket':
    case 'price':
    case 'stopPrice':
    case 'trading':
      return describeTradingField(field, reason, data)
    case 'order':
    case 'lowest':
    case 'highest':
    case 'quote':
    case 'largestOrder':
    case 'largestSum':
    case 'ordersPerMinute':
    case 'openOrders':
    case 'bandPercent':
    case 'minutes':
      return describeOrderRefusal(reason, data) ?? `The value of ${field} is invalid${aside(reason)}.`
    case 'drawings':
      return reason === 'fullInAll'
        ? 'You have reached the limit of 5,000 lines and notes. Remove some first.'
        : 'You have reached the limit of 200 lines and notes for this market. Remove some first.'
    case 'export':
      return 'Another file is being saved. Wait until it is done.'
    case 'alerts':
      return 'You have reached the limit of 200 price alerts. Remove some first.'
    case 'png':
      return reason === 'notPng'
        ? 'The chart could not be turned into an image.'
        : 'The image is too large. Make the window smaller and try again.'
    case 'timeZone':
      return 'Starkdesk doesn’t know this time zone.'
    default:
      return `The value of ${field === '' ? 'a field' : field} is invalid${aside(reason)}.`
  }
}

/** What main found wrong with a field of a form, as a sentence; undefined for any other error. */
export function findFieldFault({ code, data }: ErrorReport, field: string): string | undefined {
  if (code !== 'validation' || data['field'] !== field) return undefined
  return describeField(field, fact(data, 'reason'), data)
}

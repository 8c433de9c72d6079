// Text for invalid form fields, by the rule that the value breaks.
import type { ErrorData } from '../../../src-preload/domain/errors.ts'
import type { BaseUrlFault, LabelFault, PrivateKeyFault } from '../../../src-preload/domain/wallet-input.ts'
import { describeOrderRefusal } from './describe-order-refusal.ts'
import { aside } from './error-facts.ts'
import { describeKeystore, describePhraseAddress, describeSeedPhrase } from '../import-text.ts'
import { describeAddress, describePassphrase, describeSignature, describeStarkKey } from '../key-text.ts'
import { describeTradingField } from '../trading-field-text.ts'
import { describeTransferField } from '../transfers/transfer-field-text.ts'

/** Private key errors by broken rule. */
const keyReasons: Readonly<Record<PrivateKeyFault | 'otherWallet', string>> = {
  empty: 'The private key is missing.',
  notHex: 'A private key has only the digits 0 to 9 and the letters a to f, with or without 0x in front.',
  wrongLength: 'A private key has exactly 64 hexadecimal digits, with or without 0x in front.',
  outOfRange: 'This number is outside the range of Ethereum private keys, so no wallet can have it.',
  looksLikeAddress: 'This is an address, which is public. The private key is longer: 64 hexadecimal digits.',
  looksLikePhrase:
    'This is a seed phrase. Choose “Seed phrase” above to use it; a private key has 64 hexadecimal digits.',
  otherWallet:
    'This is the key of another wallet than that of this account. To use that wallet too, add it as an account.',
}

/** Base URL errors by broken rule. */
const urlReasons: Readonly<Record<BaseUrlFault, string>> = {
  empty: 'The address of the service is missing.',
  notUrl: 'This is not a web address. One looks like https://api.example.com.',
  notHttp: 'The address must begin with https://.',
  notHttps:
    'The address must begin with https://. Plain http:// is accepted only for this computer (127.0.0.1 or localhost).',
  hasCredentials: 'The address must not contain a user name or a password.',
  hasQuery: 'The address must not contain a question mark or what follows one.',
  hasFragment: 'The address must not contain # or what follows it.',
}

const labelReasons: Readonly<Record<LabelFault | 'otherAccount', string>> = {
  empty: 'The account needs a name.',
  tooLong: 'The name can have 60 characters at most.',
  otherAccount: 'This is not the name of the account.',
}

/** Vault and keystore password errors by broken rule. */
const passwordReasons: Readonly<Record<string, string>> = {
  tooShort: 'The password needs at least 8 characters.',
  tooLong: 'The password is too long: 1024 bytes are the limit.',
  wrongPassword:
    'The file does not open with this password. Capitals count. A file that was damaged looks the same.',
  empty: 'The password is missing.',
  notSame: 'The two passwords differ.',
  notText: 'The password contains a broken character. Type it again.',
  // The keystore's name for the same error.
  notUnicode: 'The password contains a broken character. Type it again.',
}

/** Market list errors by broken rule. */
const marketReasons: Readonly<Record<string, string>> = {
  listed: 'This market is in the list already.',
  full: 'The list has 100 markets, which is the most that it can hold.',
  last: 'This is the last market of the list, which keeps at least one.',
}

function lookUp(table: Readonly<Record<string, string>>, reason: string, otherwise: string): string {
  return Object.hasOwn(table, reason) ? (table[reason] ?? otherwise) : otherwise
}

/** One sentence about an invalid form field. */
export function describeField(field: string, reason: string, data: ErrorData = {}): string {
  if (reason === 'usedBefore')
    return 'The exchange gave a number to sign that was used before, so nothing was signed.'
  // Of an order: its market names the decimals. A transfer's are always those of USDC.
  if (field === 'amount' && reason === 'tooManyDecimals' && data['decimals'] !== undefined)
    return describeTradingField(field, reason, data)
  switch (field) {
    case 'ethereumPrivateKey':
      return lookUp(
        keyReasons,
        reason,
        'This is not an Ethereum private key: 64 hexadecimal digits, with or without 0x in front.',
      )
    case 'baseUrl':
      return lookUp(urlReasons, reason, 'This address of the service cannot be used.')
    case 'market':
      return lookUp(marketReasons, reason, 'This is no symbol of a market.')
    case 'markets':
      return 'The list of markets has changed meanwhile, so its order was left as it is.'
    case 'label':
      return lookUp(labelReasons, reason, 'This name cannot be used.')
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
      return lookUp(passwordReasons, reason, 'This password cannot be used.')
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
      return describeOrderRefusal(reason, data) ?? `The value of ${field} cannot be used${aside(reason)}.`
    case 'drawings':
      return reason === 'fullInAll'
        ? 'There are 5,000 lines and notes on all markets, and that is the most. Remove some to make room.'
        : 'This market has 200 lines and notes, and that is the most. Remove some to make room.'
    case 'export':
      return 'Another file is being written. One is written at a time.'
    case 'alerts':
      return 'There are 200 price alerts, and that is the most. Remove some to make room.'
    case 'png':
      return reason === 'notPng'
        ? 'The chart could not be made a picture.'
        : 'The picture is larger than Starkdesk saves. Make the window smaller and try again.'
    case 'timeZone':
      return 'This time zone is not known to Starkdesk.'
    default:
      return `The value of ${field === '' ? 'a field' : field} cannot be used${aside(reason)}.`
  }
}

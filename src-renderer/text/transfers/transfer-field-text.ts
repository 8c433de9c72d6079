// Text for invalid values of an internal transfer, by broken rule (src-main/exchange/endpoints/rules.ts).

/** Transfer values with their own rules. */
export type TransferField =
  | 'organizationKey'
  | 'apiKey'
  | 'amount'
  | 'reference'
  | 'recipient'
  | 'acknowledged'
  | 'transfer'
  | 'signature.r'
  | 'signature.s'
  | 'msgHash'
  | 'nonce'

interface FieldWords {
  readonly reasons: Readonly<Record<string, string>>
  /** For an unknown rule. */
  readonly otherwise: string
}

function serviceKeyWords(name: string): FieldWords {
  return {
    reasons: {
      empty: `Enter the ${name}.`,
      notKey: `The ${name} contains a space or an invalid character. Copy it again.`,
    },
    otherwise: `This ${name} is invalid.`,
  }
}

/** Values from the service or from Starkdesk, not typed by the user. */
function madeWords(name: string, reason: string, fault: string): FieldWords {
  return {
    reasons: { [reason]: `The ${name} of this transfer ${fault}.` },
    otherwise: `The ${name} of this transfer is invalid.`,
  }
}

const noHex = 'is not a hexadecimal number that begins with 0x'

const words: Readonly<Record<TransferField, FieldWords>> = {
  organizationKey: serviceKeyWords('organization key'),
  apiKey: serviceKeyWords('API key'),
  amount: {
    reasons: {
      notAmount: 'Enter a number such as 25 or 25.5, without sign or spaces.',
      zero: 'Enter an amount above zero.',
      tooManyDecimals: 'Use at most 6 decimals.',
      overTransferLimit: 'This is more than your limit per transfer.',
      overDayLimit: 'This would exceed your limit per 24 hours.',
      overFree: 'This is more than is available.',
      overBalance: 'This is more than the balance.',
    },
    otherwise: 'This amount is invalid.',
  },
  reference: {
    reasons: {
      empty: 'Enter a reference.',
      tooLong: 'Use at most 255 characters.',
      notAllowed: 'A reference can’t contain a slash, a backslash or a control character.',
      reserved: 'This reference is reserved by the exchange. Choose another one.',
      notOwn: 'Use only letters, digits, hyphens and underscores.',
      taken: 'This account has already used this reference.',
    },
    otherwise: 'This reference is invalid.',
  },
  recipient: {
    reasons: {
      empty: 'Enter the recipient’s address.',
      notAddress: 'Enter an address: 0x and 40 hexadecimal digits.',
      wrongChecksum: 'The address’s checksum fails, so a character may be wrong. Copy it again.',
      ownAddress: 'This is the address of this account. You can’t send to yourself.',
    },
    otherwise: 'This address is invalid.',
  },
  acknowledged: {
    reasons: { missing: 'A warning about the recipient was not confirmed; it may be new.' },
    otherwise: 'A warning about the recipient was not confirmed.',
  },
  transfer: {
    reasons: {
      busy: 'A step of this transfer is already running.',
      usedElsewhere:
        'The exchange already has a completed or different transfer under this reference. Nothing was signed. Check its status.',
      journalRestored:
        'The transfer journal was restored after damage, so transfers may be missing from the list. Nothing is signed until you check your transfers. Choose “New transfer” to do so.',
      notInState: 'This transfer has moved on, so this action is no longer possible.',
    },
    otherwise: 'This action is not possible for this transfer.',
  },
  'signature.r': madeWords('first half of the signature', 'notHex', noHex),
  'signature.s': madeWords('second half of the signature', 'notHex', noHex),
  msgHash: madeWords('message hash', 'notHex', noHex),
  nonce: madeWords('nonce', 'outOfRange', 'is out of range'),
}

/** One sentence about an invalid transfer value. */
export function describeTransferField(field: TransferField, reason: string): string {
  const { reasons, otherwise } = words[field]
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? otherwise) : otherwise
}

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
      empty: `The ${name} is missing.`,
      notKey: `The ${name} contains a space or a character that no such key has. Copy it again.`,
    },
    otherwise: `This ${name} cannot be used.`,
  }
}

/** Values from the service or from Starkdesk, not typed by the user. */
function madeWords(name: string, reason: string, fault: string): FieldWords {
  return {
    reasons: { [reason]: `The ${name} of this transfer ${fault}.` },
    otherwise: `The ${name} of this transfer cannot be used.`,
  }
}

const noHex = 'is no number in hexadecimal digits after 0x'

const words: Readonly<Record<TransferField, FieldWords>> = {
  organizationKey: serviceKeyWords('organization key'),
  apiKey: serviceKeyWords('API key'),
  amount: {
    reasons: {
      notAmount: 'The amount must be a number such as 25 or 25.5, without a sign and without spaces.',
      zero: 'The amount must be more than zero.',
      tooManyDecimals: 'USDC has six decimals at most. This amount has more.',
      overTransferLimit: 'The amount is more than your own limit for one transfer.',
      overDayLimit: 'With this amount, more than your own limit would be sent within 24 hours.',
      overFree: 'This is more than is free.',
      overBalance: 'This is more than the balance.',
    },
    otherwise: 'This amount cannot be used.',
  },
  reference: {
    reasons: {
      empty: 'The reference is missing.',
      tooLong: 'The reference can have 255 characters at most.',
      notAllowed: 'The reference must not contain a slash, a backslash or a control character.',
      reserved: 'This reference is a word of the service’s own addresses. Choose another one.',
      notOwn: 'A reference that is sent from here has letters, digits, hyphens and underscores only.',
      taken: 'This account has used this reference before.',
    },
    otherwise: 'This reference cannot be used.',
  },
  recipient: {
    reasons: {
      empty: 'The address of the recipient is missing.',
      notAddress: 'An address has 0x and exactly 40 hexadecimal digits.',
      wrongChecksum:
        'The capitals in this address carry a check, and it fails: a character may be wrong. Copy it again from where it comes from.',
      ownAddress: 'This is the address of this account. Nothing can be sent to oneself.',
    },
    otherwise: 'This address cannot be used.',
  },
  acknowledged: {
    reasons: { missing: 'A warning about the recipient was not acknowledged; it may be new.' },
    otherwise: 'A warning about the recipient was not acknowledged.',
  },
  transfer: {
    reasons: {
      busy: 'Something of this transfer is under way already.',
      usedElsewhere:
        'The service has a transfer under this reference that is done, or another than this one. Nothing was signed. Look it up.',
      journalRestored:
        'The journal of transfers was restored after damage, so some that were made may be missing from the list. Nothing is signed until you have looked at your transfers. Choose “New transfer” to do so.',
      notInState: 'This transfer has moved on, and this can no longer be done with it.',
    },
    otherwise: 'This cannot be done with this transfer.',
  },
  'signature.r': madeWords('first half of the signature', 'notHex', noHex),
  'signature.s': madeWords('second half of the signature', 'notHex', noHex),
  msgHash: madeWords('message hash', 'notHex', noHex),
  nonce: madeWords('nonce', 'outOfRange', 'is outside its range'),
}

/** One sentence about an invalid transfer value. */
export function describeTransferField(field: TransferField, reason: string): string {
  const { reasons, otherwise } = words[field]
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? otherwise) : otherwise
}

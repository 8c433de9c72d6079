// The transfer that the app of the two windows asks about.
import type { TransferRequest } from '../../../../src-preload/contract/accounts/confirm.ts'

type Shown = Omit<TransferRequest, 'kind'>

export const transferShown: Shown = {
  accountLabel: 'Savings',
  network: 'testnet',
  host: 'api-testnet.tanx.fi',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  recipient: {
    label: 'Cold storage',
    sentBefore: { count: 3, lastAtMs: Date.parse('2026-11-18T09:12:00Z') },
    warnings: [],
    moreLookAlikes: 0,
  },
  amount: '1234.500000000000000001',
  currency: 'usdc',
  reference: '162482341236712',
}

/** The same to an address that nothing was ever sent to. */
export const firstTransferShown: Shown = {
  ...transferShown,
  recipient: {
    label: null,
    sentBefore: { count: 0, lastAtMs: null },
    warnings: [{ kind: 'firstTime' }],
    moreLookAlikes: 0,
  },
}

/** The same to an address that begins and ends like one that is known, and was seen before as a sender. */
export const lookAlikeShown: Shown = {
  ...transferShown,
  recipientAddress: '0x2b5AD50f9cb4a87A1d5A8d9Ce3bA8B61E46cD6Cf',
  recipient: {
    label: null,
    sentBefore: { count: 0, lastAtMs: null },
    warnings: [
      { kind: 'firstTime' },
      {
        kind: 'lookAlike',
        address: transferShown.recipientAddress,
        label: 'Cold storage',
        why: 'sameEnds',
      },
      { kind: 'onlyReceivedFrom', atMs: Date.parse('2026-11-19T17:40:00Z') },
    ],
    moreLookAlikes: 0,
  },
}

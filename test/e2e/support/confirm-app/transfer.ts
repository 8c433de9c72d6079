// Owns: the transfer that the app of the two windows asks about. Must not: do anything.
import type { TransferRequest } from '../../../../src-preload/contract/confirm.ts'

export const transferShown: Omit<TransferRequest, 'kind'> = {
  accountLabel: 'Savings',
  network: 'testnet',
  host: 'api-testnet.tanx.fi',
  senderAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  amount: '1234.500000000000000001',
  currency: 'usdc',
  reference: '162482341236712',
}

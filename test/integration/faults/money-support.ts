// Transfers between the practice users, for the fault tests.
import type { ExchangeClient } from '../../../src-main/exchange/client.ts'
import type { TransferSigned, TransferStart } from '../../../src-main/exchange/endpoints/transfers.ts'
import type { PracticeUser } from '../../../src-main/practice/users.ts'
import { signMsgHash } from '../../../src-main/signing/stark.ts'
import { type FaultyExchange, initiatePath, processPath } from './faulty-exchange.ts'

export const initiateLine = `POST ${initiatePath} #1`
export const processLine = `POST ${processPath} #1`

let count = 0

/** Alice sends Bob one USDC, under a reference that no other transfer has. */
export function makeStart(world: FaultyExchange, changes: Partial<TransferStart> = {}): TransferStart {
  count += 1
  const [alice, bob] = [world.user(0), world.user(1)]
  return {
    organizationKey: alice.organizationKey,
    apiKey: alice.apiKey,
    reference: `fault-${String(count)}`,
    currency: 'usdc',
    amount: '1',
    destinationAddress: bob.ethereumAddress,
    ...changes,
  }
}

/** Starts a transfer of this user and signs what the exchange asks to be signed. */
export async function initiateAndSign(
  client: ExchangeClient,
  start: TransferStart,
  { starkPrivateKey }: PracticeUser,
): Promise<TransferSigned> {
  const toSign = await client.initiateTransfer(start)
  const { organizationKey, apiKey } = start
  return { organizationKey, apiKey, ...toSign, signature: signMsgHash(toSign.msgHash, starkPrivateKey) }
}

/** What the exchange knows of a transfer: its status, or 'unknown' where it knows nothing. */
export async function stateOf(client: ExchangeClient, reference: string): Promise<string> {
  const lookUp = await client.getTransfer(reference)
  return lookUp.isKnown ? lookUp.transfer.status : 'unknown'
}

// Owns: the handlers of what happens to a key in the confirmation window: making a wallet, exporting one.
// Must not: hold rules, or see a key.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { Handlers } from '../register.ts'

type WalletChannel = 'accounts:createWallet' | 'accounts:exportKeystore'

/** The services behind them. */
export interface WalletServices {
  createWallet(input: ChannelInput<'accounts:createWallet'>): Promise<ChannelOutput<'accounts:createWallet'>>
  exportKeystore(
    input: ChannelInput<'accounts:exportKeystore'>,
  ): Promise<ChannelOutput<'accounts:exportKeystore'>>
}

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createWalletHandlers(ready: Promise<WalletServices>): Pick<Handlers, WalletChannel> {
  return {
    'accounts:createWallet': async (input) => (await ready).createWallet(input),
    'accounts:exportKeystore': async (input) => (await ready).exportKeystore(input),
  }
}

// A person who types a wallet, a password or a service key wherever the confirmation window asks for one.
import type { Confirmations } from '../../../src-main/accounts/questions/confirmations.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'

export interface Typed {
  wallet?: WalletInput
  /** The app password, be it the one of now or a new one. */
  password?: string
  serviceKey?: string
}

/** What is not given is declined. `typed` may change between two questions. */
export function typingPerson(
  typed: Typed,
): Pick<Confirmations, 'askWallet' | 'askAppPassword' | 'askServiceKey'> {
  function need<T>(value: T | undefined): T {
    if (value === undefined) throw new AppError('userDeclined')
    return value
  }
  return {
    askWallet: async (_asked, take) => (await take(need(typed.wallet)))(),
    askAppPassword: async (_asked, take) => {
      const password = need(typed.password)
      await take({ currentPassword: password, newPassword: password })
    },
    askServiceKey: async (_asked, take) => {
      await take(need(typed.serviceKey))
    },
  }
}

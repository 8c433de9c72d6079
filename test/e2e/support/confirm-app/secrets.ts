// The questions of the app of the two windows whose answers are secrets, and what becomes of an answer.
import type { Confirmations } from '../../../../src-main/accounts/questions/confirmations.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { transferShown } from './transfer.ts'

/** As the real one says it of a password that is not right. */
const wrong = 'not the password'

const savings = { label: 'Savings', network: 'mainnet' } as const
const ethereumAddress = transferShown.senderAddress

/** @param tell - is told what each answer had, in one word */
export function secretQuestions(
  confirmations: Confirmations,
  never: AbortSignal,
  tell: (typed: string) => void,
) {
  const askWallet = (again: Parameters<Confirmations['askWallet']>[0]['again']) =>
    confirmations.askWallet(
      { ...savings, host: 'api.tanx.fi', again },
      (wallet) => {
        tell(wallet.kind)
        return Promise.resolve(() => undefined)
      },
      never,
    )
  const askPassword = (task: 'set' | 'change' | 'remove' | 'unlock', retryAfterMs = 0) =>
    confirmations.askAppPassword(
      { task, keysIn: task === 'set' ? 'keychain' : null, retryAfterMs },
      ({ currentPassword, newPassword }) => {
        tell(`${task} ${currentPassword.length}, ${newPassword.length}`)
        if (currentPassword === wrong) throw new AppError('wrongPassword', { retryAfterMs: 3_000 })
        return Promise.resolve()
      },
    )
  return {
    wallet: () => askWallet(null),
    walletAgain: () => askWallet({ ethereumAddress, keyKind: 'ethereum' }),
    starkKeyAgain: () => askWallet({ ethereumAddress, keyKind: 'stark' }),
    setPassword: () => askPassword('set'),
    changePassword: () => askPassword('change'),
    removePassword: () => askPassword('remove'),
    unlock: () => askPassword('unlock'),
    unlockLater: () => askPassword('unlock', 25_000),
    serviceKey: () =>
      confirmations.askServiceKey({ ...savings, name: 'organizationKey' }, (value) => {
        tell(`service key ${value.length}`)
        return Promise.resolve()
      }),
  }
}

// Owns: the cost that the vault's tests pay: 1 MiB and a few milliseconds. Must not: be what the app uses.
import type { ScryptParameters } from '../../../../src-main/keychain/vault/vault-format.ts'

export const cheap: ScryptParameters = { log2N: 10, r: 8, p: 1 }

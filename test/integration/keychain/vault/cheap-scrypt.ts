// The cost that the vault's tests pay: 1 MiB and a few milliseconds.
import type { ScryptParameters } from '../../../../src-main/keychain/vault/vault-format.ts'

export const cheap: ScryptParameters = { log2N: 10, r: 8, p: 1 }

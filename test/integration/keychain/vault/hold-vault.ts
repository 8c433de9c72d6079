// A process that unlocks a vault, never asks it for a secret, and locks it when told. Run by secrecy.test.ts.
import { createInterface } from 'node:readline'
import { systemClock } from '../../../../src-main/async/clock.ts'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { cheap } from './cheap-scrypt.ts'

const [file, password] = process.argv.slice(2)
if (file === undefined || password === undefined) throw new Error('usage: hold-vault.ts FILE PASSWORD')
const vault = openVault({ file, clock: systemClock, scrypt: cheap })
await vault.unlock(password)
// A write under the key, and secrets of its own that leave again.
await vault.store.delete('gone', 'apiKey')
process.stdout.write('unlocked\n')
createInterface({ input: process.stdin }).on('line', () => {
  vault.lock()
  process.stdout.write('locked\n')
})

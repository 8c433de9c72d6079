// A process that unlocks the app's places and locks them when told to, for a look at its memory. Run by secrecy.test.ts.
import { createInterface } from 'node:readline'
import { systemClock } from '../../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../../src-main/keychain/secret-backends.ts'
import { cheap } from './cheap-scrypt.ts'

const [vaultFile, password] = process.argv.slice(2)
if (vaultFile === undefined || password === undefined) throw new Error('usage: hold-places.ts FILE PASSWORD')
const places = await openSecretBackends({
  ledger: {
    mayHold: () => Promise.resolve(false),
    list: () => Promise.resolve([]),
    noteStored: () => Promise.resolve(),
    noteRemoved: () => Promise.resolve(),
  },
  vaultFile,
  clock: systemClock,
  onFault: (what, error) => {
    throw new Error(what, { cause: error })
  },
  listAccounts: () => Promise.resolve([]),
  scrypt: cheap,
})
await places.unlock(password)
await places.delete('gone', 'apiKey')
process.stdout.write('unlocked\n')
createInterface({ input: process.stdin }).on('line', () => {
  places.lock()
  process.stdout.write('locked\n')
})

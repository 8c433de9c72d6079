// An app with a file for a keychain that sets and removes its password until it is killed. Run by places-kill.test.ts.
import { systemClock } from '../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { openKeychainFile } from './keychain-file.ts'
import { cheap } from './vault/cheap-scrypt.ts'

const [vaultFile, keychainFile, password] = process.argv.slice(2)
if (vaultFile === undefined || keychainFile === undefined || password === undefined) {
  throw new Error('usage: places-child.ts VAULT KEYCHAIN PASSWORD')
}
const { keychain, ledger } = openKeychainFile(keychainFile)
const places = await openSecretBackends({
  ledger,
  vaultFile,
  clock: systemClock,
  onFault: () => undefined,
  listAccounts: () => Promise.resolve(['a', 'b']),
  load: () => Promise.resolve(keychain),
  scrypt: cheap,
})
process.stdout.write('begin\n')
if (places.passwordState() === 'locked') await places.unlock(password)
for (;;) {
  if (places.passwordState() === 'unlocked') await places.removePassword(password)
  else await places.setPassword(password)
}

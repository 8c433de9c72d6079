// A process that writes to a vault until the system lets no file become larger. Run by disk-full.test.ts.
import { systemClock } from '../../../../src-main/async/clock.ts'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { isAppError } from '../../../../src-preload/domain/errors.ts'
import { cheap } from './cheap-scrypt.ts'
import { bulkOf, passwordOf } from './killed-content.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: fill-disk.ts FILE')
const vault = openVault({ file, clock: systemClock, scrypt: cheap })
await vault.create(passwordOf(0))
let written = 0
let reason = ''
while (reason === '') {
  try {
    await vault.store.set(`account-${written + 1}`, 'refreshToken', bulkOf(written + 1))
    written += 1
  } catch (error) {
    if (!isAppError(error, 'databaseUnavailable')) throw error
    reason = String(error.data['reason'])
  }
}
const refused = await vault.store.get(`account-${written + 1}`, 'refreshToken')
const last = await vault.store.get(`account-${written}`, 'refreshToken')
await vault.store.delete(`account-1`, 'refreshToken')
process.stdout.write(JSON.stringify({ written, reason, refused, isLastThere: last === bulkOf(written) }))

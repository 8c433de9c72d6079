// A process that changes a vault's secrets, or its password, until it is killed. Run by kill.test.ts.
import { systemClock } from '../../../../src-main/async/clock.ts'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { cheap } from './cheap-scrypt.ts'
import { bulkOf, passwordOf } from './killed-content.ts'

const [file, mode, start] = process.argv.slice(2)
if (file === undefined || start === undefined) throw new Error('usage: write-until-killed.ts FILE MODE START')
const vault = openVault({ file, clock: systemClock, scrypt: cheap })

let current = Number(start)
const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

if (mode === 'create') {
  say('begin')
  await vault.create(passwordOf(0))
}
if (mode === 'secrets') await vault.unlock(passwordOf(0))
for (;;) {
  current += 1
  say(`begin ${current}`)
  if (mode === 'passwords') await vault.changePassword(passwordOf(current - 1), passwordOf(current))
  else await vault.store.set('a', 'refreshToken', bulkOf(current))
  say(`done ${current}`)
}

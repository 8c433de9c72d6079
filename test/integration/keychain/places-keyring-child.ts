// Running a list of steps against the app's places with a vault, in a process whose keyring the parent has chosen.
import { join } from 'node:path'
import { systemClock } from '../../../src-main/async/clock.ts'
import { openSecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { KeyringStep, PasswordStep, StepResult } from '../../fixtures/with-keyring.ts'
import { openKeychainFile } from './keychain-file.ts'
import { cheap } from './vault/cheap-scrypt.ts'

type Step = KeyringStep | PasswordStep

const { steps, limitMs } = JSON.parse(process.argv[2] ?? '') as { steps: Step[]; limitMs: number }
const home = process.env['HOME'] ?? ''
const places = await openSecretBackends({
  // The notes alone: the keychain is the real one.
  ledger: openKeychainFile(join(home, 'notes.json')).ledger,
  vaultFile: join(home, 'vault'),
  clock: systemClock,
  onFault: () => undefined,
  listAccounts: () => Promise.resolve(['account-1', 'account-2']),
  limitMs,
  scrypt: cheap,
})

async function run(step: Step): Promise<string | null> {
  switch (step[0]) {
    case 'get':
      return places.get(step[1], step[2])
    case 'set':
      await places.set(step[1], step[2], step[3])
      return null
    case 'delete':
      await places.delete(step[1], step[2])
      return null
    case 'deleteAll':
      await places.deleteAll(step[1])
      return null
    case 'setPassword':
      await places.setPassword(step[1])
      return null
    case 'unlock':
      await places.unlock(step[1])
      return null
    case 'removePassword':
      await places.removePassword(step[1])
      return null
    case 'lock':
      places.lock()
      return null
    case 'state':
      return `${places.passwordState()}${places.leftInKeychain() ? ', left in keychain' : ''}`
    case 'freezeKeyring':
    case 'thawKeyring':
      throw new Error('not a step of this child')
  }
}

const results: StepResult[] = []
for (const step of steps) {
  let value: string | null = null
  let error: StepResult['error'] = null
  try {
    value = await run(step)
  } catch (fault) {
    if (!isAppError(fault)) throw fault
    error = { code: fault.code, reason: String(fault.data['reason']) }
  }
  results.push({ value, error, kind: places.kind, reason: places.reason })
}
process.stdout.write(JSON.stringify(results))

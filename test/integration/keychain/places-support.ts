// What the tests of the places share: a computer with a keychain, notes and a vault file that outlive the app.
import { existsSync } from 'node:fs'
import type { KeychainLedger } from '../../../src-main/keychain/keychain-ledger.ts'
import { openSecretBackends, type SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { type SecretName, secretNames } from '../../../src-main/keychain/secret-store.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { cheap } from './vault/cheap-scrypt.ts'
import { makeVaultFile, MovableClock, password, restart } from './vault/support.ts'

/** Lets a step of the keychain or of the ledger happen, or not. */
export type Through = <T>(work: () => Promise<T>, where: 'keychain' | 'ledger') => Promise<T>

/** What stays when the app ends. */
export class Computer {
  readonly file = makeVaultFile()
  readonly clock = new MovableClock()
  readonly keychain = new CountingKeychain()
  readonly notes = new Set<string>()
  accounts = ['a', 'b']
  /** Work whose failure was got over. */
  readonly faults: string[] = []
  loads = 0

  get hasVault(): boolean {
    return existsSync(this.file)
  }

  /** The places as after a start of the app. */
  start(through: Through = (work) => work()): Promise<SecretBackends> {
    const { notes, keychain } = this
    const ledger: KeychainLedger = {
      mayHold: (account) => Promise.resolve(notes.has(account)),
      list: () => Promise.resolve([...notes]),
      noteStored: (account) => through(() => Promise.resolve(void notes.add(account)), 'ledger'),
      noteRemoved: (account) => through(() => Promise.resolve(void notes.delete(account)), 'ledger'),
    }
    return openSecretBackends({
      ledger,
      vaultFile: this.file,
      clock: this.clock,
      onFault: (what) => this.faults.push(what),
      listAccounts: () => Promise.resolve(this.accounts),
      load: () => {
        this.loads += 1
        return Promise.resolve({
          getPassword: (service, account) =>
            through(() => keychain.getPassword(service, account), 'keychain'),
          setPassword: (service, account, secret) =>
            through(() => keychain.setPassword(service, account, secret), 'keychain'),
          deletePassword: (service, account) =>
            through(() => keychain.deletePassword(service, account), 'keychain'),
        })
      },
      limitMs: 5_000,
      scrypt: cheap,
    })
  }

  /** What the keychain holds, as `account/name`; the entry of a probe that was cut off means nothing. */
  inKeychain(): Record<string, string> {
    return Object.fromEntries(
      [...this.keychain.entries]
        .map(([key, secret]) => [key.replace('Starkdesk|', ''), secret] as const)
        .filter(([key]) => key !== 'probe'),
    )
  }

  /** What the file holds, read apart from the app; nothing where there is no vault. */
  async inVault(): Promise<Record<string, string>> {
    if (!this.hasVault) return {}
    const vault = restart(this.file, this.clock)
    await vault.unlock(password)
    const content: Record<string, string> = {}
    for (const { account, name } of await vault.list()) {
      const known = secretNames.find((candidate) => candidate === name)
      if (known) content[`${account}/${name}`] = (await vault.store.get(account, known)) ?? ''
    }
    vault.lock()
    return content
  }
}

export const secrets: readonly (readonly [string, SecretName, string])[] = [
  ['a', 'ethereumPrivateKey', 'key of a'],
  ['a', 'refreshToken', 'token of a'],
  ['b', 'starkPrivateKey', 'key of b'],
]
export const all = Object.fromEntries(
  secrets.map(([account, name, secret]) => [`${account}/${name}`, secret]),
)

export async function keepAll(places: SecretBackends): Promise<void> {
  for (const [account, name, secret] of secrets) await places.set(account, name, secret)
}

/** What the app finds when it asks for each secret. */
export async function readAll(places: SecretBackends): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {}
  for (const [account, name] of secrets) found[`${account}/${name}`] = await places.get(account, name)
  return found
}

// Exports an account's key as a keystore file at a path that the user chooses. Never writes it elsewhere or unencrypted, and
// succeeds only after the file was opened again.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ChannelOutput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type Durability, removeDurably } from '../../keychain/vault/vault-file.ts'
import {
  decryptKeystore,
  encryptKeystore,
  type KeystoreEncryptionOptions,
  keystoreFileName,
} from '../../signing/keystore.ts'
import { writeChosenFile } from '../../exports/chosen-file.ts'
import type { Confirmations } from '../questions/confirmations.ts'
import type { Tools } from '../../tools.ts'

export interface ExportKeystoreOptions extends Pick<Tools, 'clock' | 'log'> {
  readonly confirmations: Pick<Confirmations, 'askExportPasswords'>
  /** True while an app password is set. */
  readonly hasAppPassword: () => boolean
  /** Resolves if the app password is right. Errors: wrongPassword, passwordDelayed, and those of reading the vault. */
  readonly verifyAppPassword: (password: string) => Promise<void>
  /** Null if no key is stored. */
  readonly readEthereumKey: (accountId: string) => Promise<string | null>
  /** Asks where to save the file; null if the user cancels. */
  readonly chooseFile: (defaultName: string) => Promise<string | null>
  readonly making: KeystoreEncryptionOptions
}

type ExportedAccount = Pick<Account, 'id' | 'label' | 'keyKind' | 'network' | 'ethereumAddress'>

export function createKeystoreExport(options: ExportKeystoreOptions) {
  const { confirmations, making, clock, log } = options
  const durability: Durability = {
    onUnsynced: (error) => log.fault('accounts', 'make a keystore file durable', error),
  }

  /** Reads the file again: a file that cannot be opened is no backup and is removed. */
  async function proveFile(file: string, password: string, ethereumPrivateKey: string): Promise<void> {
    try {
      const opened = await decryptKeystore(await readFile(file, 'utf8'), password, making.scrypt)
      if (opened.ethereumPrivateKey === ethereumPrivateKey) return
    } catch (error) {
      await removeDurably(file, durability)
      throw new AppError('internal', { what: 'read the keystore file again' }, error)
    }
    await removeDurably(file, durability)
    throw new AppError('internal', { what: 'the keystore file holds another key' })
  }

  /**
   * Asks for the passwords and the path, and writes the file (readable by its owner only).
   * Errors: notFound for an account with only an L2 key, and if no key is stored; userDeclined; fileUnavailable { file,
   * reason } if it cannot be written; those of the secret store.
   */
  return async function exportKeystore(
    account: ExportedAccount,
  ): Promise<ChannelOutput<'accounts:exportKeystore'>> {
    const { id, label, network, ethereumAddress } = account
    if (account.keyKind !== 'ethereum') throw new AppError('notFound', { what: 'wallet key' })
    const password = await confirmations.askExportPasswords({
      label,
      network: network.kind,
      ethereumAddress,
      needsAppPassword: options.hasAppPassword(),
      verifyAppPassword: options.verifyAppPassword,
    })
    const file = await options.chooseFile(`${keystoreFileName(ethereumAddress, clock.now())}.json`)
    if (file === null) throw new AppError('userDeclined')
    const ethereumPrivateKey = await options.readEthereumKey(id)
    if (ethereumPrivateKey === null) throw new AppError('notFound', { what: 'wallet key' })
    const text = await encryptKeystore(ethereumPrivateKey, password, making)
    await writeChosenFile(file, text, durability)
    await proveFile(file, password, ethereumPrivateKey)
    log.info('accounts', 'exported a keystore file', { account: id })
    return { fileName: basename(file) }
  }
}

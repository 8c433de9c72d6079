// A keychain and its notes in one file that outlives a killed process, each change of it whole or not at all.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { KeychainLedger } from '../../../src-main/keychain/keychain-ledger.ts'
import type { KeychainModule } from '../../../src-main/keychain/keychain-module.ts'

const content = z.object({ entries: z.record(z.string(), z.string()), notes: z.array(z.string()) })
type Content = z.infer<typeof content>

export function openKeychainFile(file: string): {
  keychain: KeychainModule
  ledger: KeychainLedger
  read: () => Content
} {
  const read = (): Content =>
    existsSync(file) ? content.parse(JSON.parse(readFileSync(file, 'utf8'))) : { entries: {}, notes: [] }
  const write = (next: Content): Promise<void> => {
    writeFileSync(`${file}.new`, JSON.stringify(next))
    renameSync(`${file}.new`, file)
    return Promise.resolve()
  }
  const keyOf = (service: string, account: string): string => `${service}|${account}`
  return {
    read,
    keychain: {
      getPassword: (service, account) => Promise.resolve(read().entries[keyOf(service, account)] ?? null),
      setPassword(service, account, secret) {
        const { entries, notes } = read()
        return write({ notes, entries: { ...entries, [keyOf(service, account)]: secret } })
      },
      async deletePassword(service, account) {
        const { entries, notes } = read()
        const { [keyOf(service, account)]: gone, ...rest } = entries
        await write({ notes, entries: rest })
        return gone !== undefined
      },
    },
    ledger: {
      mayHold: (account) => Promise.resolve(read().notes.includes(account)),
      list: () => Promise.resolve(read().notes),
      noteStored(account) {
        const { entries, notes } = read()
        return write({ entries, notes: [...new Set([...notes, account])] })
      },
      noteRemoved(account) {
        const { entries, notes } = read()
        return write({ entries, notes: notes.filter((noted) => noted !== account) })
      },
    },
  }
}

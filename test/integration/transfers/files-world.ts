// The files of transfers over a real journal, history and folder; a reader of CSV that shares nothing with the writer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createTransferFiles, type TransferFilesOptions } from '../../../src-main/transfers/files.ts'
import { createTransferHistory } from '../../../src-main/transfers/history/history-queries.ts'
import { toSentTransfer } from '../../../src-main/transfers/history/history.ts'
import type { StoredTransfer } from '../../../src-main/store/api/transfer-rows.ts'
import type { HistoryFilter, SentTransfer } from '../../../src-preload/contract/transfers.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { startMs } from '../../fixtures/test-client.ts'
import { afterWrites, sampleIntent, sampleTold, timeOf, wayOf } from '../../unit/store/sample-transfers.ts'
import { account, inUse, makeLog, makeSession } from '../world.ts'

export const everything: HistoryFilter = { text: '', states: [], fromMs: null, toMs: null }
export const accountId = '11111111-1111-4111-8111-111111111111'

/** What must be in no file. */
export const signature = { r: '0x5ec7e7001', s: '0x5ec7e7002' }

/** A folder that is gone after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A transfer after all writes of its way (sample-transfers.ts), as it crosses the border. */
export function sentSample(number: number, changes: Partial<StoredTransfer> = {}): SentTransfer {
  const { transfer } = afterWrites(number, 9)
  return toSentTransfer({ ...transfer, accountId, signature, ...changes }, [], false, 0)
}

/** Transfers 0 to 7, each in the last state of its way, one that was received, and the files of all of them. */
export async function openFiles(patch: Partial<TransferFilesOptions> = {}) {
  const folder = makeFolder()
  const journal = openJournalHere()
  const session = makeSession('http://127.0.0.1:9', { now: () => startMs })
  const senderAddress = account.ethereumAddress
  for (let number = 0; number < 8; number += 1) {
    const intent = sampleIntent(number, { accountId, senderAddress, networkKey: session.network })
    const { state } = await journal.createTransfer(intent, `note ${number}`)
    let from = state
    for (const [at, { to, change }] of wayOf(number).entries()) {
      const told = change.signature === undefined ? change : { ...change, signature }
      await journal.moveTransfer(intent.id, [from], to, told, timeOf(number, at + 1))
      from = to
    }
  }
  const received = { ...sampleTold(9), reference: 'from-bob', destinationAddress: senderAddress }
  await journal.putFoundTransfer({
    accountId,
    networkKey: session.network,
    accountAddress: senderAddress,
    told: received,
  })
  const history = createTransferHistory({
    journal,
    clock: { now: () => startMs },
    current: inUse(session),
    listFound: ({ account }) => journal.listFoundTransfers(session.network, account.ethereumAddress),
    listError: () => null,
    isBusy: () => false,
    onFound: () => undefined,
  })
  const offered: string[] = []
  const { log, faults } = makeLog()
  const files = createTransferFiles({
    clock: { now: () => startMs },
    log,
    current: inUse(session),
    chooseFile: (name) => {
      offered.push(name)
      return Promise.resolve(join(folder, name))
    },
    readHistory: history.readHistory,
    readTransfer: async ({ id }) => {
      const stored = await journal.getStoredTransfer(id)
      if (stored === null) throw new AppError('notFound', { what: 'transfer' })
      return toSentTransfer(stored, await journal.listRecipients(session.network), false, 0)
    },
    readSteps: (id) => journal.getTransferSteps(id),
    print: (html) => Promise.resolve(Buffer.from(`printed ${html}`)),
    ...patch,
  })
  const list = async (filter: HistoryFilter) =>
    (await history.list({ filter, limit: 500, beforeMs: null })).entries
  return { files, folder, journal, session, list, offered, faults }
}

/** RFC 4180 by its grammar, sign by sign. Throws where a line does not end in CR LF or a quote stands alone. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('a quoted cell has no end')
        if (text[at] !== '"') cell += text.charAt(at)
        else if (text[at + 1] === '"') {
          cell += '"'
          at += 1
        } else break
      }
      at += 1
    } else {
      while (at < text.length && !',\r\n"'.includes(text[at] ?? '')) {
        cell += text.charAt(at)
        at += 1
      }
    }
    row.push(cell)
    if (text[at] === ',') at += 1
    else if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`neither a comma nor the end of a line at ${at}`)
  }
  if (row.length > 0) throw new Error('the last line has no end')
  return rows
}

/** The rows by the names of their columns, without the mark at the file's start. */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readCsv(text.replace(/^\uFEFF/, ''))
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

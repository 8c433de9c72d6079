// Both database files by name.
import type { DataFile } from '../../../src-preload/contract/app/data.ts'
import { dataFile } from './data-file.ts'
import type { FileKind } from './file-kind.ts'
import { journalFile } from './journal-file.ts'

export const fileKinds: Readonly<Record<DataFile, FileKind>> = { data: dataFile, journal: journalFile }

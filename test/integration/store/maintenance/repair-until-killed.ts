// A process that repairs a data file and is killed before one of the steps. Run by repair-kill.test.ts.
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { repairDatabase } from '../../../../src-main/store/maintenance/repair.ts'

const [file, backupsFolder, killBefore] = process.argv.slice(2)
if (file === undefined || backupsFolder === undefined) throw new Error('usage: FILE BACKUPS STEP')
repairDatabase({
  file,
  backupsFolder,
  kind: dataFile,
  nowMs: 1_700_000_000_000,
  reason: 'first try',
  beforeStep: (step) => {
    if (step === killBefore) process.kill(process.pid, 'SIGKILL')
  },
})

// A process that changes a setting and backs up, over and over, until it is killed. Run by repair-kill.test.ts.
import { openDatabase } from '../../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../../src-main/store/files/data-file.ts'
import { backUpOwnData } from '../../../../src-main/store/maintenance/back-up.ts'

const [file, backupsFolder] = process.argv.slice(2)
if (file === undefined || backupsFolder === undefined) throw new Error('usage: FILE BACKUPS')
const db = openDatabase(file, dataFile, 0)
const change = db.prepare("INSERT OR REPLACE INTO settings VALUES ('round', ?)")
for (let round = 0; ; round += 1) {
  change.run(String(round))
  backUpOwnData(db, dataFile, backupsFolder, 1_700_000_000_000 + round)
  process.stdout.write(`${round}\n`)
}

// A process that makes one new database after the other until it is killed. Run by kill.test.ts.
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: create-until-killed.ts FOLDER')
for (let number = 0; ; number += 1) {
  openDatabase(join(folder, `${number}.db`), dataFile, 0).close()
  process.stdout.write(`${number}\n`)
}

// Packs and unpacks the packaged app to move it from the build machine to the test machine, keeping permissions and links.
//
//   node scripts/release/carry.ts pack|unpack FILE
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { findLastPackage, releaseFolder } from '../package/places.ts'

function tar(args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync('tar', args, { cwd, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`tar failed: ${error?.message ?? `exit code ${String(status)}`}`)
}

const [what, file] = process.argv.slice(2)
if (file === undefined || (what !== 'pack' && what !== 'unpack')) {
  process.stderr.write('Usage: node scripts/release/carry.ts pack|unpack FILE\n')
  process.exit(2)
}
// tar reads a colon, as in C:\, as the name of another computer.
const archive = relative(releaseFolder, resolve(file))
mkdirSync(releaseFolder, { recursive: true })
mkdirSync(dirname(resolve(file)), { recursive: true })
if (what === 'pack') tar(['-cf', archive, relative(releaseFolder, findLastPackage().folder)], releaseFolder)
else tar(['-xf', archive], releaseFolder)

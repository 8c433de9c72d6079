// Owns: `npm run bench -- NAME [--rounds N]`: runs test/bench/NAME.bench.ts on this Node; no name runs them all.
// Must not: measure anything itself.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

const folder = join(root, 'test', 'bench')
const ending = '.bench.ts'
const known = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort()

// A second `--`, which some versions of npm hand on, says nothing.
const args = process.argv.slice(2).filter((arg) => arg !== '--')
const named = args[0] !== undefined && !args[0].startsWith('-') ? args[0] : null
const options = named === null ? args : args.slice(1)

if (named !== null && !known.includes(named)) {
  process.stderr.write(`There is no bench "${named}"; there are: ${known.join(', ')}\n`)
  process.exit(2)
}
const wanted = named === null ? known : [named]
const ends = wanted.map((name) => {
  const file = join(folder, `${name}${ending}`)
  return spawnSync(process.execPath, [file, ...options], { cwd: root, stdio: 'inherit' }).status ?? 1
})
process.exit(Math.max(0, ...ends))

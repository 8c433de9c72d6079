// Creates the draft release on GitHub with all files. Never publishes it or changes an existing one.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { notesName, signatureName } from '../../src-main/updates/signed-text.ts'
import { channelOf } from '../../src-main/updates/version.ts'

/** Arguments of GitHub's command line tool. */
export function draftArguments(tag: string, folder: string, names: readonly string[]): readonly string[] {
  return [
    'release',
    'create',
    tag,
    '--draft',
    '--verify-tag',
    ...(channelOf(tag) === 'beta' ? ['--prerelease'] : []),
    '--title',
    `Starkdesk ${tag.slice(1)}`,
    '--notes-file',
    join(folder, notesName),
    ...names.map((name) => join(folder, name)),
  ]
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const tag = process.env['GITHUB_REF_NAME'] ?? ''
  if (folder === undefined || !tag.startsWith('v')) {
    process.stderr.write('Usage: GITHUB_REF_NAME=vX.Y.Z node scripts/release/draft.ts FOLDER\n')
    process.exit(2)
  }
  if (!existsSync(join(folder, signatureName))) {
    process.stdout.write(
      `::warning::The draft ${tag} has no ${signatureName}: no installation updates to it.\n`,
    )
  }
  const names = readdirSync(folder).sort()
  const gh = spawnSync('gh', draftArguments(tag, folder, names), { stdio: 'inherit' })
  process.exit(gh.status ?? 1)
}

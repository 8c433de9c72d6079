// Checks that a release's Linux packages keep Chromium's sandbox: their launch commands, and the files beside the program.
//
//   node scripts/release/check-linux.ts FOLDER     of the AppImage, the deb and the rpm of a release
import { existsSync, openSync, readdirSync, readFileSync, readSync, closeSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isRefusedName, weakensSandbox } from '../../src-main/app/refused-switches.ts'
import { type LinuxKind, linuxKinds, type Unpacked, unpackLinux } from './unpack-linux.ts'

/** Install folder of the deb and the rpm. */
const installed = '/opt/Starkdesk'
const program = 'starkdesk'

/** The only commands that a desktop entry may start. */
const expectedExec: Readonly<Record<LinuxKind, string>> = {
  AppImage: 'AppRun %U',
  deb: `${installed}/${program} %U`,
  rpm: `${installed}/${program} %U`,
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

function isElf(file: string): boolean {
  const head = Buffer.alloc(4)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, head, 0, 4, 0)
  } finally {
    closeSync(opened)
  }
  return head.equals(Buffer.from('\x7fELF', 'latin1'))
}

/** Our program must be a binary, not a script that starts another with switches. */
function checkBinary(folder: string, name: string): readonly string[] {
  const file = join(folder, name)
  if (!existsSync(file)) return [`${name} is missing`]
  const faults: string[] = []
  if ((statSync(file).mode & 0o111) !== 0o111) faults.push(`${name} cannot be run by everybody`)
  if (!isElf(file)) faults.push(`${name} is no program but a script`)
  return faults
}

function checkDesktopEntries({ kind, folder }: Unpacked): readonly string[] {
  const entries = listFiles(folder).filter((file) => file.endsWith('.desktop'))
  if (entries.length === 0) return ['there is no desktop entry']
  return entries.flatMap((file) => {
    const name = relative(folder, file)
    const starts = readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => /^Exec\s*=\s*(.*?)\s*$/.exec(line)?.[1] ?? [])
    if (starts.length === 0) return [`${name} starts nothing`]
    return starts
      .filter((exec) => exec !== expectedExec[kind])
      .map((exec) => `${name} starts "${exec}" and not "${expectedExec[kind]}"`)
  })
}

/** All switches in a text. */
const readSwitches = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z0-9-]*)/gi)].map(([, name = '']) => name.toLowerCase())

/**
 * electron-builder's AppRun passes `--no-sandbox` where user namespaces are unavailable, which cannot be disabled. The app
 * refuses that; this checks that AppRun passes nothing else that the app would accept.
 */
function checkAppRun(folder: string): readonly string[] {
  const file = join(folder, 'AppRun')
  if (!existsSync(file)) return ['AppRun is missing']
  // Switches in comments start nothing.
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*#.*$/gm, '')
  const faults: string[] = []
  const starts = [...text.matchAll(/^.*\$\{?BIN\b.*$/gm)].map(([line]) => line.trim())
  const known = ['exec "$BIN" "${NO_SANDBOX[@]}"', 'exec "$BIN" "${NO_SANDBOX[@]}" "${args[@]}"']
  for (const line of starts) if (!known.includes(line)) faults.push(`AppRun has a start of its own: ${line}`)
  if (starts.length === 0) faults.push('AppRun does not start the program')
  const programs = [...text.matchAll(/^\s*(?:export\s+)?BIN=(.*)$/gm)].map(([, value = '']) => value)
  if (programs.join() !== `"$APPDIR/${program}"`) faults.push(`AppRun starts ${programs.join(' and ')}`)
  const given = [...text.matchAll(/\bNO_SANDBOX\+?=(.*)$/gm)].map(([, value = '']) => value)
  for (const value of given) {
    const names = /^\(\s*(?:--[a-z-]+\s*)*\)$/.test(value) ? readSwitches(value) : null
    if (names === null) faults.push(`AppRun gives the program what cannot be read: ${value}`)
    else for (const name of names) if (!isRefusedName(name)) faults.push(`AppRun gives the program --${name}`)
  }
  const assigned = [...text.matchAll(/\bargs\+?=(.*)$/gm)].map(([, value = '']) => value)
  if (assigned.join() !== '("$@")')
    faults.push(`AppRun changes what the program is given: ${assigned.join()}`)
  return faults
}

/** The scripts of a deb or rpm set up the sandbox: by an AppArmor profile, or by the helper's permission to create namespaces. */
function checkInstalled({ folder, scripts }: Unpacked): readonly string[] {
  const faults: string[] = []
  if (!scripts.includes(`chmod 4755 '${installed}/chrome-sandbox'`))
    faults.push('its scripts do not set chrome-sandbox up where there are no user namespaces')
  if (!scripts.includes(`'${installed}/resources/apparmor-profile'`))
    faults.push("its scripts do not install AppArmor's profile")
  for (const name of readSwitches(scripts))
    if (weakensSandbox(name)) faults.push(`its scripts have --${name} in them`)
  const profile = join(folder, installed, 'resources', 'apparmor-profile')
  const text = existsSync(profile) ? readFileSync(profile, 'utf8') : ''
  if (!text.includes(`"${installed}/${program}"`) || !/^\s*userns,/m.test(text))
    faults.push("AppArmor's profile does not give the program user namespaces")
  return faults
}

/** Faults of an unpacked package, one sentence each. */
export function checkUnpacked(unpacked: Unpacked): readonly string[] {
  const { kind, folder } = unpacked
  const app = kind === 'AppImage' ? folder : join(folder, installed)
  return [
    ...checkDesktopEntries(unpacked),
    ...checkBinary(app, program),
    ...checkBinary(app, 'chrome-sandbox'),
    ...(kind === 'AppImage' ? checkAppRun(folder) : checkInstalled(unpacked)),
  ]
}

/** Unpacks and checks one package of each kind. @throws Error when a kind is missing or cannot be unpacked */
export function checkLinuxPackages(releaseFolder: string): readonly string[] {
  return linuxKinds.flatMap((kind) => {
    const files = readdirSync(releaseFolder).filter((name) => name.endsWith(`.${kind}`))
    if (files.length === 0) throw new Error(`there is no ${kind} in ${releaseFolder}`)
    return files.flatMap((name) => {
      const unpacked = unpackLinux(kind, join(releaseFolder, name))
      try {
        return checkUnpacked(unpacked).map((fault) => `${name}: ${fault}`)
      } finally {
        unpacked.remove()
      }
    })
  })
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    process.stderr.write('Usage: node scripts/release/check-linux.ts FOLDER\n')
    process.exit(2)
  }
  const faults = checkLinuxPackages(folder)
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.stdout.write(`${linuxKinds.join(', ')}: ${faults.length} faults\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}

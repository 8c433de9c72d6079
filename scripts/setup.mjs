// Owns: making a fresh clone ready, and running a script on the pinned Node. Depends on nothing but Node >= 20.
// Must not: write to stdout (scripts print data there), or do again what is in place.
//
//   node scripts/setup.mjs                      set up
//   node scripts/setup.mjs SCRIPT [arguments]   set up, then run SCRIPT on the pinned Node
//   node scripts/setup.mjs --electron           set up, and try again to download Electron's binary
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, platform } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.starkdesk-setup.json')
const pinnedNode = join(modules, 'node', 'bin', platform() === 'win32' ? 'node.exe' : 'node')

const say = (text) => process.stderr.write(`setup: ${text}\n`)

/** Ends the set-up with a sentence for the person at the keyboard. */
function stop(text) {
  say(text)
  process.exit(1)
}

/** Runs a command with its output on stderr; true when it ended with 0. */
function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options }).status === 0
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    // No stamp, or half of one: everything is checked again, which is always safe.
    return {}
  }
}

/** What the installed packages depend on: a change of any of it means installing again. */
function hashInputs() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const browsers = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'microsoft-edge']
const isInPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((dir) => existsSync(join(dir, name)))

/** Debian packages that are missing, judged by a file of each, so that a second look costs nothing. */
function missingDebianPackages() {
  const library = (file) =>
    ['/usr/lib', '/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].some((dir) =>
      existsSync(join(dir, file)),
    )
  const wanted = [
    ['chromium', browsers.some(isInPath)],
    ['xvfb', isInPath('Xvfb')],
    ['dbus', isInPath('dbus-run-session')],
    ['gnome-keyring', isInPath('gnome-keyring-daemon')],
    ['libsecret-1-0', library('libsecret-1.so.0')],
    ['libsecret-1-dev', library('pkgconfig/libsecret-1.pc')],
    ['pkg-config', isInPath('pkg-config')],
    ['build-essential', isInPath('g++') && isInPath('make')],
    ['python3', isInPath('python3')],
  ]
  return wanted.filter(([, present]) => !present).map(([name]) => name)
}

function installSystemPackages() {
  if (process.platform !== 'linux') return
  const missing = missingDebianPackages()
  if (missing.length === 0) return
  if (!existsSync('/etc/debian_version')) {
    say(`this is not Debian or Ubuntu; the tests want the counterparts of: ${missing.join(' ')}`)
    return
  }
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !process.env.CI) {
    stop(
      `these system packages are missing; install them, then run the same command again:\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing.join(' ')}`,
    )
  }
  say(`installing system packages: ${missing.join(' ')}`)
  const [command, ...prefix] = isRoot ? ['apt-get'] : ['sudo', '-E', 'apt-get']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!run(command, [...prefix, 'update', '-qq'], { env }))
    stop('apt-get update failed; its output stands above.')
  if (!run(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', ...missing], { env }))
    stop('apt-get could not install the packages; its output stands above. Nothing else was changed.')
}

function installNpmPackages() {
  say('installing npm packages')
  const env = { ...process.env }
  // keytar compiles where its prebuilt binary cannot be fetched; the headers beside this Node save a download.
  const prefix = dirname(dirname(process.execPath))
  if (!env.npm_config_nodedir && existsSync(join(prefix, 'include', 'node', 'node_api.h')))
    env.npm_config_nodedir = prefix
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund']
  const cli = process.env.npm_execpath
  const done = cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args], { env })
    : run('npm', args, { env, shell: process.platform === 'win32' })
  if (!done)
    stop('npm ci failed; its output stands above. Run the same command again once its cause is gone.')
  if (!existsSync(pinnedNode)) stop('npm ci did not bring the pinned Node (package "node"); run it again.')
}

/** Electron's binary comes from a download of its own, which closed networks refuse: then the stand-in runs the app. */
function installElectron() {
  const packageDir = join(modules, 'electron')
  if (existsSync(join(packageDir, 'path.txt'))) return { state: 'installed' }
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD)
    return { state: 'unavailable', reason: 'its download was skipped' }
  say('downloading the Electron binary')
  const result = spawnSync(pinnedNode, [join(packageDir, 'install.js')], {
    cwd: root,
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (result.status === 0 && existsSync(join(packageDir, 'path.txt'))) return { state: 'installed' }
  const output = `${result.stderr ?? ''}`
  const cause = /\b(E[A-Z]{4,}|fetch failed|HTTPError: .*|status code \d+)\b/.exec(output)?.[0] ?? 'no answer'
  return { state: 'unavailable', reason: `its binary could not be downloaded (${cause})` }
}

function setUp(again) {
  if (Number(process.versions.node.split('.')[0]) < 20)
    stop(
      `Node ${process.versions.node} is too old: install Node 20 or newer, then run the same command again.`,
    )
  const inputs = hashInputs()
  const stamp = readStamp()
  const isInstalled = stamp.inputs === inputs && existsSync(pinnedNode)
  installSystemPackages()
  if (!isInstalled) installNpmPackages()
  if (isInstalled && stamp.electron && !again) return
  const electron = installElectron()
  if (electron.state === 'unavailable') say(`Electron: ${electron.reason}; the stand-in will run the app`)
  mkdirSync(modules, { recursive: true })
  writeFileSync(stampFile, `${JSON.stringify({ inputs, electron }, null, 2)}\n`)
}

/** npm ci removes node_modules, and with it the pinned Node: then the set-up must run on another one. */
function runOnSystemNode() {
  const dirs = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.includes('node_modules'))
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const other = dirs.map((dir) => join(dir, name)).find((file) => existsSync(file))
  if (!other) return
  const env = { ...process.env, PATH: dirs.join(delimiter) }
  const result = spawnSync(other, [fileURLToPath(import.meta.url)], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env,
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

const args = process.argv.slice(2)
const again = args[0] === '--electron'
const isPinned = process.execPath.startsWith(modules + sep)
if (isPinned && readStamp().inputs !== hashInputs()) runOnSystemNode()
setUp(again)

const [script, ...rest] = again ? [] : args
if (script) {
  const PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(pinnedNode, [join(root, script), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  })
  // Ctrl-C reaches the child by itself; a signal sent to this process alone must be handed on.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  // npm hands SIGTERM to its shell only, which dies and tells nobody: then our parent is another process.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 200).unref()
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

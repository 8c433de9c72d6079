// Owns: what a hosted build machine lacks for real Electron. Runs before anything is installed, on any Node.
// Must not: do anything on another machine than a hosted one.
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
  // Chromium's sandbox needs user namespaces, which newer Ubuntus give to none but listed programs.
  const setting = 'kernel.apparmor_restrict_unprivileged_userns'
  if (existsSync(`/proc/sys/${setting.replaceAll('.', '/')}`)) run('sudo', ['sysctl', '-w', `${setting}=0`])
  run('sudo', ['apt-get', 'update', '-qq'])
  // What Electron is linked with, and what makes an RPM and takes it apart.
  const packages = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libnotify4', 'libsecret-1-0', 'rpm', 'cpio']
  run('sudo', ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages])
}

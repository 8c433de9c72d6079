// Owns the search for an installed Chromium, Chrome or Edge.
// It must not start one, nor download anything.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const namesOnPath: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
  darwin: ['chromium', 'google-chrome'],
  win32: ['chrome.exe', 'msedge.exe', 'chromium.exe'],
}

const macBundles = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `${name}.app/Contents/MacOS/${name}`,
)

const windowsBrowsers = [
  String.raw`Google\Chrome\Application\chrome.exe`,
  String.raw`Chromium\Application\chrome.exe`,
  String.raw`Microsoft\Edge\Application\msedge.exe`,
]

function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const onPath = (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => (namesOnPath[platform] ?? []).map((name) => path.join(folder, name)))
  if (platform === 'darwin') {
    const roots = ['/Applications', path.join(env['HOME'] ?? '', 'Applications')]
    return [...roots.flatMap((root) => macBundles.map((bundle) => path.join(root, bundle))), ...onPath]
  }
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    return [...windowsBrowsers.flatMap((browser) => roots.map((root) => path.join(root, browser))), ...onPath]
  }
  return [
    ...onPath,
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ]
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Absent or not executable: both mean "not this one".
    return false
  }
}

/**
 * Path of the browser to use: `STARKDESK_BROWSER` if set, else the first usual name or place that exists.
 * Throws an error with one sentence that says what to do.
 */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = env['STARKDESK_BROWSER']
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`STARKDESK_BROWSER names ${chosen}, which is not a program that can be run.`)
  }
  const found = candidates(env, platform).find(isExecutable)
  if (found !== undefined) return found
  throw new Error(
    'No Chromium, Chrome or Edge was found: install one, or set STARKDESK_BROWSER to the path of its program.',
  )
}

// Run by itself it prints the path, so that scripts can ask without loading anything else.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findBrowser())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

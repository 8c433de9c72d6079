// Owns the browser's profile folder: temporary with this process's pid in its name, or kept inside --user-data-dir.
// It must not touch any other folder.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Profile {
  folder: string
  /** Removes what must not stay: the whole folder if it is temporary, else only the mark of its use. */
  release: () => void
}

const temporaryName = /^electron-stand-in-(\d+)-/

/** Whether a process with this pid exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Removes temporary profiles of stand-ins that were killed. */
export function sweepDeadProfiles(folder: string = tmpdir()): void {
  for (const name of readdirSync(folder)) {
    const pid = temporaryName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    }
  }
}

function holderOf(mark: string): number | undefined {
  try {
    return Number(readFileSync(mark, 'utf8'))
  } catch {
    // Not marked: free.
    return undefined
  }
}

/** Removes a folder that processes of the browser, which end a moment after it, may still write to. */
function removeForGood(folder: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let attempt = 0; attempt < 3; attempt += 1) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    Atomics.wait(pause, 0, 0, 100)
    if (!existsSync(folder)) return
  }
}

/** A new profile looks names up ahead, as Electron's does: distributions ship the browser with that switched off. */
function looksAhead(folder: string): void {
  const file = path.join(folder, 'Default', 'Preferences')
  if (existsSync(file)) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ net: { network_prediction_options: 0 } }))
}

/**
 * Chooses the profile folder. A kept profile lies inside `userDataDir`; if a living stand-in uses it (a second
 * instance that will give way), this one takes a temporary folder.
 */
export function takeProfile(userDataDir: string | undefined): Profile {
  if (userDataDir !== undefined) {
    const folder = path.join(userDataDir, 'stand-in-browser')
    const mark = path.join(folder, 'stand-in.pid')
    const holder = holderOf(mark)
    if (holder === undefined || !isAlive(holder)) {
      mkdirSync(folder, { recursive: true })
      looksAhead(folder)
      writeFileSync(mark, String(process.pid))
      return { folder, release: () => rmSync(mark, { force: true }) }
    }
  }
  const folder = mkdtempSync(path.join(tmpdir(), `electron-stand-in-${process.pid}-`))
  looksAhead(folder)
  return { folder, release: () => removeForGood(folder) }
}

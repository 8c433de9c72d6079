// A small file system of its own for a test, and filling it to the last byte.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

/** A file system of this many bytes, or null where this user may not mount one. */
export function mountSmall(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  onTestFinished(() => {
    execFileSync('umount', [folder])
  })
  return folder
}

/** Leaves no room in a folder's file system; returns what makes room again. */
export function fillUp(folder: string): () => void {
  for (let index = 0; ; index += 1) {
    try {
      writeFileSync(join(folder, `filler-${index}`), Buffer.alloc(16_384))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
      return () => {
        for (let at = 0; at <= index; at += 1) rmSync(join(folder, `filler-${at}`), { force: true })
      }
    }
  }
}

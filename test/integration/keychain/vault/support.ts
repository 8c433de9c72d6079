// What the vault's tests share: folders, a clock that can be moved, a cheap cost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../../src-main/async/clock.ts'
import { openVault, type PasswordVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { cheap } from './cheap-scrypt.ts'

export const password = 'correct horse battery'

export class MovableClock implements Clock {
  nowMs = 1_800_000_000_000
  now(): number {
    return this.nowMs
  }
}

/** The path of a vault that does not exist yet, in a folder that is removed after the test. */
export function makeVaultFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-vault-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'vault')
}

/** A vault as after a start of the app: nothing of an earlier one is in memory. */
export function restart(file: string, clock: Clock = new MovableClock()): PasswordVault {
  return openVault({ file, clock, scrypt: cheap })
}

/** What work fails with; throws where it does not fail, or not with one of our errors. */
export async function faultOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing failed')
}

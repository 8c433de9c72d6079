// Something a person asks main for: under way, and why it failed.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import { isDeclined } from '../../text/errors/security-faults.ts'
import { toReport } from './api.ts'

export class Attempt {
  isBusy = $state(false)
  error = $state.raw<ErrorReport | null>(null)
  /** True after a no in main's own window, which is not an error. */
  isDeclined = $state(false)

  /** Forgets how the last one ended. */
  clear(): void {
    this.error = null
    this.isDeclined = false
  }

  /** As `ask`, for work without an answer: true when it succeeded. */
  async attempt(work: () => Promise<unknown>, take?: (report: ErrorReport) => boolean): Promise<boolean> {
    const isDone = await this.ask(async () => {
      await work()
      return true
    }, take)
    return isDone ?? false
  }

  /**
   * Runs one at a time; null on failure. Never rejects.
   * @param take - true for an error that is told elsewhere, such as at a field
   */
  async ask<T>(
    work: () => Promise<T>,
    take: (report: ErrorReport) => boolean = () => false,
  ): Promise<T | null> {
    if (this.isBusy) return null
    this.isBusy = true
    this.clear()
    try {
      return await work()
    } catch (cause) {
      const report = toReport(cause)
      if (isDeclined(report)) this.isDeclined = true
      else if (!take(report)) this.error = report
      return null
    } finally {
      this.isBusy = false
    }
  }
}

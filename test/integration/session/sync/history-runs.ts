// Reading a history to its end, or only for a while.
import type { HistoryStream } from '../../../../src-main/session/sync/history-stream.ts'
import { isAppError } from '../../../../src-preload/domain/errors.ts'

const never = new AbortController().signal

/** Steps until there is nothing to do, and answers why; fails where that never comes. */
export async function finish(history: HistoryStream, most = 2_000): Promise<string> {
  for (let count = 0; count < most; count += 1) {
    const result = await history.step(never)
    if (result !== 'more') return result
  }
  throw new Error('the history has no end')
}

/** Steps until there is nothing to do, or it is cut off. True where it was cut off in the middle of a step. */
export async function readAndCut(history: HistoryStream, afterMs: number): Promise<boolean> {
  const stopper = new AbortController()
  const timer = setTimeout(() => stopper.abort(), afterMs)
  try {
    while ((await history.step(stopper.signal)) === 'more');
    return false
  } catch (error) {
    if (!isAppError(error, 'cancelled')) throw error
    return true
  } finally {
    clearTimeout(timer)
  }
}

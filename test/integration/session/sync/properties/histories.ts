// Running one property over many random histories, and telling how many there were.
import fc from 'fast-check'
import { soakRounds } from '../../../../fixtures/soak.ts'
import { seed } from '../../../store/support.ts'

/** So many histories in npm test; `npm run soak -- sync-properties` has 1,000 times as many: 20,000. */
const SAMPLE = 20
/** A long run tells after each so many how far it is. */
const TELL_EVERY = 500

/**
 * Checks the property and prints how many histories held. Where SYNC_COUNT_FAILURES is set, goes on after a failure and
 * counts them instead.
 */
export async function checkHistories<History>(
  name: string,
  history: fc.Arbitrary<History>,
  check: (history: History) => Promise<void>,
): Promise<void> {
  const numRuns = soakRounds(SAMPLE)
  const isCounting = process.env['SYNC_COUNT_FAILURES'] !== undefined
  let failures = 0
  let runs = 0
  const counted = async (one: History): Promise<void> => {
    runs += 1
    if (runs % TELL_EVERY === 0) console.log(`${name}: ${String(runs)} so far (SEED=${String(seed)})`)
    try {
      await check(one)
    } catch (error) {
      failures += 1
      if (!isCounting) throw error
      console.log(`${name}: ${JSON.stringify(one)}: ${String(error).slice(0, 300)}`)
    }
  }
  await fc.assert(fc.asyncProperty(history, counted), { numRuns, seed })
  console.log(`${name}: ${String(numRuns)} histories, ${String(failures)} failed (SEED=${String(seed)})`)
  if (failures > 0) throw new Error(`${name}: ${String(failures)} of ${String(numRuns)} failed`)
}

// A sequence of numbers from a seed, for faults by option. Never for secrets.
import { unitOf } from './random.ts'

/** The next number in [0, 1) with each call; the same seed gives the same sequence. */
export function randomFrom(seed: number): () => number {
  let place = 0
  return () => {
    place += 1
    return unitOf(seed, place, place >>> 16)
  }
}

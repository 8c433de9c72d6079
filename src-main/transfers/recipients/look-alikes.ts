// Detects addresses that look similar to known ones. Pure.

/** Why two addresses look similar. */
export type LikeReason = 'sameEnds' | 'fewDiffer'

/**
 * People compare the ends of an address, and attackers exploit that: a vanity address with seven chosen digits takes minutes
 * to find. By chance, one of a hundred known addresses shares this much with a new one about once in a million.
 */
const minSharedAtEnd = 3
const minShared = 7
/** A typing error changes one or two characters; the checksum catches those unless the address is in a single case. */
const maxDiffering = 6

const digitsOf = (address: string): string => address.slice(2).toLowerCase()

function countShared(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

const reversed = (text: string): string => Array.from(text).reverse().join('')

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, character] of Array.from(one).entries()) {
    const next = [at + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Whether an address looks similar to a known one; null if not, or if it is the same.
 * @param address - `0x` and 40 hex digits in any case; the same for `known`
 */
export function findLikeness(address: string, known: string): LikeReason | null {
  const [one, other] = [digitsOf(address), digitsOf(known)]
  if (one === other) return null
  const [start, end] = [countShared(one, other), countShared(reversed(one), reversed(other))]
  if (start >= minSharedAtEnd && end >= minSharedAtEnd && start + end >= minShared) return 'sameEnds'
  return editDistance(one, other) <= maxDiffering ? 'fewDiffer' : null
}

// Owns: which known addresses another one could be taken for. Pure. Must not: know where addresses come from.

/** Why one address could be taken for another. */
export type LikeReason = 'sameEnds' | 'fewDiffer'

/**
 * People compare the ends of an address, and so do those who make one to be taken for another: a vanity address with seven
 * given digits takes minutes to find. By chance one of a hundred known addresses shares so much with a new one about once in
 * a million.
 */
const leastSharedAtEnd = 3
const leastShared = 7
/** A slip of the hand changes one or two characters; the checksum finds those unless it is written in one case. */
const mostDiffering = 6

const digitsOf = (address: string): string => address.slice(2).toLowerCase()

function countShared(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

const reversed = (text: string): string => Array.from(text).reverse().join('')

/** Insertions, deletions and replacements that make one text of the other (Levenshtein). */
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
 * Whether an address could be taken for a known one; null where it could not, or is the same one.
 * @param address - `0x` and 40 hex digits, in any case; so `known`
 */
export function findLikeness(address: string, known: string): LikeReason | null {
  const [one, other] = [digitsOf(address), digitsOf(known)]
  if (one === other) return null
  const [start, end] = [countShared(one, other), countShared(reversed(one), reversed(other))]
  if (start >= leastSharedAtEnd && end >= leastSharedAtEnd && start + end >= leastShared) return 'sameEnds'
  return editDistance(one, other) <= mostDiffering ? 'fewDiffer' : null
}

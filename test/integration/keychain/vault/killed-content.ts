// What the killed process writes and the test expects, by number.

/** 40,000 characters that are the same for one number and differ for two. */
export function bulkOf(number: number): string {
  return `${number};`.repeat(40_000).slice(0, 40_000)
}

export function passwordOf(number: number): string {
  return `password number ${number}`
}

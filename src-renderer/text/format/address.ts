// Display formats of addresses and keys.

/** First 6 and last 4 characters, for lists: 0x7E5F…5Bdf. */
export function shortenAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The full address in groups of four after 0x, for comparison before sending money. */
export function groupAddress(address: string): string[] {
  const hasPrefix = /^0x/i.test(address)
  const body = hasPrefix ? address.slice(2) : address
  const groups = body.match(/.{1,4}/g) ?? []
  return hasPrefix ? [address.slice(0, 2), ...groups] : groups
}

/** The address in a text that contains nothing else but spaces around it, as it was typed; null otherwise. */
export function readAddress(typed: string): string | null {
  const text = typed.trim()
  return /^0x[0-9a-f]{40}$/i.test(text) ? text : null
}

// Checks whether the clipboard still holds the pasted address, to detect malware that swaps addresses.
// Keeps nothing of the clipboard but an address.

export interface ClipboardWatch {
  /** The address in the clipboard now, if `source` says that this one was pasted; otherwise, or without an address, null. */
  lookFor(source: 'paste' | 'typed' | 'book' | 'recent'): Promise<string | null>
}

/** @param readText - reads the system's clipboard */
export function createClipboardWatch(readText: () => Promise<string>): ClipboardWatch {
  return {
    async lookFor(source) {
      if (source !== 'paste') return null
      return /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(await readText())?.[0] ?? null
    },
  }
}

// Owns: whether the clipboard still holds the address that was pasted: programs that swap addresses there are an old trick.
// Must not: keep or tell anything of the clipboard but an address.

export interface ClipboardWatch {
  /**
   * The address that lies in the clipboard now, where `source` says that this one came from there; null where it did not, or
   * where no address lies there.
   */
  lookFor(source: 'paste' | 'typed' | 'book' | 'recent'): Promise<string | null>
}

/** @param readText - of the system's clipboard */
export function createClipboardWatch(readText: () => Promise<string>): ClipboardWatch {
  return {
    async lookFor(source) {
      if (source !== 'paste') return null
      return /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(await readText())?.[0] ?? null
    },
  }
}

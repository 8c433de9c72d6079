// Settings that hold entries of the user's own: what this version cannot read of them stays.
import type { z } from 'zod'
import { parseJson } from '../../store/parse-json.ts'
import type { Store } from '../../store/api/store-api.ts'

export type Settings = Pick<Store, 'getSetting' | 'setSetting'>

/** Entries of a list, and those that are not read, such as those of another version, as they are. */
export interface KeptEntries<T> {
  readonly entries: T[]
  readonly unread: readonly unknown[]
}

/**
 * Reads each entry separately, so that a damaged or newer one does not affect the others.
 *
 * @param most - entries beyond this number are not read
 * @param nameOf - of two entries with the same name the second is not read
 */
export function readEntries<T>(
  kept: readonly unknown[],
  schema: z.ZodType<T>,
  most: number,
  nameOf?: (entry: T) => string,
): KeptEntries<T> {
  const entries: T[] = []
  const unread: unknown[] = []
  const names = new Set<string>()
  for (const each of kept) {
    const read = schema.safeParse(each)
    const name = read.success ? nameOf?.(read.data) : undefined
    if (!read.success || entries.length === most || (name !== undefined && names.has(name))) unread.push(each)
    else {
      entries.push(read.data)
      if (name !== undefined) names.add(name)
    }
  }
  return { entries, unread }
}

/** Setting with the last text of another one that was not readable as a whole. Nothing reads it but a person. */
export const unreadKey = (key: string): string => `${key}Unread`

/** Reads a setting's JSON before it is overwritten. Where `isReadable` says no, its text is first kept under `unreadKey`. */
export async function keepUnread(
  store: Settings,
  key: string,
  isReadable: (kept: unknown) => boolean,
): Promise<unknown> {
  const text = await store.getSetting(key)
  const kept = parseJson(text)
  if (text !== null && !isReadable(kept)) await store.setSetting(unreadKey(key), text)
  return kept
}

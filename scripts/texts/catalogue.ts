// Stores the catalogues: one .po file per language, sorted by text for reproducible files.
import { type Item, pofile, type StorageFactory } from 'wuchale'

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The library's .po files, in our order. */
export const catalogue: StorageFactory = async (options) => {
  const files = await pofile()(options)
  const textOf = ({ translations }: Item): string => (translations.get(options.sourceLocale) ?? []).join('\n')
  return {
    key: files.key,
    files: files.files,
    load: () => files.load(),
    save: (data) =>
      files.save({
        ...data,
        items: data.items.toSorted((one, other) => compare(textOf(one), textOf(other))),
      }),
  }
}

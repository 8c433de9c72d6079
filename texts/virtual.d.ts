// Owns: the types of what the bundler makes of the catalogues (scripts/texts/dictionary-plugin.ts).
declare module 'virtual:dictionaries/page' {
  import type { Dictionary } from './translate.ts'
  /** By language; none for English. */
  export const dictionaries: Readonly<Record<string, (() => Promise<Dictionary>) | undefined>>
}
declare module 'virtual:dictionaries/main' {
  import type { Dictionary } from './translate.ts'
  /** By language; none for English. */
  export const dictionaries: Readonly<Record<string, Dictionary | undefined>>
}

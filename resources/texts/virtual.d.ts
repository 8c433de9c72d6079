// Owns: the types of what the bundler makes of the catalogues (scripts/texts/dictionary-plugin.ts).
/* eslint-disable @typescript-eslint/consistent-type-imports -- an import statement would make this file a module, which can declare none */
declare module 'virtual:dictionaries/page' {
  /** By language; none for English. */
  export const dictionaries: Readonly<
    Record<string, (() => Promise<import('./translate.ts').Dictionary>) | undefined>
  >
}
declare module 'virtual:dictionaries/main' {
  /** By language; none for English. */
  export const dictionaries: Readonly<Record<string, import('./translate.ts').Dictionary | undefined>>
}

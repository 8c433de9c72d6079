// Formats a count with its noun in the plural forms of a language.

const englishForm = (count: number): number => (count === 1 ? 0 : 1)

/**
 * "1 order", "2500 orders".
 * @param forms - of the noun: one, more; another language may have other forms
 * @param formOf - index of the form for a count; supplied with the forms of another language (scripts/texts/adapters.ts)
 * @param write - formats the figure
 */
export function countOf(
  count: number,
  forms: readonly string[],
  formOf: (count: number) => number = englishForm,
  write: (count: number) => string = String,
): string {
  return `${write(count)} ${forms[formOf(count)] ?? forms.at(-1) ?? ''}`
}

// Owns: a count with its noun, in the forms that a language has. Must not: write figures as a region does.

const englishForm = (count: number): number => (count === 1 ? 0 : 1)

/**
 * "1 order", "2500 orders".
 * @param forms - of the noun: for one, for more; another language may have other forms
 * @param formOf - which of the forms goes with a count; put in with the forms of another language (scripts/texts/adapters.ts)
 * @param write - the figure as it is read
 */
export function countOf(
  count: number,
  forms: readonly string[],
  formOf: (count: number) => number = englishForm,
  write: (count: number) => string = String,
): string {
  return `${write(count)} ${forms[formOf(count)] ?? forms.at(-1) ?? ''}`
}

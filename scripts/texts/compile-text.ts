// Owns: a text of a catalogue in the form that the app shows it from. Must not: know files.
import type { CompiledElement } from 'wuchale'
import { compileTranslation } from 'wuchale/compiler'

/**
 * A text as it is, or as pieces with the numbers of values and tags between them; the forms of a noun as a list.
 * @param texts - one, or the forms of a noun
 */
export const compileText = (texts: readonly string[]): CompiledElement =>
  texts.length > 1 ? [...texts] : compileTranslation(texts[0] ?? '', '')

// Compiles a catalogue text to its runtime form.
import type { CompiledElement } from 'wuchale'
import { compileTranslation } from 'wuchale/compiler'

/**
 * A text unchanged, or pieces with the indexes of values and tags in between; plural forms as a list.
 * @param texts - one text, or the plural forms of a noun
 */
export const compileText = (texts: readonly string[]): CompiledElement =>
  texts.length > 1 ? [...texts] : compileTranslation(texts[0] ?? '', '')

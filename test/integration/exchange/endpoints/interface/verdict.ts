// What may become of one node of an answer, and what makes a kind of plain value.
import type fc from 'fast-check'
import { Digits, isObject, type Json } from './json-text.ts'

/**
 * What may become of a node. `values`: the meanings that it may be read as; `refusals`: the paths, from the node on, that a
 * refusal may name. Both where the documents leave open whether it is right; then it may be read as this or refused.
 */
export interface Verdict {
  readonly values: readonly unknown[]
  readonly refusals: readonly string[]
}

export const accept = (value: unknown): Verdict => ({ values: [value], refusals: [] })
export const refuse = (path = ''): Verdict => ({ values: [], refusals: [path] })
/** Not promised, and harmless where it is read as this. */
export const either = (value: unknown): Verdict => ({ values: [value], refusals: [''] })

export interface Scalar {
  readonly is: 'scalar'
  readonly judge: (node: Json) => Verdict
  /** Values that are sound. */
  readonly sample: fc.Arbitrary<Json>
  /** Values that look nearly so. */
  readonly near: readonly Json[]
}

export function scalar(judge: Scalar['judge'], sample: fc.Arbitrary<Json>, near: readonly Json[]): Scalar {
  return { is: 'scalar', judge, sample, near }
}

/** Short for a number in its text. */
export const digits = (source: string): Digits => new Digits(source)

/** Values of every type, for fields of any kind. */
export const foreignValues: readonly Json[] = [
  null,
  true,
  false,
  '',
  ' ',
  'zzz',
  'NaN',
  '1e5',
  digits('7'),
  digits('-7'),
  digits('1.5'),
  digits('1667855520000'),
  digits('9007199254740993'),
  [],
  {},
  [null],
  ['x'],
  [[]],
  { a: digits('1') },
  { id: digits('5') },
  { value: '1.0' },
]

/** Whether a node is an object with a field. */
export function fieldOf(node: Json, name: string): Json | undefined {
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined
}

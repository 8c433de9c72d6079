// The places in an answer: which there are, what should be there, and which nobody has told us of.
import fc from 'fast-check'
import { isList, isObject, type Json, writeJson } from './json-text.ts'
import { seconds } from './numbers.ts'
import type { Kind } from './shapes.ts'
import { digits, refuse, type Scalar } from './verdict.ts'

/** Stand in for cells and rows where they are damaged; their list judges them. */
const candleCell: Scalar = {
  is: 'scalar',
  judge: () => refuse(),
  sample: fc.constant(digits('1')),
  near: ['1336.63', '', 'NaN', digits('1e999'), digits('-1e999'), digits('1e-999')],
}
const candleRow: Scalar = {
  is: 'scalar',
  judge: () => refuse(),
  sample: fc.constant([]),
  near: [[], ['60'], Array.from({ length: 7 }, () => digits('60')), { length: digits('6') }],
}

/** A place in an answer, and what should be there. */
export interface Place {
  readonly path: readonly (string | number)[]
  readonly kind: Kind
}

/** Every place in a node of this kind, absent fields included, its own first. */
export function placesIn(kind: Kind, node: Json, path: Place['path'] = []): Place[] {
  const here = { path, kind }
  switch (kind.is) {
    case 'scalar':
      return [here]
    case 'object':
      return [
        here,
        ...kind.fields.flatMap((field) =>
          placesIn(field.kind, isObject(node) ? (node[field.name] ?? null) : null, [...path, field.name]),
        ),
      ]
    case 'rows':
      if (kind.mayBeOne && isObject(node)) return placesIn(kind.row, node, path)
      return [
        here,
        ...(isList(node) ? node : []).flatMap((row, index) => placesIn(kind.row, row, [...path, index])),
      ]
    case 'keyed':
      if (kind.one?.is(node) === true) return placesIn(kind.one.row, node, path)
      return [
        here,
        ...Object.entries(isObject(node) ? node : {}).flatMap(([name, row]) =>
          placesIn(kind.row, row, [...path, name]),
        ),
      ]
    case 'candles':
      return [
        here,
        ...(isList(node) ? node : []).flatMap((row, index) => [
          { path: [...path, index], kind: candleRow },
          ...(isList(row) ? row : []).map((_cell, column) => ({
            path: [...path, index, column],
            kind: column === 0 ? seconds : candleCell,
          })),
        ]),
      ]
  }
}

/** Fields of an answer that its kind does not know, as paths. */
export function unknownFields(kind: Kind, node: Json, path: Place['path'] = []): string[] {
  if (kind.is === 'rows' && isList(node))
    return node.flatMap((row, index) => unknownFields(kind.row, row, [...path, index]))
  if (kind.is === 'rows' && kind.mayBeOne) return unknownFields(kind.row, node, path)
  if (kind.is === 'keyed' && kind.one?.is(node) === true) return unknownFields(kind.one.row, node, path)
  if (kind.is === 'keyed' && isObject(node))
    return Object.entries(node).flatMap(([name, row]) => unknownFields(kind.row, row, [...path, name]))
  if (kind.is !== 'object' || !isObject(node)) return []
  return Object.entries(node).flatMap(([name, value]) => {
    const field = kind.fields.find((candidate) => candidate.name === name)
    return field === undefined
      ? [`${[...path, name].join('.')} = ${writeJson(value)}`]
      : unknownFields(field.kind, value, [...path, name])
  })
}

// One damage to a sound answer: a field removed, renamed or replaced, an item of a list sent twice.
import fc from 'fast-check'
import { isList, isObject, type Json, withField, withoutField } from './json-text.ts'
import { type Place, placesIn } from './places.ts'
import type { Kind } from './shapes.ts'
import { foreignValues } from './verdict.ts'

/** Which damage is done; the numbers choose among what the answer has. */
export interface Damage {
  readonly how: 'none' | 'remove' | 'rename' | 'repeat' | 'replace'
  readonly place: number
  readonly value: number
  readonly isNear: boolean
}

const replaceMostly = { weight: 5, arbitrary: fc.constant('replace' as const) }
const others = fc.constantFrom('none', 'remove', 'rename', 'repeat')

export const anyDamage: fc.Arbitrary<Damage> = fc.record(
  {
    how: fc.oneof(replaceMostly, { weight: 4, arbitrary: others }),
    place: fc.nat(9_999),
    value: fc.nat(9_999),
    isNear: fc.boolean(),
  },
  { noNullPrototype: true },
)

const choose = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

/** A copy in which `change` has been made to the container of the last step. */
function at(node: Json, path: Place['path'], change: (container: Json, step: string | number) => Json): Json {
  const [step, ...rest] = path
  if (step === undefined) return node
  if (rest.length === 0) return change(node, step)
  if (isList(node)) return node.map((item, index) => (index === step ? at(item, rest, change) : item))
  if (!isObject(node) || !Object.hasOwn(node, step)) return node
  return withField(node, String(step), at(node[step] ?? null, rest, change))
}

function remove(container: Json, step: string | number): Json {
  if (isList(container)) return container.filter((_item, index) => index !== step)
  return isObject(container) ? withoutField(container, String(step)) : container
}

function rename(container: Json, step: string | number): Json {
  if (!isObject(container) || !Object.hasOwn(container, step)) return container
  const name = String(step)
  return withField(withoutField(container, name), `${name}_of_late`, container[name] ?? null)
}

function repeat(container: Json, step: string | number): Json {
  return isList(container)
    ? container.flatMap((item, index) => (index === step ? [item, item] : [item]))
    : container
}

function replace(value: Json): (container: Json, step: string | number) => Json {
  return (container, step) => {
    if (isList(container)) return container.map((item, index) => (index === step ? value : item))
    return isObject(container) ? withField(container, String(step), value) : container
  }
}

/** The answer with the damage done. */
export function damaged(kind: Kind, answer: Json, damage: Damage): Json {
  const places = placesIn(kind, answer)
  const { path, kind: here } = choose(places, damage.place) ?? { path: [], kind }
  const near = here.is === 'scalar' && damage.isNear ? here.near : []
  const value = choose(near.length > 0 ? near : foreignValues, damage.value) ?? null
  switch (damage.how) {
    case 'none':
      return answer
    case 'remove':
      return at(answer, path, remove)
    case 'rename':
      return at(answer, path, rename)
    case 'repeat':
      return at(answer, path, repeat)
    case 'replace':
      return path.length === 0 ? value : at(answer, path, replace(value))
  }
}

/** Every damage that there is for an answer. */
export function* everyDamage(kind: Kind, answer: Json): Generator<Damage> {
  for (const [place, { kind: here }] of placesIn(kind, answer).entries()) {
    for (const how of ['remove', 'rename', 'repeat'] as const) yield { how, place, value: 0, isNear: false }
    const replaced = { how: 'replace', place } as const
    for (const value of foreignValues.keys()) yield { ...replaced, value, isNear: false }
    const near = here.is === 'scalar' ? here.near : []
    for (const value of near.keys()) yield { ...replaced, value, isNear: true }
  }
}

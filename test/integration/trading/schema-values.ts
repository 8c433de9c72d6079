// Random values that fit a schema of the contract, made of what a page knows: open tickets, orders, markets, amounts.
import { z } from 'zod'

/** What a script in the page has seen. */
export interface Seen {
  readonly tickets: readonly string[]
  readonly orders: readonly number[]
  readonly markets: readonly string[]
}

type Json = Readonly<Record<string, unknown>>
const uuid = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const amounts = [
  '0',
  '0.0001',
  '0.001',
  '0.01',
  '0.1',
  '1',
  '5',
  '50',
  '100',
  '1222.52',
  '99000',
  '1e9',
  '-1',
  '0.123456789',
]
const words = ['', 'a', 'usdc', 'ethusdc', '2026-01-01', '<script>', 'x'.repeat(300)]

const asList = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** @param random - uniform in [0, 1) */
export function makeValues(random: () => number) {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]

  function text(name: string, seen: Seen): unknown {
    if (/ticket/i.test(name)) return pick([...seen.tickets, uuid])
    if (/^id$/.test(name)) return pick([...seen.tickets, uuid])
    if (/market|symbol/i.test(name)) return pick(seen.markets)
    if (/quote|currency/i.test(name)) return pick(['usdc', 'usdt', 'btc'])
    if (/percent/i.test(name)) return pick(['0.5', '1', '5', '100'])
    if (/amount|price|largest|sum|limit|lowest|highest|per/i.test(name)) return pick(amounts)
    return pick(words)
  }

  function whole(name: string, { minimum = 0, maximum = 1_000 }: Json, seen: Seen): unknown {
    if (/order/i.test(name) && random() < 0.8) return pick([...seen.orders, 7])
    const least = Math.max(Number(minimum), 0)
    const most = Math.min(Number(maximum), least + 500)
    return pick([least, most, least + Math.floor(random() * (most - least + 1))])
  }

  function make(schema: Json, name: string, seen: Seen): unknown {
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return pick(schema['enum'] as unknown[])
    const either = [...asList(schema['anyOf']), ...asList(schema['oneOf'])]
    if (either.length > 0) return make(pick(either) ?? {}, name, seen)
    switch (schema['type']) {
      case 'object': {
        const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
        const required = new Set((schema['required'] ?? []) as string[])
        return Object.fromEntries(
          properties
            .filter(([key]) => required.has(key) || random() < 0.5)
            .map(([key, inner]) => [key, make(inner, key, seen)]),
        )
      }
      case 'array':
        return Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
          make((schema['items'] ?? {}) as Json, name, seen),
        )
      case 'string':
        return text(name, seen)
      case 'integer':
      case 'number':
        return whole(name, schema, seen)
      case 'boolean':
        return random() < 0.5
      default:
        return null
    }
  }

  const known = new Map<string, Json>()
  return (channel: string, input: z.ZodType, seen: Seen): unknown => {
    const schema =
      known.get(channel) ?? (z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as Json)
    known.set(channel, schema)
    return make(schema, '', seen)
  }
}

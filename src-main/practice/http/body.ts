// Owns: reading JSON bodies strictly. Must not: read more than the limit, or let a parser's wording out.
import type { Context } from 'hono'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** Bytes of the largest body; the interface's bodies are a few hundred. */
const mostBytes = 64 * 1024

/** Bytes that are read and forgotten for the sake of an orderly answer; a sender of more is cut off. */
const mostDiscarded = 8 * 1024 * 1024

/** The bytes of a body, kept no further than the limit, whether it announces its length or not. */
async function readBytes(c: Context): Promise<Uint8Array> {
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size <= mostBytes) chunks.push(chunk)
      // An answer before the end of the body would be lost to senders that read it only afterwards.
      if (size > mostDiscarded) {
        c.header('Connection', 'close')
        break
      }
    }
  } catch {
    // The sender hung up or broke the framing: its doing, not a fault here.
    throw new Refusal(400, 'The request body ended early.')
  }
  if (size > mostBytes) throw new Refusal(413, 'Request body is too large.')
  return Buffer.concat(chunks)
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's own words would quote the body, which may hold keys.
    throw new Refusal(400, 'JSON parse error: the body is not valid JSON.')
  }
}

function sentenceOf(issue: z.core.$ZodIssue, body: unknown): string {
  const field = issue.path.join('.')
  let value: unknown = body
  for (const step of issue.path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
  }
  if (value === undefined) return `${field}: This field is required.`
  // Sentences that the facts give whole name their field themselves.
  return issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`
}

/** The fields of a form; one that is given twice is refused, because nobody can mean that. */
function parseForm(bytes: Uint8Array): Record<string, string> {
  const fields = new URLSearchParams(new TextDecoder().decode(bytes))
  const names = [...fields.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Refusal(400, `${twice}: Give this field once.`)
  return Object.fromEntries(fields)
}

function contentTypeOf(c: Context): string {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * The JSON body of a request by a schema. Errors: Refusal 415 for another content type, 400 for anything that does not
 * fit; `payload` is the one of these refusals (facts, A5, where they give one).
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  payload: '' | Record<string, never> = {},
): Promise<z.infer<Schema>> {
  if (contentTypeOf(c) !== 'application/json') {
    throw new Refusal(415, 'Unsupported media type, send application/json.')
  }
  return check(parse(await readBytes(c)), schema, payload)
}

/** Like {@link readBody}, and takes the same fields as an HTML form too. */
export async function readBodyOrForm<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  if (contentTypeOf(c) !== 'application/x-www-form-urlencoded') return readBody(c, schema)
  return check(parseForm(await readBytes(c)), schema, {})
}

function check<Schema extends z.ZodType>(
  body: unknown,
  schema: Schema,
  payload: '' | Record<string, never>,
): z.infer<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'Invalid data. Expected a JSON object.')
  }
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal(400, issue === undefined ? 'Invalid data.' : sentenceOf(issue, body), payload)
}

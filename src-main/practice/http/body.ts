// Parses JSON bodies strictly, up to a size limit, without exposing parser messages.
import type { Context } from 'hono'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** Maximum body size in bytes; the API's bodies have a few hundred. */
const maxBytes = 64 * 1024

/** Bytes discarded before an orderly error response; a larger upload is cut off. */
const maxDiscarded = 8 * 1024 * 1024

/** The bytes of a body up to the limit, with or without an announced length. */
async function readBytes(c: Context): Promise<Uint8Array> {
  const body: AsyncIterable<Uint8Array> | null = c.req.raw.body
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      // Senders that read only after sending would lose a response sent before the end of the body.
      if (size > maxDiscarded) {
        c.header('Connection', 'close')
        break
      }
    }
  } catch {
    // The sender disconnected or broke the framing; not an internal fault.
    throw new Refusal(400, 'The request body ended early.')
  }
  if (size > maxBytes) throw new Refusal(413, 'Request body is too large.')
  return Buffer.concat(chunks)
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's message would quote the body, which may hold keys.
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
  // Complete messages from the facts already name their field.
  return issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`
}

/** The fields of a form; a duplicate field is refused. */
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
 * Parses the JSON body of a request. Errors: Refusal 415 for another content type, 400 for invalid input; `payload` is the
 * payload of these refusals (facts, A5, where given).
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

/** Like {@link readBody}, and also accepts the fields as an HTML form. */
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

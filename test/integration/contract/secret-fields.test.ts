// Every field which could hold a secret is marked as one, and that none has a place on the way to a page.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createEmit } from '../../../src-main/ipc/events.ts'
import { createTranscript } from '../../../src-main/ipc/transcript.ts'
import { readSettings } from '../../../src-main/app/start-settings.ts'
import type { ChannelDefinition } from '../../../src-preload/contract/channel.ts'
import {
  channelNames,
  channels,
  confirmChannelNames,
  events,
} from '../../../src-preload/contract/contract.ts'

const definitions: Readonly<Record<string, ChannelDefinition>> = channels

/** The field's name says that a person may put a secret there. */
const suspicious = /key|phrase|password|secret|signature|token|file|value|words|mnemonic|seed/i

/** Fields of such a name that hold no secret, each with why. */
const publicInputs: Readonly<Record<string, string>> = {
  'app:showSavedFile file': 'the name of a file that was saved, as saving it returned',
  'portfolio:addMovement value': 'what a deposit or withdrawal was worth',
}
const publicOutputs: Readonly<Record<string, string>> = {
  'profile.starkKey': 'the public half, as the service has it in the profile',
  'limits.signatures': 'how many signatures a session may make, or has left',
  'left.signatures': 'how many signatures a session may make, or has left',
}

interface Field {
  /** Names from the outside in, `[]` for entries. */
  readonly path: string
  readonly name: string
  readonly type: z.core.$ZodType
}

/** Every field of a schema, at any depth and in each of its alternatives. A kind of schema that is not known fails. */
function fieldsOf(schema: z.core.$ZodType, path: string[] = []): Field[] {
  const type = schema as z.core.$ZodTypes
  const { def } = type._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => [
        { path: [...path, name].join('.'), name, type: inner },
        ...fieldsOf(inner, [...path, name]),
      ])
    case 'union':
      return def.options.flatMap((option) => fieldsOf(option, path))
    case 'array':
      return fieldsOf(def.element, [...path, '[]'])
    case 'tuple':
      return def.items.flatMap((item) => fieldsOf(item, [...path, '[]']))
    case 'record':
      return fieldsOf(def.valueType, [...path, '[]'])
    case 'nullable':
    case 'optional':
    case 'default':
      return fieldsOf(def.innerType, path)
    case 'pipe':
      return fieldsOf(def.in, path)
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'null':
    case 'literal':
    case 'enum':
    case 'custom':
      return []
    default:
      throw new Error(`a schema of type ${def.type} at ${path.join('.')}: teach this test to look into it`)
  }
}

/** What a field can hold, without `nullable` and the like around it. */
function kindsOf(schema: z.core.$ZodType): string[] {
  const type = schema as z.core.$ZodTypes
  const { def } = type._zod
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'default')
    return kindsOf(def.innerType)
  if (def.type === 'array') return kindsOf(def.element)
  if (def.type === 'union') return def.options.flatMap(kindsOf)
  return [def.type]
}

const holdsText = ({ type }: Field): boolean =>
  kindsOf(type).some((kind) => kind === 'string' || kind === 'custom')

describe('what a page sends', () => {
  test.each(Object.keys(definitions))('%s marks each field that could hold a secret', (name) => {
    const { input, secretFields = [] } = definitions[name] as ChannelDefinition
    const unmarked = fieldsOf(input)
      .filter((field) => suspicious.test(field.name) && holdsText(field))
      .filter((field) => !secretFields.includes(field.name) && !(`${name} ${field.path}` in publicInputs))
    expect(unmarked.map((field) => field.path)).toEqual([])
  })

  test.each(Object.keys(definitions))('%s marks no field that it does not have', (name) => {
    const { input, secretFields = [] } = definitions[name] as ChannelDefinition
    const names = fieldsOf(input).map((field) => field.name)
    expect(secretFields.filter((field) => !names.includes(field))).toEqual([])
  })
})

describe('what the main window sends', () => {
  /** Each with why it may be typed there. */
  const exceptions: Readonly<Record<string, string>> = {
    'accounts:giveSignature signature':
      'made elsewhere for one login text: it signs in once and moves nothing; the contract says so',
  }

  test.each(channelNames)('%s takes no secret', (name) => {
    const { input, secretFields = [] } = definitions[name] as ChannelDefinition
    const found = fieldsOf(input)
      .filter((field) => suspicious.test(field.name) && holdsText(field))
      .map((field) => `${name} ${field.path}`)
      .filter((field) => !(field in publicInputs) && !(field in exceptions))
    expect(found).toEqual([])
    expect(secretFields.filter((field) => !(`${name} ${field}` in exceptions))).toEqual([])
  })

  test('every secret has its field in the confirmation window instead', () => {
    const typed = confirmChannelNames.flatMap((name) => definitions[name]?.secretFields ?? [])
    expect(typed).toEqual(
      expect.arrayContaining([
        'ethereumPrivateKey',
        'starkPrivateKey',
        'phrase',
        'passphrase',
        'file',
        'password',
        'currentPassword',
        'newPassword',
        'value',
      ]),
    )
  })
})

describe('what a page is given', () => {
  const secretName =
    /^(?!.*public)(?=.*(?:key|phrase|mnemonic|password|token|secret|seed|words|signature)(?:s|text|hex|base64)?$)/i
  const schemas: [string, z.core.$ZodType][] = [
    ...channelNames.map((name): [string, z.core.$ZodType] => [name, channels[name].output]),
    ...Object.entries(events),
  ]
  /** Neither yes or no nor a closed list of words can carry a secret. */
  const canCarry = ({ type }: Field): boolean =>
    kindsOf(type).some((kind) => !['boolean', 'enum', 'literal', 'null'].includes(kind)) &&
    // An object of such a name is judged by its own fields.
    fieldsOf(type).length === 0
  const isPublic = ({ path }: Field): boolean =>
    Object.keys(publicOutputs).some((known) => path === known || path.endsWith(`.${known}`))

  test.each(schemas)('%s has no field for a secret', (_name, schema) => {
    const found = fieldsOf(schema).filter((field) => secretName.test(field.name) && canCarry(field))
    expect(found.filter((field) => !isPublic(field)).map((field) => field.path)).toEqual([])
  })

  test('a private key, a phrase or a token in an answer would be found', () => {
    const names = [
      'privateKey',
      'starkPrivateKey',
      'phrase',
      'mnemonic',
      'password',
      'refreshToken',
      'secret',
      'words',
    ]
    for (const name of names) expect(name).toMatch(secretName)
    for (const name of ['publicKey', 'keyKind', 'tokenCount', 'fileName'])
      expect(name).not.toMatch(secretName)
  })
})

describe('the transcript', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'starkdesk-transcript-'))
    file = join(folder, 'border.jsonl')
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const read = (): unknown[] =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))

  const marked = Object.entries(definitions).flatMap(([name, { secretFields = [] }]) =>
    secretFields.map((field) => [name, field] as const),
  )
  test.each(marked)('%s does not show %s, at whatever depth it stands', (name, field) => {
    const transcript = createTranscript(file)
    const hidden = 'not for other eyes'
    transcript.call(name, { [field]: hidden, other: 'shown', wallet: { [field]: [hidden] } })
    transcript.call(name, { list: [{ [field]: hidden }], map: new Map([[field, hidden]]) })
    expect(readFileSync(file, 'utf8')).not.toContain(hidden)
    expect(read()).toEqual([
      { kind: 'call', name, input: { [field]: '[secret]', other: 'shown', wallet: { [field]: '[secret]' } } },
      { kind: 'call', name, input: { list: [{ [field]: '[secret]' }], map: { [field]: '[secret]' } } },
    ])
  })

  test('tells calls, answers and events in their order, to the user alone', () => {
    const transcript = createTranscript(file)
    transcript.call('confirm:answer', { kind: 'serviceKey', value: 'k' })
    transcript.answer('confirm:answer', { ok: true, value: { done: 1 } })
    transcript.answer('orders:get', {
      ok: false,
      error: { code: 'notFound', data: { what: 'order' }, ref: null },
    })
    const sent: unknown[] = []
    const log = { info: () => undefined, fault: () => undefined }
    const emit = createEmit((name, payload) => sent.push([name, payload]), log, transcript)
    emit('orders:changed', {
      ids: [7],
      sync: { cached: 7, open: 0, isComplete: true, asOfMs: null, refusedRows: 0, lastError: null },
    })
    expect(sent).toHaveLength(1)
    expect(read()).toMatchObject([
      { kind: 'call', name: 'confirm:answer', input: { kind: 'serviceKey', value: '[secret]' } },
      { kind: 'answer', name: 'confirm:answer', result: { ok: true, value: { done: 1 } } },
      { kind: 'answer', name: 'orders:get', result: { ok: false, error: { code: 'notFound' } } },
      { kind: 'event', name: 'orders:changed' },
    ])
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('shows no secret under a wrong name, no unknown channel, and nothing huge', () => {
    const transcript = createTranscript(file)
    const phrase = `${'abandon '.repeat(11)}about`
    transcript.call('accounts:rename', { label: phrase, extra: `0x${'5e'.repeat(32)}` })
    transcript.call('nobody:knows', { word: 'shown?' })
    transcript.call('toString', { word: 'shown?' })
    transcript.call('orders:get', { id: 'x'.repeat(300_000) })
    transcript.answer('confirm:getRequest', { ok: true, value: { words: phrase.split(' ') } })
    expect(read()).toEqual([
      { kind: 'call', name: 'accounts:rename', input: { label: '[redacted]', extra: '[redacted]' } },
      { kind: 'call', name: 'nobody:knows', input: '[secret]' },
      { kind: 'call', name: 'toString', input: '[secret]' },
      { kind: 'call', name: 'orders:get', input: '[too large]' },
      { kind: 'answer', name: 'confirm:getRequest', result: { ok: true, value: { words: '[redacted]' } } },
    ])
  })

  test('is for development: a packaged app takes no file from its environment', () => {
    const env = { STARKDESK_TRANSCRIPT: file }
    expect(readSettings(env, false).transcriptFile).toBe(file)
    expect(readSettings(env, true).transcriptFile).toBeNull()
    expect(readSettings({}, false).transcriptFile).toBeNull()
    expect(() => createTranscript(join(folder, 'nowhere', 'x'))).toThrow()
  })
})

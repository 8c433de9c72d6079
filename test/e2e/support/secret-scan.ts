// Looking for secrets in bytes, in every spelling in which one could have been left there.

/** A key by its hex digits (with or without `0x`), or what a person typed. `name` is how it is reported. */
export type Secret =
  | { readonly name: string; readonly kind: 'key'; readonly hex: string }
  | { readonly name: string; readonly kind: 'text'; readonly text: string }

export interface Found {
  readonly name: string
  readonly spelling: string
}

interface Needle extends Found {
  readonly bytes: Buffer
}

/**
 * Long secrets are looked for in pieces of this many characters: most of a key, or the first words of a phrase as it was being
 * typed, give it away too. Shorter ones are looked for whole.
 */
const pieceLength = 16
/** Anything shorter turns up by chance. */
const shortest = 6

function piecesOf(text: string): string[] {
  if (text.length <= pieceLength) return [text]
  const count = Math.floor(text.length / pieceLength)
  const pieces = Array.from({ length: count }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  )
  return [...pieces, text.slice(-pieceLength)]
}

/** What stays the same of bytes within a longer base64 text, for each of the three places at which they can begin. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // Digits that hold bits of a neighbor are left out.
    const start = [0, 2, 3][shift] ?? 0
    const spare = (shift + bytes.length) % 3
    return text.slice(start, spare === 0 ? text.length : -1)
  })
}

const toUrlForm = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')

function spellBytes(bytes: Buffer): [string, string][] {
  const hex = bytes.toString('hex')
  return [
    ...piecesOf(hex).map((piece): [string, string] => ['hex', piece]),
    ...piecesOf(hex.toUpperCase()).map((piece): [string, string] => ['hex in capitals', piece]),
    ...base64Of(bytes).flatMap((text): [string, string][] => [
      ...piecesOf(text).map((piece): [string, string] => ['base64', piece]),
      ...piecesOf(toUrlForm(text)).map((piece): [string, string] => ['base64url', piece]),
    ]),
  ]
}

function spell(secret: Secret): [string, string][] {
  if (secret.kind === 'key') {
    const digits = secret.hex.replace(/^0x/i, '')
    const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
    const decimal = BigInt(`0x${digits}`).toString()
    return [
      ...spellBytes(bytes),
      ...piecesOf(decimal).map((piece): [string, string] => ['decimal', piece]),
      // As it was typed, which can be capitals and small letters in turn.
      ...piecesOf(digits).map((piece): [string, string] => ['hex as given', piece]),
    ]
  }
  const { text } = secret
  const words = text.trim().split(/\s+/)
  const forms: [string, string][] = [
    ['text', text],
    ['capitals', text.toUpperCase()],
    ['small letters', text.toLowerCase()],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['address', encodeURIComponent(text)],
    ...(words.length >= 12
      ? ([
          ['words as a list', words.join('","')],
          ['words by commas', words.join(',')],
          ['words by lines', words.join('\n')],
          ['words by lines, in JSON', words.join('\\n')],
        ] as [string, string][])
      : []),
  ]
  return [
    ...forms.flatMap(([name, form]) => piecesOf(form).map((piece): [string, string] => [name, piece])),
    ...spellBytes(Buffer.from(text)),
  ]
}

function keyBytes(secret: Secret): [string, Buffer][] {
  if (secret.kind === 'text') return []
  const bytes = Buffer.from(secret.hex.replace(/^0x/i, '').padStart(64, '0'), 'hex')
  return [
    ['bytes', bytes],
    ['bytes backwards', Buffer.from(bytes).reverse()],
  ]
}

function needlesOf(secret: Secret): Needle[] {
  const { name } = secret
  const texts = new Map(spell(secret).map(([spelling, text]) => [text, spelling]))
  const needles = [...texts].flatMap(([text, spelling]) => {
    if (text.length < shortest) throw new Error(`${name} is too short to be looked for as ${spelling}`)
    return [
      { name, spelling, bytes: Buffer.from(text, 'utf8') },
      { name, spelling: `${spelling}, UTF-16`, bytes: Buffer.from(text, 'utf16le') },
    ]
  })
  return [...needles, ...keyBytes(secret).map(([spelling, bytes]) => ({ name, spelling, bytes }))]
}

/** By how many of its first bytes a needle is found; every needle has as many. */
const leadLength = shortest

/** Needles by their first bytes, read as a number. */
function indexByLead(needles: readonly Needle[]): Map<number, Needle[]> {
  const byLead = new Map<number, Needle[]>()
  for (const needle of needles) {
    const lead = needle.bytes.readUIntBE(0, leadLength)
    byLead.set(lead, [...(byLead.get(lead) ?? []), needle])
  }
  return byLead
}

const half = 2 ** 24
/** Small enough for the processor's cache, large enough to be nearly empty. */
const sieveBits = 19
/** Where the two halves of a lead stand in the sieve. */
const placeOf = (first: number, second: number): number =>
  Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> (32 - sieveBits)

/** A search for some secrets, to be used on many contents. Finds each spelling of each at most once per content. */
export function createSearch(secrets: readonly Secret[]): (content: Uint8Array) => Found[] {
  const byLead = indexByLead(secrets.flatMap(needlesOf))
  // One pass for all of them, thousands of spellings: nearly every place is passed over by one look at this.
  const sieve = new Uint8Array(2 ** sieveBits)
  for (const lead of byLead.keys()) sieve[placeOf(Math.floor(lead / half), lead % half)] = 1
  return (content) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    const found = new Map<string, Found>()
    let first = 0
    let second = 0
    for (let end = 0; end < bytes.length; end += 1) {
      first = ((first << 8) | (second >>> 16)) & (half - 1)
      second = ((second << 8) | (bytes[end] ?? 0)) & (half - 1)
      if (sieve[placeOf(first, second)] === 0) continue
      const start = end - leadLength + 1
      for (const { name, spelling, bytes: needle } of byLead.get(first * half + second) ?? []) {
        const isHere = start >= 0 && bytes.subarray(start, start + needle.length).equals(needle)
        if (isHere) found.set(`${name} ${spelling}`, { name, spelling })
      }
    }
    return [...found.values()]
  }
}

// Reading the text of a PDF that Chromium made: its glyphs, by the tables that it carries for copying.
import { inflateSync } from 'node:zlib'

interface PdfObject {
  readonly head: string
  /** Unpacked; '' where there is none. */
  readonly stream: string
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const [, number = '', body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [, head = body, packed] = /^(.*?)stream\r?\n(.*)\nendstream$/s.exec(body) ?? []
    const isText = packed !== undefined && head.includes('/FlateDecode') && !head.includes('/Length1')
    const stream = isText ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : ''
    objects.set(number, { head, stream })
  }
  return objects
}

/** Which text each glyph of a font stands for, by its ToUnicode table (PDF 32000-1, 9.10.3). */
function readTable(table: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  const textOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, part = ''] of table.matchAll(/beginbfchar\n(.*?)endbfchar/gs)) {
    for (const [, glyph = '', text = ''] of part.matchAll(/<(\w+)> <(\w+)>/g)) {
      glyphs.set(Number.parseInt(glyph, 16), textOf(text))
    }
  }
  for (const [, part = ''] of table.matchAll(/beginbfrange\n(.*?)endbfrange/gs)) {
    for (const [, first = '', last = '', text = ''] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const start = Number.parseInt(first, 16)
      for (let glyph = start; glyph <= Number.parseInt(last, 16); glyph += 1) {
        glyphs.set(glyph, String.fromCodePoint(Number.parseInt(text, 16) + glyph - start))
      }
    }
  }
  return glyphs
}

/** The text of each page, in the order in which it is drawn; runs of text are ended by line feeds. */
export function readPdfPages(pdf: Buffer): string[] {
  const objects = readObjects(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const fonts = new Map<string, Map<number, string>>()
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '')?.[1] ?? ''
      fonts.set(name, readTable(objects.get(table)?.stream ?? ''))
    }
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
    let text = ''
    let font: Map<number, string> | undefined
    for (const [, name, glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj|ET/g)) {
      if (name !== undefined) font = fonts.get(name)
      for (const glyph of glyphs.match(/.{4}/g) ?? []) text += font?.get(Number.parseInt(glyph, 16)) ?? '?'
      if (name === undefined && glyphs === '') text += '\n'
    }
    return text
  })
}

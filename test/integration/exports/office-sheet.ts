// Opening CSV files in LibreOffice without a screen, and reading what its cells became.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** As a person takes them in the import dialog: comma, double quotes, UTF-8, from the first line on. */
const importOptions = '44,34,76,1'

export interface SheetCell {
  /** What the cell is: `string`, `float`, `date`…; empty where there is nothing in it. */
  readonly type: string
  /** Null where nothing is computed. */
  readonly formula: string | null
  /** Of text, each sign of it; line ends are `\n`. Of a number, as LibreOffice shows it. */
  readonly text: string
}

export type Sheet = readonly (readonly SheetCell[])[]

/**
 * The first sheet of each file; null where there is no LibreOffice on this computer. Throws where it fails.
 * @param textColumns - how many columns are taken as text, as in the import dialog; 0: LibreOffice decides cell by cell
 * @param folder - for what it writes; ours alone, so that no other LibreOffice of the computer is met
 */
export function readByOffice(files: readonly string[], textColumns: number, folder: string): Sheet[] | null {
  const columns = Array.from({ length: textColumns }, (_, at) => `${at + 1}/2`).join('/')
  const run = spawnSync(
    'soffice',
    [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--headless',
      `--infilter=Text - txt - csv (StarCalc):${importOptions},${columns}`,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      ...files,
    ],
    { encoding: 'utf8', timeout: 50_000 },
  )
  if (run.error !== undefined && 'code' in run.error && run.error.code === 'ENOENT') return null
  if (run.error !== undefined) throw run.error
  if (run.status !== 0) throw new Error(run.stderr)
  return files.map((file) =>
    readSheet(readFileSync(join(folder, basename(file).replace(/\.csv$/, '.fods')), 'utf8')),
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (xml: string): string =>
  xml.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (_all, hex?: string, digits?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
      return digits === undefined ? (entities[name ?? ''] ?? '') : String.fromCodePoint(Number(digits))
    },
  )

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(` ${name}="([^"]*)"`).exec(tag)
  return match === null ? null : decode(match[1] ?? '')
}

/** The paragraphs of a cell. Source: OpenDocument 1.3, 6.1, white space. */
function readText(inside: string): string {
  const paragraphs = [...inside.matchAll(/<text:p(?:\/>|>(.*?)<\/text:p>)/gs)].map(([, words = '']) =>
    words
      .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count?: string) => ' '.repeat(Number(count ?? 1)))
      .replaceAll('<text:tab/>', '\t')
      .replaceAll('<text:line-break/>', '\n')
      .replaceAll(/<[^>]*>/g, ''),
  )
  return decode(paragraphs.join('\n'))
}

function repeat<Item>(item: Item, tag: string, name: string): Item[] {
  const count = Number(attribute(tag, name) ?? 1)
  // What is empty is repeated to the end of the sheet.
  return Array.from({ length: Math.min(count, 100) }, () => item)
}

function readSheet(xml: string): Sheet {
  const table = /<table:table [^>]*>(.*?)<\/table:table>/s.exec(xml)?.[1] ?? ''
  return [...table.matchAll(/(<table:table-row[^>]*>)(.*?)<\/table:table-row>/gs)].flatMap(
    ([, rowTag = '', row = '']) => {
      const cells = [
        ...row.matchAll(/(<table:table-cell[^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs),
      ].flatMap(([, tag = '', inside = '']) =>
        repeat(
          {
            type: attribute(tag, 'office:value-type') ?? '',
            formula: attribute(tag, 'table:formula'),
            text: readText(inside),
          },
          tag,
          'table:number-columns-repeated',
        ),
      )
      return repeat(cells, rowTag, 'table:number-rows-repeated')
    },
  )
}

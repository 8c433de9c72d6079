// Owns the translation of printToPDF's options into the browser's.
// It must not print.
import type Electron from 'electron'
import type { Protocol } from '../core/cdp.ts'

/** Paper sizes in inches, width by height. Source: Electron's documentation of printToPDF. */
const papers: Record<string, readonly [number, number]> = {
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
  Legal: [8.5, 14],
  Letter: [8.5, 11],
  Tabloid: [11, 17],
  Ledger: [17, 11],
}

function paperOf(size: Electron.PrintToPDFOptions['pageSize']): readonly [number, number] {
  if (typeof size === 'object') return [size.width, size.height]
  return papers[size ?? 'Letter'] ?? [8.5, 11]
}

export function toPdfParameters(options: Electron.PrintToPDFOptions): Protocol.Page.printToPDFParameters {
  const [paperWidth, paperHeight] = paperOf(options.pageSize)
  const { top = 0.4, bottom = 0.4, left = 0.4, right = 0.4 } = options.margins ?? {}
  return {
    landscape: options.landscape ?? false,
    displayHeaderFooter: options.displayHeaderFooter ?? false,
    printBackground: options.printBackground ?? false,
    scale: options.scale ?? 1,
    paperWidth,
    paperHeight,
    marginTop: top,
    marginBottom: bottom,
    marginLeft: left,
    marginRight: right,
    pageRanges: options.pageRanges ?? '',
    headerTemplate: options.headerTemplate ?? '',
    footerTemplate: options.footerTemplate ?? '',
    preferCSSPageSize: options.preferCSSPageSize ?? false,
    generateTaggedPDF: options.generateTaggedPDF ?? false,
    generateDocumentOutline: options.generateDocumentOutline ?? false,
  }
}

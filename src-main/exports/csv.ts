// Owns: tables as CSV text (RFC 4180) that a spreadsheet opens as what they are. Pure. Must not: know what the columns mean.

/**
 * Excel takes a file without this mark for one in the computer's old character set and spoils every name that is not
 * English, silently; a program that is bothered by it says so, and has JSON Lines.
 */
const byteOrderMark = '\uFEFF'

/** What spreadsheets run as a formula: these at the start, in full width too, also behind blanks. Source: OWASP, CSV Injection. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u
/**
 * The same behind what a spreadsheet of another country takes for the end of a cell: `;`, a tab, `|`. For such a one a line
 * is split there in spite of the quotes, because none of them stands at the start of its cell; so is a line break.
 */
const innerFormulaStart = /(?=[=+\-@＝＋－＠])(?<=[;\t|\r\n]["\s]*)/gu
const plainNumber = /^-?\d+(?:\.\d+)?$/
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/

/** The apostrophe says to a spreadsheet: this is text. It is put right before what would run, and is all that is added. */
function toCell(value: string): string {
  const isFormula = formulaStart.test(value) && !plainNumber.test(value)
  const text = `${isFormula ? "'" : ''}${value.replaceAll(innerFormulaStart, "'")}`
  return isFormula || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** More rows of a table that has begun. */
export function toCsvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

/** UTF-8 with its mark, lines ended by CR LF, the names of the columns first. Numbers are given as text, with a dot. */
export function toCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return byteOrderMark + toCsvRows([columns, ...rows])
}

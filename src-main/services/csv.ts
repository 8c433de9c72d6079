// Owns: tables as CSV text (RFC 4180) that a spreadsheet opens as what they are. Pure. Must not: know what the columns mean.

/**
 * Excel takes a file without this mark for one in the computer's old character set and spoils every name that is not
 * English, silently; a program that is bothered by it says so, and has JSON Lines.
 */
const byteOrderMark = '\uFEFF'

/** What spreadsheets run as a formula: these at the start, in full width too, also behind blanks. Source: OWASP, CSV Injection. */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u
const plainNumber = /^-?\d+(?:\.\d+)?$/
const needsQuotes = /[",\r\n]|^\s|\s$/

function toCell(value: string): string {
  const isFormula = formulaStart.test(value) && !plainNumber.test(value)
  // The apostrophe says to a spreadsheet: this is text.
  const text = isFormula ? `'${value}` : value
  return isFormula || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** UTF-8 with its mark, lines ended by CR LF, the names of the columns first. Numbers are given as text, with a dot. */
export function toCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`)
  return byteOrderMark + lines.join('')
}

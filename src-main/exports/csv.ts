// Formats tables as CSV (RFC 4180) that is safe to open in a spreadsheet. Pure.

/**
 * Without a byte order mark Excel reads the file in a legacy code page and silently corrupts non-ASCII text. Programs that
 * reject the mark can use JSON Lines.
 */
const byteOrderMark = '\uFEFF'

/**
 * Cell starts that spreadsheets run as a formula, including full-width forms and leading blanks. Source: OWASP, CSV
 * Injection.
 */
const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u
/**
 * Formula characters after a delimiter of another locale (`;`, tab, `|`) or a line break. Such a spreadsheet splits the line
 * there in spite of the quotes, because the quotes are not at the start of its cell.
 */
const innerFormulaStart = /(?=[=+\-@＝＋－＠])(?<=[;\t|\r\n]["\s]*)/gu
const plainNumber = /^-?\d+(?:\.\d+)?$/
const needsQuotes = /[",;|\t\r\n]|^\s|\s$/

/** A leading apostrophe marks the cell as text. It is inserted right before the formula character and is the only change. */
function toCell(value: string): string {
  const isFormula = formulaStart.test(value) && !plainNumber.test(value)
  const text = `${isFormula ? "'" : ''}${value.replaceAll(innerFormulaStart, "'")}`
  return isFormula || needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows without the header line. */
export function toCsvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

/** UTF-8 with byte order mark, CR LF line ends, header line first. Numbers are text with a decimal dot. */
export function toCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return byteOrderMark + toCsvRows([columns, ...rows])
}

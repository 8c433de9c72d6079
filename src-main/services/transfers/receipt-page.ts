// Owns: a receipt as a page that can be printed: HTML without scripts, links or pictures, every text of it escaped. Pure.
// Must not: choose words (receipt.ts does), or need anything from elsewhere.
import type { Receipt, ReceiptRow, ReceiptSection, ReceiptValue } from './receipt.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** Names and words of others are set apart, so that signs that turn the direction of writing turn nothing beside them. */
const bdi = (text: string): string => `<bdi>${escape(text)}</bdi>`

/** In groups of four for comparing by eye, set apart by style alone: what is copied is the address. */
function addressHtml(address: string): string {
  const groups = address.match(/^0x|.{1,4}/gsu) ?? []
  return `<span class="address">${groups.map((group) => `<span>${escape(group)}</span>`).join('')}</span>`
}

function valueHtml(value: ReceiptValue): string {
  switch (value.kind) {
    case 'text':
      return bdi(value.text)
    case 'code':
      return `<bdi class="code">${escape(value.text)}</bdi>`
    case 'address':
      return `${value.label === null ? '' : `<div>${bdi(value.label)}</div>`}${addressHtml(value.address)}`
  }
}

const rowHtml = ({ name, value }: ReceiptRow): string =>
  `<dt>${escape(name)}</dt><dd>${valueHtml(value)}</dd>`

const sectionHtml = ({ heading, rows }: ReceiptSection): string =>
  `<section><h2>${escape(heading)}</h2><dl>${rows.map(rowHtml).join('')}</dl></section>`

const style = `
body { margin: 0; color: #16191d; font: 10pt/15pt system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; font-variant-ligatures: none; }
header { border-bottom: 1pt solid #16191d; padding-bottom: 9pt; }
header p { margin: 0; }
h1 { margin: 2pt 0 4pt; font-size: 19pt; line-height: 25pt; font-weight: 600; }
.amount { margin: 10pt 0 0; font-size: 15pt; line-height: 21pt; font-weight: 600; overflow-wrap: anywhere; }
.quiet { color: #555c66; }
section { margin-top: 13pt; }
h2 { margin: 0 0 4pt; font-size: 10pt; font-weight: 600; }
dl { display: grid; grid-template-columns: 135pt 1fr; gap: 2pt 10pt; margin: 0; }
dt { color: #555c66; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.code, .address { font: 9pt/14pt ui-monospace, 'Cascadia Mono', Consolas, Menlo, 'DejaVu Sans Mono', monospace; }
.address span:not(:last-child) { margin-right: 4pt; }
footer { margin-top: 16pt; border-top: 0.5pt solid #b9bfc7; padding-top: 7pt; color: #555c66; }
`

/** A whole document. Its policy allows it its own style and nothing else. */
export function renderReceipt(receipt: Receipt): string {
  const { title, meaning, amount, sections, closing } = receipt
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    `<title>Starkdesk transfer: ${escape(title)}</title><style>${style}</style></head><body>`,
    `<header><p class="quiet">Starkdesk: record of a transfer</p><h1>${escape(title)}</h1><p>${escape(meaning)}</p>`,
    `<p class="amount">${escape(amount)}</p></header>`,
    `<main>${sections.map(sectionHtml).join('')}</main>`,
    `<footer>${escape(closing)}</footer></body></html>`,
  ].join('\n')
}

// Renders a receipt as printable HTML: no scripts, links or images, all text escaped. Pure.
import { bdi, escapeHtml, printedPolicy } from '../../exports/html-text.ts'
import type { Receipt, ReceiptRow, ReceiptSection, ReceiptValue } from './receipt.ts'

/** Digits in groups of four for comparison by eye, separated by style only, so copying yields the plain address. */
function addressHtml(address: string): string {
  const groups = address.match(/^0x|.{1,4}/gsu) ?? []
  return `<span class="address">${groups.map((group) => `<span>${escapeHtml(group)}</span>`).join('')}</span>`
}

function valueHtml(value: ReceiptValue): string {
  switch (value.kind) {
    case 'text':
      return bdi(value.text)
    case 'code':
      return `<bdi class="code">${escapeHtml(value.text)}</bdi>`
    case 'address':
      return `${value.label === null ? '' : `<div>${bdi(value.label)}</div>`}${addressHtml(value.address)}`
  }
}

const rowHtml = ({ name, value }: ReceiptRow): string =>
  `<dt>${escapeHtml(name)}</dt><dd>${valueHtml(value)}</dd>`

const sectionHtml = ({ heading, rows }: ReceiptSection): string =>
  `<section><h2>${escapeHtml(heading)}</h2><dl>${rows.map(rowHtml).join('')}</dl></section>`

// @wc-ignore
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

/** A complete document. Its policy allows only its own style. */
export function renderReceipt(receipt: Receipt): string {
  const { title, meaning, amount, sections, closing } = receipt
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    printedPolicy,
    `<title>${escapeHtml(`Starkdesk transfer: ${title}`)}</title><style>${style}</style></head><body>`,
    `<header><p class="quiet">${escapeHtml('Starkdesk: record of a transfer')}</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(meaning)}</p>`,
    `<p class="amount">${escapeHtml(amount)}</p></header>`,
    `<main>${sections.map(sectionHtml).join('')}</main>`,
    `<footer>${escapeHtml(closing)}</footer></body></html>`,
  ].join('\n')
}

// The pseudo-language: accented English, a third longer, which reveals texts missing from the catalogue and layouts that are
// too narrow. Not shipped.

/** A tag reserved for this purpose. */
export const pseudoLanguage = 'en-XA'

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞQŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþqŕšţûṽŵẋýž'
const accents = new Map(Array.from(plain, (letter, at) => [letter, accented[at] ?? letter]))

/** Placeholders of a message, `{0}` and `<1>`, which stay unchanged. */
const slot = /(\{\d+\}|<\/?\d+\/?>)/

/** A catalogue text in the pseudo-language. Keeps surrounding spaces. */
export function toPseudo(text: string): string {
  const parts = text.split(slot)
  const letters = parts.filter((part) => !slot.test(part)).join('').length
  const whole = parts
    .map((part) =>
      slot.test(part) ? part : part.replaceAll(/[A-Za-z]/g, (letter) => accents.get(letter) ?? letter),
    )
    .join('')
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(whole) ?? []
  return `${before}${middle}${'~'.repeat(Math.ceil(letters * 0.3))}${after}`
}

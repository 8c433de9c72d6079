// Owns: texts of others inside a page that is printed, so that they stay text. Pure. Must not: know the page.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** Names and words of others are set apart, so that signs that turn the direction of writing turn nothing beside them. */
export const bdi = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

/** Allows a page its own style and nothing else. */
export const printedPolicy = `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

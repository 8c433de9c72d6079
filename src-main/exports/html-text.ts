// Escapes untrusted text for printed pages. Pure.

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

/** Isolates untrusted text, so its bidirectional control characters do not affect the text around it. */
export const bdi = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

/** Content-Security-Policy that allows only the page's own style. */
export const printedPolicy = `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

// Owns: the one text that may become markup besides Svelte's own templates: none. Must not: let any other through.
// Source: W3C Trusted Types; the page's policy names this policy and Svelte's (src-main/desktop/page-protocol.ts).

/** As much of the browser's own as is needed; the DOM's types do not have it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown
}

/** zrender empties its canvas's place by `innerHTML = ''`. Null makes the browser refuse. */
const rules = { createHTML: (text: string): string | null => (text === '' ? '' : null) }

/** To be called before anything draws. Without Trusted Types (no policy asks for them) nothing is to be done. */
export function trustEmptyText(window: object): void {
  if ('trustedTypes' in window) (window.trustedTypes as TrustedTypes).createPolicy('default', rules)
}

// Trusted Types policy that allows only empty markup besides Svelte's templates.
// Source: W3C Trusted Types; the page's CSP names this policy and Svelte's (src-main/desktop/windows/page-protocol.ts).

/** Subset of the browser's interface; DOM types lack it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown
}

/** zrender clears its container with `innerHTML = ''`. Null makes the browser reject the text. */
const rules = { createHTML: (text: string): string | null => (text === '' ? '' : null) }

/** Call before anything draws. Does nothing without Trusted Types (no policy requires them). */
export function trustEmptyText(window: object): void {
  if ('trustedTypes' in window) (window.trustedTypes as TrustedTypes).createPolicy('default', rules)
}

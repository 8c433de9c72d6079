// What a secret of whoever builds looks like in a file.

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\\nr]+[A-Za-z0-9+/=]{20}/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})/],
  ['a key of AWS', /\bAKIA[0-9A-Z]{16}\b/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token that was signed', /\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{20,}/],
  ['an address with a password', /\bhttps?:\/\/[^\s/:@'"`$]+:[^\s/:@'"`$]+@/],
]

/** Names of what was found, with its first characters. */
export function findSecrets(text: string): readonly string[] {
  return patterns.flatMap(([name, pattern]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [`${name} (${found.slice(0, 12)}…)`]
  })
}

// Decides which strings in the sources are user-visible texts for the catalogue. Exceptions are marked in place (`//
// @wc-ignore`, `// @wc-include`).
import type { HeuristicFunc } from 'wuchale'

/** Elements whose content is not user-visible text. */
const codeElements = new Set(['code', 'pre', 'script', 'style'])

/** Attributes and component properties whose strings are identifiers, regardless of form. */
const machineAttributes = new Set([
  'aria-keyshortcuts',
  'autocomplete',
  'class',
  'd',
  'data-testid',
  'for',
  'href',
  'id',
  'name',
  'role',
  'src',
  'style',
  'transform',
  'type',
  'viewBox',
])

/** Calls that take identifiers, by the last part of the callee. */
const machineCalls = new Set([
  'Symbol',
  'addEventListener',
  'assertNever',
  'call',
  'closest',
  'createElement',
  'fact',
  'getPropertyValue',
  'matchMedia',
  'matches',
  'querySelector',
  'querySelectorAll',
  'setProperty',
])

/** `KeyboardEvent.key` and `.code`. */
const keyName =
  /^(?:Alt|Arrow(?:Up|Down|Left|Right)|Backspace|CapsLock|Control|Delete|Digit\d|End|Enter|Escape|Home|Key[A-Z]|Key\{\d\}|Meta|Page(?:Up|Down)|Shift|Space|Tab)$|^(?:Alt|CmdOrCtrl|Ctrl|Shift)(?:\+\S+)+$/

/** `color-mix(…)`, `translate(…)`, `var(…)`. */
const styleFunction = /^[a-z-]+\(/

/** Markup in a string is not a text; values inserted into it may be. */
const tag = /<\/?[a-z!]/i

/** Single-word identifiers, such as time zones and types: `Europe/Kyiv`, `ApiError`. */
const machineWord = /^(?:[A-Z]\w+(?:\/\w+)+|(?:[A-Z][a-z]+){2,}|[A-Z\d]+)$/

/** Classes of a component, which are strings of its script where some depend on its state: `hstack gap-8 p-4-12`. */
const classList =
  /^(?=.*(?:^|\s)(?:bg|border|gap|h|hover|items|justify|leading|m[bltr]|min|overflow|p|p[bltrx]|rounded|shrink|text|w)-[a-z\d]\S*(?:\s|$))[a-z][\w-]*(?: [a-z][\w-]*)*$/

/**
 * All markup text counts. A string in a script counts if it starts with a capital or contains words separated by a space;
 * identifiers start with a lower-case letter and contain no spaces. The page test in the pseudo-language finds what this rule
 * misses; `npm run texts` shows what it includes.
 */
export const isText: HeuristicFunc = ({ msgStr, details }) => {
  const text = msgStr.join(' ').trim()
  if (!/\p{L}{2}/u.test(text)) return false
  if (details.element !== undefined && codeElements.has(details.element)) return false
  if (details.scope === 'markup') return 'message'
  if (details.attribute !== undefined && machineAttributes.has(details.attribute)) return false
  const called = details.call?.split('.').at(-1)
  if (called !== undefined && machineCalls.has(called)) return false
  if ([keyName, styleFunction, machineWord, tag, classList].some((pattern) => pattern.test(text)))
    return false
  const isSentence = /^[&"“(]?\p{Lu}\p{Ll}/u.test(text)
  // A letter beside a space, with a letter or a value on the other side.
  const hasWords = /[\p{L}\p{N}#}.,:;)”’]\s\p{L}{2}|\p{L}{2}[,.:;]?\s[\p{L}#{(“]/u.test(text)
  return isSentence || hasWords ? 'message' : false
}

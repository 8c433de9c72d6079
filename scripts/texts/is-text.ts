// Owns: which of the strings in the sources are read by people, and so belong into the catalogue.
// Must not: know a file, or a single text that could as well be marked where it stands (`// @wc-ignore`, `// @wc-include`).
import type { HeuristicFunc } from 'wuchale'

/** Elements whose content is not written for people. */
const codeElements = new Set(['code', 'pre', 'script', 'style'])

/** Attributes and properties of components whose strings are names for the machine, whatever they look like. */
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

/** Calls that take names for the machine, by the last part of what is called. */
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

/** Markup in a string is no text; what is put into it may be one. */
const tag = /<\/?[a-z!]/i

/** Names of time zones, of types, and other things in one word: `Europe/Kyiv`, `ApiError`. */
const machineWord = /^(?:[A-Z]\w+(?:\/\w+)+|(?:[A-Z][a-z]+){2,}|[A-Z\d]+)$/

/** Classes of a component, which are strings of its script where some depend on its state: `hstack gap-8 p-4-12`. */
const classList =
  /^(?=.*(?:^|\s)(?:bg|border|gap|h|hover|items|justify|leading|m[bltr]|min|overflow|p|p[bltrx]|rounded|shrink|text|w)-[a-z\d]\S*(?:\s|$))[a-z][\w-]*(?: [a-z][\w-]*)*$/

/**
 * Markup is text as it stands. A string in a script is one if it begins with a capital, or has words with a space between
 * them: what the code calls things by begins with a small letter and has no spaces. The page test in the pseudo-language finds
 * what this rule misses; `npm run texts` shows in the catalogue what it takes in.
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
  // A letter beside a space, with a letter or a value on its other side.
  const hasWords = /[\p{L}\p{N}#}.,:;)”’]\s\p{L}{2}|\p{L}{2}[,.:;]?\s[\p{L}#{(“]/u.test(text)
  return isSentence || hasWords ? 'message' : false
}

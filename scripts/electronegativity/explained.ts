// Explains findings without a source line of ours: those of the whole app, and of built code.
import type { TreeExplanation } from './judge.ts'

const csp: TreeExplanation = {
  check: 'CSP_GLOBAL_CHECK',
  files: /^N\/A$/,
  reason:
    'The policy is a response header that page-protocol.ts gives to every page of app://, which the scanner cannot see. ' +
    'test/integration/desktop/page-protocol.test.ts and the specs of closed doors prove it.',
}

export const explainedInSource: readonly TreeExplanation[] = [csp]

export const explainedInBuilt: readonly TreeExplanation[] = [
  csp,
  {
    check: 'AUXCLICK_JS_CHECK',
    files: /^out\/app\/main\/index\.js$/,
    reason:
      'windows.ts, where it is explained: a middle click asks for a window, and every window denies it.',
  },
  {
    check: 'PRELOAD_JS_CHECK',
    files: /^out\/app\/main\/index\.js$/,
    reason:
      'windows.ts, where it is explained: the preload makes one fixed function per channel and exposes nothing else.',
  },
  {
    check: 'OPEN_EXTERNAL_JS_CHECK',
    files: /^out\/app\/main\/index\.js$/,
    reason: 'external-links.ts, where it is explained: only checked addresses of the service get there.',
  },
  {
    check: 'PROTOCOL_HANDLER_JS_CHECK',
    files: /^out\/app\/main\/index\.js$/,
    reason:
      'desktop-integration.ts, where it is explained: a link is read strictly, and only ever navigates.',
  },
]

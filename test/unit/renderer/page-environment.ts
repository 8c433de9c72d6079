// Owns: the environment of tests whose Svelte runes must react as they do in the page: compiled for it, without a DOM.
// Must not: stand in for a browser.
import type { Environment } from 'vitest/runtime'

export default {
  name: 'page',
  viteEnvironment: 'page',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment

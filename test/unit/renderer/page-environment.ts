// The environment of tests whose Svelte runes must react as they do in the page: compiled for it, without a DOM.
import type { Environment } from 'vitest/runtime'

export default {
  name: 'page',
  viteEnvironment: 'page',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment

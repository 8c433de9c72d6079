// Only tells the editor, svelte-check and the build that components are written in TypeScript, with runes.
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } }

// Owns: that index.html names the files of the first view, so that they are read beside the frame's and not after it.
// Must not: name anything else; the other views are read when there is time.
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './paths.ts'

/** The view that most starts show; it is a file of its own, as every view is. */
const firstView = resolve(root, 'src-renderer/views/markets/MarketsView.svelte')

/** A plugin for the build of the page. */
export function preloadFirstView(): Plugin {
  return {
    name: 'preload-first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== '/index.html') return []
        const view = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.facadeModuleId === firstView,
        )
        if (view === undefined) throw new Error(`${firstView} is no file of its own in the bundle`)
        const files = new Set<string>()
        const visit = (file: string): void => {
          const chunk = bundle[file]
          if (files.has(file) || chunk?.type !== 'chunk') return
          files.add(file)
          chunk.imports.forEach(visit)
        }
        visit(view.fileName)
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

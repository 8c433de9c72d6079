// Owns: how texts are taken out of components and scripts, and asked for when the bundles are made.
// Must not: decide what is a text (is-text.ts).
import { adapter as svelteAdapter } from '@wuchale/svelte'
import {
  type Adapter,
  type CodePattern,
  type CompiledElement,
  getKey,
  IndexTracker,
  type Message,
  type RuntimeConf,
} from 'wuchale'
import { adapter as scriptAdapter } from 'wuchale/adapter-vanilla'
import { catalogue } from './catalogue.ts'
import { compileText } from './compile-text.ts'
import { isText } from './is-text.ts'
import { ScriptTransformer } from './script-transformer.ts'

/** The language is chosen before the first file of ours runs and then stays, so a file asks once, and nothing has to react. */
const once: RuntimeConf = {
  initReactive: ({ funcName }) => (funcName === undefined ? false : null),
  useReactive: false,
  plain: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
  reactive: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
}

/** `countOf(count, ['order', 'orders'])`: the forms of one noun, of which a language may have another number. */
const patterns: CodePattern[] = [{ name: 'countOf', args: ['other', 'message', 'pluralFunc'] }]

const common = { storage: catalogue, heuristic: isText, patterns, runtime: once, loader: 'custom' as const }

/** `_w_load_` is what the library imports from our loader, for each file. */
const ask = '_w_load_(_w_texts_)'

/** The English texts of one file, by the places that its code asks for. */
function listTexts(messages: readonly Message[], places: IndexTracker, file: string): CompiledElement[] {
  const texts: CompiledElement[] = []
  const written = new Map<number, string>()
  for (const { msgStr, context } of messages) {
    const place = places.get(getKey(msgStr, context))
    const text = msgStr.join('\n')
    const other = written.get(place)
    // The library takes the two for one, whichever comes last.
    if (other !== undefined && other !== text)
      throw new Error(`${file} has "${other}" and "${text}", which differ in the spaces around them only`)
    written.set(place, text)
    texts[place] = compileText(msgStr)
  }
  return texts
}

/**
 * Leaves the English texts in the file that they come from, and has it ask for them in the language in use. So a view that is
 * loaded later brings its own texts, and one that is in no catalogue yet is shown in English. In the catalogue texts stand without
 * the spaces around them.
 */
const keepingEnglish = (adapter: Adapter): Adapter => ({
  ...adapter,
  transform: async (source) => {
    const places = new IndexTracker()
    const { msgs, output } = await adapter.transform({
      ...source,
      index: places,
      expr: { plain: ask, reactive: ask },
    })
    const texts = JSON.stringify(listTexts(msgs, places, source.filename))
    return {
      msgs: msgs.map((message) => ({ ...message, msgStr: message.msgStr.map((text) => text.trim()) })),
      output: (header) => output(`${header}\nconst _w_texts_ = ${texts}`),
    }
  },
})

const transformScript: Adapter['transform'] = ({ content, filename, index, expr, matchUrl }) =>
  new ScriptTransformer(content, filename, index, isText, patterns, expr, once, matchUrl).transform()

/** The texts of a page: of its components and of its scripts. */
export function pageTexts(files: Adapter['files']): Adapter {
  const components = svelteAdapter({ ...common, files })
  return keepingEnglish({
    ...components,
    transform: async (source) =>
      source.filename.endsWith('.svelte') ? components.transform(source) : transformScript(source),
  })
}

/** The texts of scripts alone. */
export const scriptTexts = (files: Adapter['files']): Adapter =>
  keepingEnglish({ ...scriptAdapter({ ...common, files }), transform: transformScript })

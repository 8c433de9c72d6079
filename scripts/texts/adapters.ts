// Extracts texts from components and scripts, and inserts their look-ups when bundling. is-text.ts decides what is a text.
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

/** The language is fixed before our first file runs, so each file looks texts up once, without reactivity. */
const once: RuntimeConf = {
  initReactive: ({ funcName }) => (funcName === undefined ? false : null),
  useReactive: false,
  plain: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
  reactive: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
}

/** `countOf(count, ['order', 'orders'])`: the plural forms of a noun, whose number differs by language. */
const patterns: CodePattern[] = [{ name: 'countOf', args: ['other', 'message', 'pluralFunc'] }]

const common = { storage: catalogue, heuristic: isText, patterns, runtime: once, loader: 'custom' as const }

/** `_w_load_` is the library's import from our loader, for each file. */
const ask = '_w_load_(_w_texts_)'

/** The English texts of one file, by the indexes in its code. */
function listTexts(messages: readonly Message[], places: IndexTracker, file: string): CompiledElement[] {
  const texts: CompiledElement[] = []
  const written = new Map<number, string>()
  for (const { msgStr, context } of messages) {
    const place = places.get(getKey(msgStr, context))
    const text = msgStr.join('\n')
    const other = written.get(place)
    // The library treats these two as one, whichever comes last.
    if (other !== undefined && other !== text)
      throw new Error(`${file} has "${other}" and "${text}", which differ in the spaces around them only`)
    written.set(place, text)
    texts[place] = compileText(msgStr)
  }
  return texts
}

/**
 * Keeps the English texts in their file and looks them up in the current language. A lazily loaded view brings its own texts,
 * and a text missing from a catalogue is shown in English. Catalogues store texts without surrounding spaces.
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

/** The texts of a page: of its components and scripts. */
export function pageTexts(files: Adapter['files']): Adapter {
  const components = svelteAdapter({ ...common, files })
  return keepingEnglish({
    ...components,
    transform: async (source) =>
      source.filename.endsWith('.svelte') ? components.transform(source) : transformScript(source),
  })
}

/** The texts of scripts only. */
export const scriptTexts = (files: Adapter['files']): Adapter =>
  keepingEnglish({ ...scriptAdapter({ ...common, files }), transform: transformScript })

import { getKey, IndexTracker, type Message } from 'wuchale'
import { describe, expect, it } from 'vitest'
import { pageTexts } from '../../../scripts/texts/adapters.ts'
import config from '../../../wuchale.config.ts'

const adapter = pageTexts('**/*')

async function take(filename: string, content: string): Promise<{ texts: string[]; code: string }> {
  const { msgs, output } = await adapter.transform({
    content,
    filename,
    index: new IndexTracker(),
    expr: { plain: '', reactive: '' },
    matchUrl: () => null,
  })
  const texts = msgs.map(({ msgStr, context }: Message) => getKey(msgStr, context))
  return { texts, code: output('').code ?? '' }
}

describe('texts are taken', () => {
  it('out of tables, functions, templates and fields of classes', async () => {
    const { texts } = await take(
      'words.ts',
      `export const words = { buy: 'Buy', sell: 'Sell now' } as const
       export const describe = (count: number) => \`\${count} of them are late.\`
       export class Form { label = 'Name of the account' }`,
    )
    expect(texts).toEqual(['Buy', 'Sell now', '{0} of them are late.', 'Name of the account'])
  })

  it('out of markup, attributes and what stands between elements', async () => {
    const { texts } = await take(
      'View.svelte',
      `<script lang="ts">let { count, go }: { count: number; go: () => void } = $props()</script>
       <button class="primary wide" aria-label="Close the window" onclick={go}>Close</button>
       <p class={['line hstack gap-8', { amber: count > 2 }]}>Read <b>{count}</b> rows</p>`,
    )
    expect(texts).toEqual(expect.arrayContaining(['Close the window', 'Close', 'Read <0/> rows']))
    expect(texts).toHaveLength(3)
  })

  it('out of the forms of a noun, whatever they begin with', async () => {
    const { texts, code } = await take(
      'count.ts',
      `export const line = (n: number) => countOf(n, ['order', 'orders'])`,
    )
    expect(texts).toEqual(['order\norders'])
    expect(code).toContain('countOf(n, _w_runtime_.p(0), _w_runtime_._.p)')
  })

  it('without the spaces around them, which stay in the code', async () => {
    const { texts, code } = await take('part.ts', `export const at = (time: string) => \` at \${time} \``)
    expect(texts).toEqual(['at {0}'])
    expect(code).toContain('[[" at ",0," "]]')
  })
})

it('leaves alone what only looks like a text: keys, comparisons, cases, errors, names for the machine', async () => {
  const { texts } = await take(
    'logic.ts',
    `const known = { 'Order cancelled by user': 1, Escape: 2 }
     export function act(key: string, root: HTMLElement) {
       if (key === 'Order cancelled by user' || key === 'Escape') return known['Order cancelled by user']
       switch (key) { case 'Some long key': break }
       if (root.matches('.row button')) throw new Error('This is for the log')
       return ['ArrowDown', 'Europe/Kyiv', 'ETHUSDC', 'color-mix(in oklab, red 10%, blue)', 'orders:list']
     }`,
  )
  expect(texts).toEqual([])
})

it('refuses a file with two texts that its catalogue could not tell apart', async () => {
  await expect(take('two.ts', `export const both = ['at {0} there', ' at {0} there']`)).rejects.toThrow(
    /spaces/,
  )
})

it('sends no text anywhere to be translated', () => {
  expect(config.ai).toBeNull()
})

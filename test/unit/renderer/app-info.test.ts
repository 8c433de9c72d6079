// A theme holds for now even where it cannot be kept.
import { afterEach, expect, it, vi } from 'vitest'
import { appInfo } from '../../../src-renderer/shell/state/app-info.svelte.ts'
import { installFakeMain } from './features/fake-main.ts'

afterEach(() => vi.unstubAllGlobals())

it('shows the chosen theme for this session when it cannot be stored, and raises nothing', async () => {
  const dataset: Record<string, string> = {}
  vi.stubGlobal('document', { documentElement: { dataset } })
  const main = installFakeMain({
    'app:setTheme': () => {
      throw new Error('disk is full')
    },
  })
  await expect(appInfo.setTheme('light')).resolves.toBeUndefined()
  expect(main.calls).toEqual(['app:setTheme'])
  expect([appInfo.theme, dataset['theme']]).toEqual(['light', 'light'])
})

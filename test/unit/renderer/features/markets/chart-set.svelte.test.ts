// What the charts on screen say of an action.
import { expect, it } from 'vitest'
import { chartSet } from '../../../../../src-renderer/features/markets/chart/chart-set.svelte.ts'

it('keeps what one action said when an earlier one ends later with nothing to say', async () => {
  const dialog = Promise.withResolvers<null>()
  const saving = chartSet.sayResult(dialog.promise)
  await chartSet.sayResult(Promise.resolve({ text: 'Image copied.', isFailure: false }))
  dialog.resolve(null)
  await saving
  expect(chartSet.said?.text).toBe('Image copied.')
  const another = Promise.withResolvers<null>()
  void chartSet.sayResult(another.promise)
  expect(chartSet.said).toBeNull()
  another.resolve(null)
})

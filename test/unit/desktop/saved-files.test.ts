// What was saved is shown by its name alone, and nothing else is.
import { expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { createSavedFiles } from '../../../src-main/desktop/saved-files.ts'

function begin(chosen: (string | null)[]) {
  const shown: string[] = []
  const files = createSavedFiles(
    () => Promise.resolve(chosen.shift() ?? null),
    (file) => shown.push(file),
  )
  return { files, shown }
}

it('the file last chosen by a name is shown, any other name is refused', async () => {
  const { files, shown } = begin(['/one/orders.csv', '/two/orders.csv', null])
  expect(await files.choose('orders.csv')).toBe('/one/orders.csv')
  await files.choose('orders.csv')
  expect(await files.choose('fills.csv')).toBeNull()
  files.show('orders.csv')
  expect(shown).toEqual(['/two/orders.csv'])
  for (const name of ['fills.csv', '/one/orders.csv', '../orders.csv', ''])
    expect(() => files.show(name)).toThrow(new AppError('notFound', { what: 'file' }))
  expect(shown).toHaveLength(1)
})

it('the oldest of many are forgotten', async () => {
  const { files, shown } = begin(Array.from({ length: 60 }, (_, at) => `/there/${at}.csv`))
  for (let at = 0; at < 60; at += 1) await files.choose('any.csv')
  expect(() => files.show('0.csv')).toThrow(AppError)
  files.show('59.csv')
  expect(shown).toEqual(['/there/59.csv'])
})

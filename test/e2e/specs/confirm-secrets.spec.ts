// The rules of the fields in which secrets are typed in the confirmation window, and that nothing wrong reaches main.
import { PasswordWindow, ServiceKeyWindow, WalletWindow } from '../pages/secure-window.ts'
import { expect, shareTwoWindows, test } from '../support/two-windows.ts'

const shared = shareTwoWindows()
const password = 'four quiet words here'

test('a first password is taken once both fields agree, and what is wrong is said at its field', async () => {
  const { ask, passMs, outcomes, typed } = shared()
  const set = new PasswordWindow(await ask('setPassword'))
  await passMs(700)
  await expect(set.chosen).toBeFocused()
  for (const [chosen, repeated, field, sentence] of [
    ['', '', set.chosen, /Enter the password/],
    ['short', 'short', set.chosen, /at least 8 characters/],
    [password, `${password}.`, set.repeated, /passwords don’t match/],
  ] as const) {
    await set.choose(chosen, repeated)
    await set.press()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await expect(set.page.getByRole('alert').first()).toContainText(sentence)
    await expect(set.chosen).toHaveValue(chosen)
  }
  expect(typed()).toEqual([])
  await set.choose(password)
  await set.finish()
  await expect.poll(outcomes).toEqual(['approved'])
  expect(typed()).toEqual([`set 0, ${password.length}`])
})

test('keys of the first moments, meant for another window, are not taken into a field', async () => {
  const { ask, outcomes, typed } = shared()
  const set = new PasswordWindow(await ask('setPassword'))
  await set.page.keyboard.type('meant for elsewhere')
  await set.page.keyboard.press('Enter')
  expect(typed()).toEqual([])
  // By its own clock the page listens then; by main's, no time has passed.
  await set.choose(password)
  await set.press()
  await expect(set.fault).toContainText('Nothing was done')
  expect(outcomes()).toEqual([])
  expect(typed()).toEqual([])
  await set.leave()
  await expect.poll(outcomes).toEqual(['userDeclined'])
})

test('a password is changed and removed with the one that holds, and a wrong one makes wait', async () => {
  const { ask, passMs, outcomes, typed } = shared()
  const change = new PasswordWindow(await ask('changePassword'))
  await passMs(700)
  await expect(change.current).toBeFocused()
  await change.current.fill('not the password')
  await change.choose(password)
  await change.press()
  await expect(change.current).toHaveAttribute('aria-invalid', 'true')
  await expect(change.current).toBeFocused()
  await expect(change.wait).toContainText(/seconds?/)
  // What was typed is let go of with each answer.
  for (const field of [change.current, change.chosen, change.repeated]) await expect(field).toHaveValue('')
  expect(outcomes()).toEqual([])
  await change.current.fill('the right one')
  await change.choose(password)
  await change.finish()
  await expect.poll(outcomes).toEqual(['approved'])

  const remove = new PasswordWindow(await ask('removePassword'))
  await passMs(700)
  await expect(remove.chosen).toHaveCount(0)
  await remove.press()
  await expect(remove.current).toHaveAttribute('aria-invalid', 'true')
  await remove.current.fill('the right one')
  await remove.finish()
  await expect.poll(outcomes).toEqual(['approved', 'approved'])
  expect(typed()).toEqual([`change 16, ${password.length}`, `change 13, ${password.length}`, 'remove 13, 0'])
})

test('while a wait is on no password is taken, and the window says for how long', async () => {
  const { ask, outcomes, typed } = shared()
  const unlock = new PasswordWindow(await ask('unlockLater'))
  await expect(unlock.current).toBeFocused()
  await expect(unlock.wait).toHaveText(/^Try the next password in \d+ seconds.$/)
  await unlock.current.fill(password)
  await unlock.current.press('Enter')
  await unlock.page.getByRole('button', { name: 'Unlock' }).click({ force: true })
  expect(typed()).toEqual([])
  await unlock.leave()
  await expect.poll(outcomes).toEqual(['userDeclined'])
  expect(typed()).toEqual([])
})

test('a service key is kept by Enter, and none that is empty', async () => {
  const { ask, passMs, outcomes, typed } = shared()
  const key = new ServiceKeyWindow(await ask('serviceKey'))
  await passMs(700)
  await expect(key.value).toBeFocused()
  await expect(key.value).toBeEditable()
  await key.value.press('Enter')
  expect(typed()).toEqual([])
  await key.page.keyboard.type(' organization-1 ')
  await key.value.press('Enter').catch(() => undefined)
  await expect.poll(outcomes).toEqual(['approved'])
  expect(typed()).toEqual(['service key 14'])
})

test('a key that is entered again is asked for by its account, and of its kind', async () => {
  const { ask, passMs, outcomes, typed } = shared()
  const again = new WalletWindow(await ask('walletAgain'))
  await passMs(700)
  await expect(again.heading).toHaveText('Enter the key again')
  await expect(again.content).toContainText('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
  await expect(again.content).toContainText('api.tanx.fi')
  await expect(again.key).toBeFocused()
  // An L2 key would be another kind of account.
  await expect(again.page.getByText('L2 key', { exact: true })).toHaveCount(0)
  await again.key.fill('1'.repeat(64))
  await again.finish()
  await expect.poll(outcomes).toEqual(['approved'])

  const stark = new WalletWindow(await ask('starkKeyAgain'))
  await passMs(700)
  await expect(stark.starkKey).toBeFocused()
  await expect(stark.key).toHaveCount(0)
  await expect(stark.ethereumAddress).toHaveCount(0)
  await stark.starkKey.fill('1234abcd')
  await stark.finish()
  await expect.poll(outcomes).toEqual(['approved', 'approved'])
  expect(typed()).toEqual(['privateKey', 'starkKey'])
})

test('a word is chosen by keyboard without answering the question, and Escape leaves only the choosing', async () => {
  const { ask, passMs, outcomes } = shared()
  const wallet = new WalletWindow(await ask('wallet'))
  await passMs(700)
  await expect(wallet.key).toBeEditable()
  await wallet.key.fill('1'.repeat(64))
  await wallet.chooseWord.focus()
  await wallet.page.keyboard.press('Enter')
  await wallet.page.keyboard.press('Enter')
  await expect(wallet.page.getByText('Enter a word.')).toBeVisible()
  await wallet.page.keyboard.press('Escape')
  await expect(wallet.chooseWord).toBeFocused()
  await wallet.page.keyboard.press('Enter')
  await wallet.page.keyboard.type('heron')
  await wallet.page.keyboard.press('Enter')
  await expect(wallet.word).toContainText('Your word: heron')
  await expect(wallet.key).toHaveValue('1'.repeat(64))
  expect(outcomes()).toEqual([])
  await wallet.leave()
  await expect.poll(outcomes).toEqual(['userDeclined'])
})

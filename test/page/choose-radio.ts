// A radio button is chosen by a click on its label, which takes the pointer for it.
import type { Locator } from 'playwright'

/** Waits until the label can be clicked: a menu that closes takes the pointer from all that is under it for a moment. */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click()
}

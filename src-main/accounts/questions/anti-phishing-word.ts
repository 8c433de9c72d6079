// Stores the user's anti-phishing word of the confirmation window. No other window gets it.
import { maxAntiPhishingWordLength } from '../../../src-preload/domain/accounts/confirm.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { AntiPhishingWord } from './confirmations.ts'

/** No channel of the main window reads or writes settings by name. */
const SETTING = 'confirmWindow.word'

/** @param getStore - null until the data file is open; the word is unknown until then */
export function createAntiPhishingWord(
  getStore: () => Pick<Store, 'getSetting' | 'setSetting'> | null,
): AntiPhishingWord {
  return {
    async get() {
      const word = (await getStore()?.getSetting(SETTING)) ?? ''
      return word === '' ? null : word.slice(0, maxAntiPhishingWordLength)
    },
    async set(word) {
      await getStore()?.setSetting(SETTING, word)
    },
  }
}

// How settings that belong to one account are named, so that they go with it.

/** Start of the keys of the settings of all accounts. */
export const accountSettingsStart = 'account/'

/** Start of the keys of all settings of an account. Ids hold no slash. */
export function accountSettingsPrefix(accountId: string): string {
  return `${accountSettingsStart}${accountId}/`
}

/** Key of a setting that is removed together with the account. */
export function accountSetting(accountId: string, name: string): string {
  return `${accountSettingsPrefix(accountId)}${name}`
}

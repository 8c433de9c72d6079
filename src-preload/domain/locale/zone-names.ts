// Returns the current name of a time zone instead of the runtime's older alias. Pure.

/**
 * Names that the IANA database has replaced. The runtime's list and its `resolvedOptions` keep the older ones (Unicode CLDR
 * never changes a name). Source: the file `backward` of the IANA database.
 */
const newerNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The current name of a zone: `Asia/Kolkata` for `Asia/Calcutta`; other names are returned unchanged. */
export function currentZoneName(name: string): string {
  return newerNames[name] ?? name
}

/**
 * The name of a chosen zone: the choice, in the database's spelling, under its current name.
 * @param choice - a name that the runtime accepts, in any case
 * @param resolved - the runtime's name for that zone (`resolvedOptions().timeZone`), which may be an older alias
 */
export function chosenZoneName(choice: string, resolved: string): string {
  const wanted = choice.toLowerCase()
  const known = [resolved, currentZoneName(resolved)].find((name) => name.toLowerCase() === wanted)
  return currentZoneName(known ?? choice)
}

/**
 * A zone's plain name, the same all year: `New York time`, `Eastern time` for `US/Eastern`, and `UTC`, `CET`, `UTC+5` for
 * zones without a place (the database inverts their sign: `Etc/GMT-5`).
 * @param name - of the IANA database, as in `Zone.name`
 */
export function plainZoneName(name: string): string {
  const fixed = /^(?:Etc\/)?GMT([+-])(\d+)$/.exec(name)
  if (fixed) return fixed[2] === '0' ? 'UTC' : `UTC${fixed[1] === '+' ? '\u2212' : '+'}${fixed[2] ?? ''}`
  const place = name.slice(name.lastIndexOf('/') + 1)
  return /^[A-Z\d]+$/.test(place) ? place : `${place.replaceAll('_', ' ')} time`
}

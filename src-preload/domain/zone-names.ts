// Owns: what a time zone is called: by the name that is chosen and used today, not by the runtime's older alias. Pure.
// Must not: know which zone is chosen.

/**
 * Names that the IANA database has replaced. The runtime's own list and its `resolvedOptions` keep the older ones (Unicode
 * CLDR never changes a name). Source: the file `backward` of the IANA database.
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

/** The name that a zone has today: `Asia/Kolkata` for `Asia/Calcutta`; any other name as it is. */
export function todaysZoneName(name: string): string {
  return newerNames[name] ?? name
}

/**
 * The name of a chosen zone: the choice itself, in the database's letters, under today's name.
 * @param choice - a name that the runtime takes, in any case
 * @param resolved - what the runtime calls that zone (`resolvedOptions().timeZone`), which may be an older alias
 */
export function chosenZoneName(choice: string, resolved: string): string {
  const wanted = choice.toLowerCase()
  const known = [resolved, todaysZoneName(resolved)].find((name) => name.toLowerCase() === wanted)
  return todaysZoneName(known ?? choice)
}

/**
 * A zone's plain name, the same at every time of the year: `New York time`, `Eastern time` for `US/Eastern`, and `UTC`,
 * `CET`, `UTC+5` for what has no place (whose sign the database writes the other way round: `Etc/GMT-5`).
 * @param name - of the IANA database, as `Zone.name` has it
 */
export function plainZoneName(name: string): string {
  const fixed = /^(?:Etc\/)?GMT([+-])(\d+)$/.exec(name)
  if (fixed) return fixed[2] === '0' ? 'UTC' : `UTC${fixed[1] === '+' ? '\u2212' : '+'}${fixed[2] ?? ''}`
  const place = name.slice(name.lastIndexOf('/') + 1)
  return /^[A-Z\d]+$/.test(place) ? place : `${place.replaceAll('_', ' ')} time`
}

import * as z from 'zod/mini'

/** At most so many keys in a record. The server cuts records with such a limit before it validates their values. */
export function maxKeys<Values extends Record<string, unknown>>(maximum: number, message: string) {
  const check = z.refine<Values>((value) => Object.keys(value).length <= maximum, message)
  return Object.assign(check, { maximumKeys: maximum })
}

import type * as z from 'zod/mini'

const number = (value: number | bigint): string => value.toLocaleString('id-ID')

const units: Record<string, string> = { string: ' karakter', array: ' pilihan', set: ' pilihan', file: ' byte' }

/** The messages of schemas without their own, in words for people: no names of types. */
export function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'Wajib diisi' : 'Isinya tidak bisa dibaca'
  if (issue.code === 'too_big') return `Paling banyak ${number(issue.maximum)}${units[issue.origin] ?? ''}`
  if (issue.code === 'too_small') return `Paling sedikit ${number(issue.minimum)}${units[issue.origin] ?? ''}`
  return issue.code === 'unrecognized_keys' ? 'Ada isian yang tidak dikenal' : 'Isinya tidak sesuai'
}

export type ForeignHashKind = 'phpass' | 'bcrypt of WordPress' | 'bcrypt' | 'sha512crypt'

/** The digits of base 64 in these hashes. */
export const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bcryptCost = ([, cost]: RegExpExecArray): number => 2 ** Number(cost)

/** `runs` of MD5, SHA-512 or Blowfish's key schedule; a hash that asks for more would hold up a worker. */
const kinds: { kind: ForeignHashKind; pattern: RegExp; runs: (match: RegExpExecArray) => number; most: number }[] = [
  // WordPress until 6.7, and other programs with phpass.
  {
    kind: 'phpass',
    pattern: /^\$[PH]\$([./0-9A-Za-z])[./0-9A-Za-z]{30}$/,
    runs: ([, log2 = '']) => 2 ** alphabet.indexOf(log2),
    most: 2 ** 17,
  },
  // WordPress from 6.8: of a digest, because bcrypt ignores what follows byte 72.
  {
    kind: 'bcrypt of WordPress',
    pattern: /^\$wp\$2[aby]\$(\d\d)\$[./0-9A-Za-z]{53}$/,
    runs: bcryptCost,
    most: 2 ** 12,
  },
  // Moodle until 4.2, Laravel, and WordPress with a plugin.
  { kind: 'bcrypt', pattern: /^\$2[aby]\$(\d\d)\$[./0-9A-Za-z]{53}$/, runs: bcryptCost, most: 2 ** 12 },
  // Moodle from 4.3.
  {
    kind: 'sha512crypt',
    pattern: /^\$6\$(?:rounds=(\d{1,9})\$)?[^$:\n]{1,16}\$[./0-9A-Za-z]{86}$/,
    runs: ([, rounds]) => Number(rounds ?? 5000),
    most: 100_000,
  },
]

/** The kind of a hash of another platform that can be checked here at no more than the usual cost; null for any other text. */
export function kindOf(stored: string): ForeignHashKind | null {
  for (const { kind, pattern, runs, most } of kinds) {
    const match = stored.includes('\n') ? null : pattern.exec(stored)
    if (match) return runs(match) <= most ? kind : null
  }
  return null
}

export const isForeignHash = (stored: string): boolean => kindOf(stored) !== null

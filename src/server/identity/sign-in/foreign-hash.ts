import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { alphabet, kindOf } from './foreign-hash-kinds.ts'

// Runs in a worker process, because these checks hold their thread.

export function checkForeignHash({ password, stored }: { password: string; stored: string }): boolean {
  const kind = kindOf(stored)
  return kind !== null && checks[kind](password, stored)
}

const checks = {
  phpass: checkPhpass,
  'bcrypt of WordPress': checkWordPress,
  bcrypt: checkBcrypt,
  sha512crypt: checkSha512Crypt,
}

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The lowest six bits of a number come first. */
function encode64(value: number, characters: number): string {
  let text = ''
  for (let at = 0; at < characters; at++) text += alphabet[(value >> (6 * at)) & 0x3f]
  return text
}

function checkPhpass(password: string, stored: string): boolean {
  const [runs, salt, typed] = [2 ** alphabet.indexOf(stored[3] ?? ''), stored.slice(4, 12), Buffer.from(password)]
  let digest = createHash('md5').update(salt, 'latin1').update(typed).digest()
  for (let run = 0; run < runs; run++) digest = createHash('md5').update(digest).update(typed).digest()
  let text = ''
  for (let at = 0; at < 16; at += 3) {
    const [a = 0, b = 0, c = 0] = digest.subarray(at, at + 3)
    text += encode64(a | (b << 8) | (c << 16), at === 15 ? 2 : 4)
  }
  return equal(stored.slice(12), text)
}

function checkBcrypt(password: string, stored: string): boolean {
  return bcrypt.compareSync(password, stored.replace(/^\$2[ay]\$/, '$2b$'))
}

function checkWordPress(password: string, stored: string): boolean {
  return checkBcrypt(
    createHmac('sha384', 'wp-sha384').update(password.trim()).digest('base64'),
    stored.slice('$wp'.length),
  )
}

/** The order in which the bytes of a SHA-512 digest are written. */
const byteOrder = Array.from({ length: 21 }, (_, at) => [0, 21, 42].map((first) => first + at)).map(
  ([a = 0, b = 0, c = 0], at) => (at % 3 === 0 ? [a, b, c] : at % 3 === 1 ? [b, c, a] : [c, a, b]),
)

/** Ulrich Drepper's "Unix crypt using SHA-256 and SHA-512"; the steps have his letters and numbers. */
function checkSha512Crypt(password: string, stored: string): boolean {
  const [, declared, salt = '', hash = ''] = /^\$6\$(?:rounds=(\d+)\$)?([^$]*)\$(.*)$/.exec(stored) ?? []
  const rounds = Math.max(1000, Number(declared ?? 5000))
  const [key, saltBytes] = [Buffer.from(password), Buffer.from(salt)]
  const sha = (...parts: Uint8Array[]): Buffer =>
    parts.reduce((made, part) => made.update(part), createHash('sha512')).digest()
  const stretched = (digest: Buffer, length: number): Buffer => Buffer.alloc(length, digest)
  // 4 to 8
  const b = sha(key, saltBytes, key)
  // 1 to 3, 9 to 12
  const parts = [key, saltBytes, stretched(b, key.length)]
  for (let bits = key.length; bits > 0; bits >>= 1) parts.push(bits & 1 ? b : key)
  let digest = sha(...parts)
  // 13 to 16: the key as often as it has bytes.
  const p = stretched(sha(...Array<Buffer>(key.length).fill(key)), key.length)
  // 17 to 20
  const s = stretched(sha(...Array<Buffer>(16 + (digest[0] ?? 0)).fill(saltBytes)), saltBytes.length)
  // 21
  for (let round = 0; round < rounds; round++) {
    const even = round % 2 === 0
    digest = sha(even ? digest : p, ...(round % 3 === 0 ? [] : [s]), ...(round % 7 === 0 ? [] : [p]), even ? p : digest)
  }
  // 22
  const byte = (at: number) => digest[at] ?? 0
  const text =
    byteOrder.map(([a = 0, b = 0, c = 0]) => encode64((byte(a) << 16) | (byte(b) << 8) | byte(c), 4)).join('') +
    encode64(byte(63), 2)
  return equal(hash, text)
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { collectDependencies, shows, showsUntil, type Changes, type Dependencies } from '#server/changes/index.ts'
import type { Clock } from '#server/clock.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'identity' | 'br' | 'gzip'

/** An answer as bytes, ready to be sent to anybody who asks for the same address. */
export type Remembered = {
  status: number
  headers: Record<string, string>
  etag: string
  bytes: Record<Encoding, Uint8Array>
  dependencies: Dependencies
}

export type FreshAnswer = { status: number; headers: Record<string, string>; body: Uint8Array }

export type Memory = {
  /** The answer kept under this key; made by `make` when there is none, once however many ask at the same time. */
  answer(key: string, make: () => Promise<FreshAnswer>): Promise<Remembered>
  /** The kept answer, without making one. */
  peek(key: string): Remembered | null
}

export type MemoryOptions = { changes: Changes; clock: Clock; maximumBytes: number }

export function createMemory({ changes, clock, maximumBytes }: MemoryOptions): Memory {
  const keysByTag = new Map<string, Set<string>>()
  const kept = new LRUCache<string, Remembered>({ maxSize: maximumBytes, sizeCalculation: sizeOf, dispose: (answer, key) => forgetTags(key, answer) })
  const making = new Map<string, Promise<Remembered>>()

  // What changed, and when, for as long as something is being made that may still show the state before.
  let moment = 0
  let everythingChangedAt = 0
  const changedAt = new Map<string, number>()
  let makingCount = 0

  changes.onChange((tags) => {
    moment++
    // Whoever asks after a change must not be handed what was begun before it.
    making.clear()
    if (tags === 'everything') {
      everythingChangedAt = moment
      kept.clear()
      return
    }
    for (const tag of tags) {
      if (makingCount > 0) changedAt.set(tag, moment)
      // Deleting from the set while walking it is fine: a JavaScript Set allows it.
      for (const key of keysByTag.get(tag) ?? []) kept.delete(key)
    }
  })

  function forgetTags(key: string, { dependencies }: Remembered) {
    for (const tag of dependencies.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  const changedSince = (began: number, { tags }: Dependencies): boolean =>
    everythingChangedAt > began || [...tags].some((tag) => (changedAt.get(tag) ?? 0) > began)

  function keep(key: string, answer: Remembered) {
    kept.set(key, answer)
    for (const tag of answer.dependencies.tags) {
      const keys = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, keys.add(key))
    }
  }

  async function makeAndKeep(key: string, make: () => Promise<FreshAnswer>): Promise<Remembered> {
    const began = moment
    makingCount++
    try {
      const { result, dependencies } = await collectDependencies(make)
      const answer = await toRemembered(result, dependencies)
      // A failure may be over the next moment, and refused input is not worth the room.
      if (worthKeeping.includes(answer.status) && !changedSince(began, dependencies)) keep(key, answer)
      return answer
    } finally {
      makingCount--
      if (makingCount === 0) changedAt.clear()
    }
  }

  function peek(key: string): Remembered | null {
    const answer = kept.get(key)
    if (!answer) return null
    const { until } = answer.dependencies
    if (until && until <= clock.now()) {
      kept.delete(key)
      return null
    }
    return answer
  }

  return {
    peek,
    async answer(key, make) {
      let answer = peek(key)
      if (!answer) {
        let promise = making.get(key)
        if (!promise) {
          promise = makeAndKeep(key, make).finally(() => {
            if (making.get(key) === promise) making.delete(key)
          })
          making.set(key, promise)
        }
        answer = await promise
      }
      // A page made of this answer shows what it shows.
      shows(...answer.dependencies.tags)
      if (answer.dependencies.until) showsUntil(answer.dependencies.until)
      return answer
    },
  }
}

const worthKeeping = [200, 301, 302, 404]

const sizeOf = ({ bytes }: Remembered): number => 1024 + bytes.identity.byteLength + bytes.br.byteLength + bytes.gzip.byteLength

const brotliQuality = 9

async function toRemembered({ status, headers, body }: FreshAnswer, dependencies: Dependencies): Promise<Remembered> {
  const [br, gz] = await Promise.all([
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }),
    compressGzip(body),
  ])
  // Weak: the same for every encoding of the same answer.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, bytes: { identity: body, br, gzip: gz }, dependencies }
}

/** The best encoding that the browser says it takes. */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding {
  const accepted = acceptEncoding ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return 'identity'
}

/** Does the browser hold exactly this answer already? */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === bare)
}

/** Status and headers for one request; null body for 304. */
export function toAnswer(
  answer: Remembered,
  request: { ifNoneMatch: string | null | undefined; acceptEncoding: string | null | undefined },
): { status: number; headers: Record<string, string>; body: Uint8Array | null } {
  if (answer.status === 200 && matchesEtag(request.ifNoneMatch, answer.etag)) {
    return { status: 304, headers: { ...answer.headers, etag: answer.etag, vary: 'accept-encoding' }, body: null }
  }
  const encoding = answer.bytes.identity.byteLength === 0 ? 'identity' : chooseEncoding(request.acceptEncoding)
  const body = answer.bytes[encoding]
  return {
    status: answer.status,
    headers: {
      ...answer.headers,
      etag: answer.etag,
      vary: 'accept-encoding',
      'content-length': String(body.byteLength),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
    body,
  }
}

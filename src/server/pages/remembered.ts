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
  etag: string
  /** Headers and bytes for each encoding, made once: sending them costs nothing more. */
  forms: Record<Encoding, { headers: Record<string, string>; body: Uint8Array }>
  notModifiedHeaders: Record<string, string>
  dependencies: Dependencies
}

export type FreshAnswer = { status: number; headers: Record<string, string>; body: Uint8Array }

export type Memory = {
  /** The answer kept under this key; made by `make` when there is none, once however many ask at the same time. */
  answer(key: string, make: () => Promise<FreshAnswer>): Promise<Remembered>
  /** Notes that this very address, as it stands in a request line, is answered by that key. */
  alias(rawAddress: string, key: string): void
  /** The kept answer to a request line's address, without looking any closer; null when it takes more than that. */
  peekAddress(rawAddress: string): Remembered | null
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
      const answer = await prepareAnswer(result, 'kept', dependencies)
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

  // Another spelling of a known address costs one lookup; how many are known is bounded.
  const keyByAddress = new LRUCache<string, string>({ max: 5_000 })

  return {
    alias: (rawAddress, key) => void keyByAddress.set(rawAddress, key),
    peekAddress(rawAddress) {
      const key = keyByAddress.get(rawAddress)
      return key === undefined ? null : peek(key)
    },
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

const sizeOf = ({ forms }: Remembered): number => 2048 + forms.identity.body.byteLength + forms.br.body.byteLength + forms.gzip.body.byteLength

/** Kept bytes are worth a careful compression, those made for one request are not. */
const brotliQuality = { kept: 9, once: 4 }

const noDependencies: Dependencies = { tags: new Set(), until: null }

/** Compresses an answer and prepares its headers. */
export async function prepareAnswer(
  { status, headers, body }: FreshAnswer,
  use: keyof typeof brotliQuality,
  dependencies = noDependencies,
): Promise<Remembered> {
  const isEmpty = body.byteLength === 0
  const [br, gzip] = isEmpty
    ? [body, body]
    : await Promise.all([
        compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[use], [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }),
        compressGzip(body),
      ])
  // Weak: the same for every encoding of the same answer.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const common = { ...headers, etag, vary: 'accept-encoding' }
  const form = (bytes: Uint8Array, encoding: Encoding) => ({
    headers: { ...common, 'content-length': String(bytes.byteLength), ...(encoding === 'identity' || isEmpty ? {} : { 'content-encoding': encoding }) },
    body: bytes,
  })
  return { status, etag, forms: { identity: form(body, 'identity'), br: form(br, 'br'), gzip: form(gzip, 'gzip') }, notModifiedHeaders: common, dependencies }
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

type Wishes = { ifNoneMatch: string | null | undefined; acceptEncoding: string | null | undefined }

/** Status, headers and body for one request; no body for 304. */
export function toAnswer(
  answer: Remembered,
  { ifNoneMatch, acceptEncoding }: Wishes,
): { status: number; headers: Record<string, string>; body: Uint8Array | null } {
  if (answer.status === 200 && matchesEtag(ifNoneMatch, answer.etag)) return { status: 304, headers: answer.notModifiedHeaders, body: null }
  return { status: answer.status, ...answer.forms[chooseEncoding(acceptEncoding)] }
}

/** The same as a web-standard response. */
export function toResponse(answer: Remembered, request: Request): Response {
  const { status, headers, body } = toAnswer(answer, {
    ifNoneMatch: request.headers.get('if-none-match'),
    acceptEncoding: request.headers.get('accept-encoding'),
  })
  const hasBody = body !== null && body.byteLength > 0 && request.method !== 'HEAD'
  return new Response(hasBody ? (body as Uint8Array<ArrayBuffer>) : null, { status, headers })
}

/** An answer that is not kept, compressed for this one request. */
export async function answerOnce(request: Request, headers: Record<string, string>, text: string): Promise<Response> {
  return toResponse(await prepareAnswer({ status: 200, headers, body: new TextEncoder().encode(text) }, 'once'), request)
}

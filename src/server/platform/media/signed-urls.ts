import { createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Secret } from '#server/platform/protection/index.ts'

/** Granted by a signed URL; `viewerId` is null for visitors of a free preview. */
export type MediaGrant = { courseId: string; lessonId: string; viewerId: string | null }

const lifetimeMs = 4 * hourMs

export type SignedUrls = ReturnType<typeof signedUrls>

/** URLs of videos that a media element can load, because it sends no session token. They are valid for four hours. */
export function signedUrls({ secret, clock }: { secret: Secret; clock: Clock }) {
  const sign = async (payload: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(payload)
      .digest()
  return {
    async create({ courseId, lessonId, viewerId }: MediaGrant): Promise<string> {
      const payload = Buffer.from(
        [courseId, lessonId, viewerId ?? '', clock.now().getTime() + lifetimeMs].join(' '),
      ).toString('base64url')
      return `/media/${payload}.${(await sign(payload)).toString('base64url')}`
    },

    /** Null for a forged URL and for one that has expired. */
    async read(token: string): Promise<MediaGrant | null> {
      const [payload = '', signature = ''] = token.split('.')
      const [given, expected] = [Buffer.from(signature, 'base64url'), await sign(payload)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const [courseId = '', lessonId = '', viewerId = '', expiresAt] = Buffer.from(payload, 'base64url')
        .toString()
        .split(' ')
      if (clock.now().getTime() >= Number(expiresAt)) return null
      return { courseId, lessonId, viewerId: viewerId || null }
    },
  }
}

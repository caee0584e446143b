import { parseInWorker, TextTooCostly } from '#server/platform/work/worker-pool.ts'
import { refused, type readGift } from './read-gift.ts'

const file = new URL('read-gift.ts', import.meta.url)
const tooCostly = refused(1, 'Susunan berkas ini terlalu rumit untuk dibaca. Bagi menjadi beberapa berkas')

/** Reads GIFT that a user sent. */
export async function readGiftInWorker(userId: string, text: string): Promise<ReturnType<typeof readGift>> {
  try {
    return await parseInWorker<typeof readGift>(userId, file, 'readGift', text)
  } catch (error) {
    if (error instanceof TextTooCostly) return tooCostly
    throw error
  }
}

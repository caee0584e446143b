import { ifTooCostly } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { refused, type readGift } from './read-gift.ts'
import type { readWithoutLoss } from './without-loss.ts'

const readerFile = new URL('read-gift.ts', import.meta.url)
const withoutLossFile = new URL('without-loss.ts', import.meta.url)
export const tooComplexFile = 'Susunan berkas ini terlalu rumit untuk dibaca. Bagi menjadi beberapa berkas'
const refuseCostly = ifTooCostly(refused(1, tooComplexFile))

/** Reads GIFT that a user sent. */
export const readGiftInWorker = (client: string, text: string): Promise<ReturnType<typeof readGift>> =>
  parseInWorker<typeof readGift>(client, readerFile, 'readGift', text).catch(refuseCostly)

/** The same, where the questions are saved as they are: what cleaning would take away is a mistake or a note. */
export const readGiftWithoutLoss = (client: string, text: string): Promise<ReturnType<typeof readWithoutLoss>> =>
  parseInWorker<typeof readWithoutLoss>(client, withoutLossFile, 'readWithoutLoss', text).catch(refuseCostly)

import { join } from 'node:path'
import type { CommandConfig } from '#server/config.ts'
import { createMediaStore, type MediaStore } from '#server/media/index.ts'
import { createS3Store } from '#server/storage/index.ts'

/** Where the videos of an installation are. */
export const openMediaStore = ({ dataDir, mediaBucket }: Pick<CommandConfig, 'dataDir' | 'mediaBucket'>): MediaStore =>
  createMediaStore({ folder: join(dataDir, 'media'), bucket: mediaBucket && createS3Store(mediaBucket) })

import { join } from 'node:path'
import type { CommandConfig } from '#server/process/config/config.ts'
import { createMediaStore, storedVideos, type MediaStore } from '#server/platform/media/index.ts'
import { createFolderStore, createS3Store, type ObjectStore } from '#server/platform/storage/index.ts'

type Place = Pick<CommandConfig, 'dataDir' | 'mediaBucket'>

const folderIn = (dataDir: string): string => join(dataDir, 'media')

/** Where the videos of an installation are. */
export const openMediaStore = ({ dataDir, mediaBucket }: Place): MediaStore =>
  createMediaStore({ folder: folderIn(dataDir), bucket: mediaBucket && createS3Store(mediaBucket) })

/** The same, with the folder where files arrive. */
export const openDocumentStore = (place: Place) => ({
  store: openMediaStore(place),
  incomingFolder: join(folderIn(place.dataDir), 'incoming'),
})

/** The videos of an installation, for a backup. */
export const mediaToBackUp = (place: Place) => ({ ...storedVideos, store: openMediaStore(place) })

/** Where a restore puts videos: the bucket, or a folder in this data folder. */
export const mediaToFill = (mediaBucket: Place['mediaBucket'], dataDir: string): ObjectStore =>
  mediaBucket ? createS3Store(mediaBucket) : createFolderStore(folderIn(dataDir))

// Names by which pages store for offline use, and the service worker serves.

/** The Cache Storage with everything that users saved. */
export const savedCache = 'cendaki-saved'

/** The message to a waiting worker: the user accepts the update. */
export const acceptUpdate = 'skip-waiting'

/** Private data is saved under a fingerprint of the session, and returned to that session only. */
export const savedKey = (path: string, fingerprint: string): string => `${path}?pemilik=${fingerprint}`

/** Where saved videos are, by the entity tag of their file. */
export const savedVideos = '/media/saved/'

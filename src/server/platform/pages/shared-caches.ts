// Cache-Control for caches outside the product, of responses that are the same for everyone.

/** Every cache may keep it, and asks with its etag before each use. */
export const sharedByEveryone = 'public, max-age=0, must-revalidate'

/** A CDN may also send it without asking, for so many seconds. Nothing purges its copies, so this is how old they get. */
export const forCdn = (seconds: number): string => `${sharedByEveryone}, s-maxage=${seconds}`

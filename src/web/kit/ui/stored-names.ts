// Names in localStorage that the head script reads before the first paint.

export const themeKey = 'cendaki-theme'
export const readerKey = 'cendaki-reader'
/** The campaign whose announcement was closed. */
export const dismissedKey = 'cendaki-dismissed'
/** The session of visitors and students. */
export const sessionKey = 'session'

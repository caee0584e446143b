const date = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' })
const dateTime = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' })

/** 21 November 2026, in western Indonesian time. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** 21 November 2026 pukul 14.05 WIB. */
export const formatDateTime = (iso: string): string => `${dateTime.format(new Date(iso))} WIB`

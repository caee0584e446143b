const date = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' })
/** 21 November 2026, in western Indonesian time. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

const shortDate = new Intl.DateTimeFormat('id-ID', { dateStyle: 'medium', timeZone: 'Asia/Jakarta' })
/** "21 Nov 2026", where a table has little room. */
export const formatShortDate = (iso: string): string => shortDate.format(new Date(iso))

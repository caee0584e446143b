const date = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' })
/** 21 November 2026, in western Indonesian time. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

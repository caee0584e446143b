const day = new Intl.DateTimeFormat('id-ID', { dateStyle: 'medium', timeZone: 'Asia/Jakarta' })
const moment = new Intl.DateTimeFormat('id-ID', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Jakarta' })

/** 21 Nov 2026, in western Indonesian time. */
export const formatDay = (iso: string): string => day.format(new Date(iso))
/** 21 Nov 2026, 14.05. */
export const formatMoment = (iso: string | number): string => moment.format(new Date(iso))

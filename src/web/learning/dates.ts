const long = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' })
const short = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "21 November 2026", as it is in Jakarta. */
export const formatDate = (iso: string): string => long.format(new Date(iso))

/** "16 Nov" of a day written as YYYY-MM-DD. */
export const formatDay = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))

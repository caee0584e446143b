const day = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Jakarta' })

/** "21 November 2026", in Jakarta on both sides. */
export const formatDay = (iso: string): string => day.format(new Date(iso))

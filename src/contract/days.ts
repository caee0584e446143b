const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day of a moment as western Indonesia has it: "2026-11-21". */
export const jakartaDay = (moment: Date): string => parts.format(moment)

// The provider writes times as `YYYY-MM-DD HH:MM:SS` without a zone, in GMT+7.
const jakartaOffsetMs = 7 * 60 * 60 * 1000

export function jakartaTime(at: string | Date): string {
  return new Date(new Date(at).getTime() + jakartaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Parses `yyyy-MM-dd HH:mm:ss Z` (`expiry.start_time`); null when invalid. */
export function parseStartTime(text: string): Date | null {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2}):?(\d{2})$/.exec(text)
  if (!parts) return null
  const at = new Date(`${parts[1]}T${parts[2]}${parts[3]}:${parts[4]}`)
  return Number.isNaN(at.getTime()) ? null : at
}

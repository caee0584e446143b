/** As in video players: 3:20, 1:02:05. */
export function formatClock(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    String(Math.floor(seconds) % 60).padStart(2, '0'),
  ]
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

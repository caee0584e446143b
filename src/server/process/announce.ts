import { systemClock } from '#server/platform/clock.ts'

/** True when every line of the output is JSON, for machines that read it: LOG_FORMAT=json, read before the settings are. */
const isJson = (): boolean => process.env['LOG_FORMAT'] === 'json'

const levels = { info: 30, warn: 40, fatal: 60 }

/** Says something outside of the log: text for people, or lines like those of the log. */
export function announce(text: string, level: keyof typeof levels = 'info'): void {
  const stream = level === 'info' ? process.stdout : process.stderr
  if (!isJson()) return void stream.write(`${text}\n`)
  const message = text.trim()
  if (message)
    process.stdout.write(
      `${JSON.stringify({ level: levels[level], time: systemClock.now().getTime(), pid: process.pid, msg: message })}\n`,
    )
}

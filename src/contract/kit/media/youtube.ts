const videoId = /^[A-Za-z0-9_-]{11}$/

/** Longer than any URL or embed code of a video. */
const maximumLength = 2_000

/** The 11-character video id, from an id or any URL of the video; null without one. */
export function youtubeIdOf(text: string): string | null {
  // Searching a long text for an embed code takes quadratic time.
  if (text.length > maximumLength) return null
  // Also accepts YouTube's embed code.
  const pasted = (/<iframe[^<>]*\ssrc="([^"]+)"/i.exec(text)?.[1] ?? text).trim()
  if (videoId.test(pasted)) return pasted
  const [, host = '', rest = ''] =
    /^(?:https?:)?\/?\/?(?:[\w-]+\.)*?(youtube\.com|youtube-nocookie\.com|youtu\.be)\/(.*)$/i.exec(pasted) ?? []
  if (!host) return null
  const found =
    host.toLowerCase() === 'youtu.be'
      ? /^([\w-]{11})(?![\w-])/.exec(rest)
      : (/^(?:embed|shorts|live|v|e)\/([\w-]{11})(?![\w-])/.exec(rest) ??
        /[?&](?:v|vi)=([\w-]{11})(?![\w-])/.exec(rest))
  return found?.[1] ?? null
}

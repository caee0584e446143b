import { decodeEntities } from '#contract/kit/text/html-text.ts'
import { useEffect, useMemo } from 'react'
import { captionsContract } from '#contract/catalog/captions.ts'
import { registerContract, type ApiClient } from '#contract/client.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'

registerContract({ captions: captionsContract })

type CaptionsOf = { courseId: string; lessonId: string; languages: readonly string[] }
export type Captions = { lang: string; label: string; vtt: string; url: string }
/** Seconds. */
export type Cue = { start: number; text: string }

const none: readonly Captions[] = []

/** The captions of a lesson in all its languages; none while they are loaded and when that fails: the video plays without them. */
export function useCaptions(client: ApiClient, { courseId, lessonId, languages }: CaptionsOf): readonly Captions[] {
  const key = languages.length > 0 ? `${lessonId} ${languages.join(' ')}` : null
  const data = useRemoteAddition(key, (signal) =>
    Promise.all(
      languages.map(async (lang) => {
        const { body } = await client.captions.showCaptions({ id: courseId, contentId: lessonId, lang }, { signal })
        return { lang, label: languageName(lang), vtt: await body.text() }
      }),
    ),
  )
  // A track sends no session token, so it reads a copy in memory.
  const captions = useMemo(
    () => data?.map((one) => ({ ...one, url: URL.createObjectURL(new Blob([one.vtt], { type: 'text/vtt' })) })) ?? none,
    [data],
  )
  useEffect(
    () => () => {
      for (const { url } of captions) URL.revokeObjectURL(url)
    },
    [captions],
  )
  return captions
}

/** The Indonesian name of a language, such as Inggris for `en`; the code itself when it has none. */
export const languageName = (lang: string): string =>
  new Intl.DisplayNames(['id'], { type: 'language' }).of(lang) ?? lang

/** The cues of WebVTT as the server writes it: hours, no settings, plain text with escaped characters. */
export function readCues(vtt: string): Cue[] {
  return vtt
    .split('\n\n')
    .slice(1)
    .flatMap((block) => {
      const [times = '', ...lines] = block.trim().split('\n')
      const [hours = 0, minutes = 0, seconds = 0] = times.split(' ')[0]?.split(':').map(Number) ?? []
      return lines.length > 0
        ? [{ start: hours * 3600 + minutes * 60 + seconds, text: decodeEntities(lines.join(' ')) }]
        : []
    })
}

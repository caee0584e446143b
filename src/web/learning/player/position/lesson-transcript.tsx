import type { ContentSummary } from '#contract/catalog/catalog.ts'
import { useCaptions } from '#web/catalog/video/captions.ts'
import { Transcript } from '#web/catalog/video/transcript.tsx'
import { useApi } from '#web/identity/index.ts'

export type LessonTranscriptProps = { content: ContentSummary; languages: readonly string[]; now: number; onSeek: (seconds: number) => void }

/** The transcript of a video that is not on this site. */
export default function LessonTranscript({ content, languages, now, onSeek }: LessonTranscriptProps) {
  const { authenticated } = useApi()
  const captions = useCaptions(authenticated, { courseId: content.courseId, contentId: content._id, languages })
  return captions.length > 0 && <Transcript captions={captions} now={now} onSeek={onSeek} />
}

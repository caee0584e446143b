import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { useCaptions } from '#web/catalog/video/captions.ts'
import { Transcript } from '#web/catalog/video/transcript.tsx'
import { useApi } from '#web/identity/index.ts'

export type LessonTranscriptProps = {
  lesson: LessonSummary
  languages: readonly string[]
  now: number
  onSeek: (seconds: number) => void
}

/** The transcript of a video that is not on this site. */
export default function LessonTranscript({ lesson, languages, now, onSeek }: LessonTranscriptProps) {
  const { authenticated } = useApi()
  const captions = useCaptions(authenticated, { courseId: lesson.courseId, lessonId: lesson._id, languages })
  return captions.length > 0 && <Transcript captions={captions} now={now} onSeek={onSeek} />
}

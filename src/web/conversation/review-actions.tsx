import { Suspense, useState } from 'react'
import { questionsContract } from '#contract/conversation/questions.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import type { Review } from '#contract/learning/learning.ts'
import { reviewVotesContract } from '#contract/learning/review-votes.ts'
import { useAction, useApi, withLogin, type Api } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'

registerContract({ reviewVotes: reviewVotesContract, questions: questionsContract })

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).default)

/** The ids of the reviews of a course that helped this person. */
export const loadReviewVotes = async (
  { authenticated }: Api,
  courseId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> =>
  new Set((await authenticated.reviewVotes.listMyReviewVotes({ id: courseId }, { signal })).data.reviewIds)

type Props = { courseId: string; review: Review; hasVoted: boolean }

/** Actions on the review of another person, for users who are signed in. */
export default function ReviewActions({ courseId, review, hasVoted }: Props) {
  const { reviewVotes, questions } = useApi().authenticated
  const [vote, setVote] = useState({ helpful: review.helpful, hasVoted })
  const [isReporting, setReporting] = useState(false)
  const { busy, run } = useAction<'vote'>(
    (error) => serverMessage(error) ?? 'Belum tersimpan. Periksa koneksimu, lalu coba lagi.',
  )
  const key = { id: courseId, reviewId: review._id }
  const change = () =>
    run('vote', async () => {
      const { data } = await withLogin(() =>
        vote.hasVoted ? reviewVotes.takeBackReviewVote(key) : reviewVotes.voteForReview(key),
      )
      setVote(data)
    })

  return (
    <div className="mt-2 flex flex-wrap gap-2 print:hidden">
      <Button
        variant="outline"
        size="sm"
        aria-pressed={vote.hasVoted}
        busy={busy === 'vote'}
        onClick={() => void change()}
      >
        Membantu ({vote.helpful})<span className="sr-only">, ulasan {review.name}</span>
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setReporting(true)}>
        Laporkan<span className="sr-only"> ulasan {review.name}</span>
      </Button>
      {isReporting && (
        <Suspense>
          <ReportDialog
            what="ulasan"
            send={(reason) => questions.reportReview({ ...key, reason })}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

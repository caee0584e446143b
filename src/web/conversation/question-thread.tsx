import { useEffect, useEffectEvent } from 'react'
import type { Answer, QuestionDetail } from '#contract/conversation/questions.ts'
import { useApi } from '#web/identity/index.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { ReplyForm } from './reply-form.tsx'
import { InstructorBadge, Post } from './questions-post.tsx'
import { useQuestion } from './use-question.ts'

type Props = {
  questionId: string
  userId: string
  initial?: QuestionDetail
  /** Level of the answers' heading. */ Heading?: 'h2' | 'h4'
  /** Called with all that is shown. */ onRead?: (question: QuestionDetail) => void
  /** Without answers it is gone; with them it stays, without its text. */ onDeleted: (isGone: boolean) => void
}

/** A question, its answers, and the form for one more. New answers appear while one looks. */
export function QuestionThread({ questionId: id, userId, initial, Heading = 'h2', onRead, onDeleted }: Props) {
  const { question, hasFailed, busy, act, run, reload, retry } = useQuestion(id, () => onDeleted(true), initial)
  const { questions } = useApi().authenticated
  const tell = useEffectEvent((read: QuestionDetail) => onRead?.(read))
  useEffect(() => {
    if (question) tell(question)
  }, [question])
  const next = useFocusNext(question?.isDeleted === true)
  if (!question) {
    return hasFailed ? (
      <div className="grid gap-2 justify-items-start" role="status">
        <p>Pertanyaannya belum bisa dimuat.</p>
        <Button variant="outline" size="sm" onClick={retry}>
          Coba lagi
        </Button>
      </div>
    ) : (
      <p role="status">Memuat pertanyaan…</p>
    )
  }
  const { course, isDeleted, viewer, answers } = question
  const remove = (pressed: Element | null) =>
    run('delete', async () => {
      await questions.deleteQuestion({ id })
      // The last answer may have been deleted meanwhile.
      const isGone = answers.length === 0 || !(await reload())
      if (isGone) leaveRow(pressed)
      onDeleted(isGone)
    })

  return (
    <div className="grid gap-6">
      {!isDeleted && (
        <div>
          <Post
            post={question}
            userId={userId}
            what="pertanyaan"
            author={question.asker?.name ?? 'Siswa'}
            badges={question.asker?.isInstructor && <InstructorBadge />}
            courseId={course._id}
            busy={busy}
            mayDelete={question.isMine || viewer.isStaff}
            onChange={(text) => act('change', () => questions.changeQuestion({ id, text }))}
            onDelete={remove}
            onReport={(reason) => questions.reportQuestion({ id, reason })}
          >
            {question.isMine ? (
              question.votes > 0 && (
                <span className="self-center text-sm text-ink-3">{question.votes} orang juga bertanya</span>
              )
            ) : (
              <Button
                variant="outline"
                size="sm"
                aria-pressed={question.hasVoted}
                busy={busy === 'vote'}
                onClick={() =>
                  void act('vote', () =>
                    question.hasVoted ? questions.unvoteQuestion({ id }) : questions.voteForQuestion({ id }),
                  )
                }
              >
                Aku juga bertanya ({question.votes})
              </Button>
            )}
          </Post>
        </div>
      )}
      <div>
        <Heading ref={next} tabIndex={-1} className="mb-3 text-lg font-bold outline-none" aria-live="polite">
          {answers.length === 0 ? 'Belum ada jawaban' : `${answers.length} jawaban`}
        </Heading>
        <ul className="grid gap-4">
          {answers.map((answer) => (
            <li key={answer._id} className="rounded-card border border-line bg-surface p-4">
              <AnswerPost answer={answer} question={question} userId={userId} busy={busy} act={act} />
            </li>
          ))}
        </ul>
      </div>
      {!isDeleted && <ReplyForm courseId={course._id} questionId={id} userId={userId} onSent={reload} />}
    </div>
  )
}

type AnswerProps = {
  answer: Answer
  question: QuestionDetail
  userId: string
  busy: string | null
  act: (name: string, work: () => Promise<unknown>) => Promise<boolean>
}

function AnswerPost({ answer, question, userId, busy, act }: AnswerProps) {
  const { questions } = useApi().authenticated
  const { _id: id, isAccepted, hasVoted } = answer
  // Who asked thanks more often than answers; alone, the own answer may be the solution.
  const isThanks = question.isMine && answer.isMine && !isAccepted && question.answers.some(({ isMine }) => !isMine)
  return (
    <Post
      post={answer}
      userId={userId}
      what="jawaban"
      author={answer.author?.name ?? 'Siswa'}
      badges={
        <>
          {answer.isInstructor && <InstructorBadge />}
          {isAccepted && <Badge tone="success">Jawaban terpilih</Badge>}
        </>
      }
      courseId={question.course._id}
      busy={busy}
      mayDelete={answer.isMine || question.viewer.isStaff}
      onChange={(text) => act('change', () => questions.changeAnswer({ id, text }))}
      onDelete={(pressed) =>
        act('delete', async () => {
          await questions.deleteAnswer({ id })
          leaveRow(pressed)
        })
      }
      onReport={(reason) => questions.reportAnswer({ id, reason })}
    >
      {answer.isMine ? (
        answer.votes > 0 && <span className="self-center text-sm text-ink-3">{answer.votes} orang terbantu</span>
      ) : (
        <Button
          variant="outline"
          size="sm"
          aria-pressed={hasVoted}
          busy={busy === `vote ${id}`}
          onClick={() =>
            void act(`vote ${id}`, () => (hasVoted ? questions.unvoteAnswer({ id }) : questions.voteForAnswer({ id })))
          }
        >
          Membantu ({answer.votes})
        </Button>
      )}
      {question.viewer.canAccept && !isThanks && (
        <Button
          variant="ghost"
          size="sm"
          busy={busy === `accept ${id}`}
          onClick={() =>
            void act(`accept ${id}`, () =>
              questions.acceptAnswer({ id: question._id, answerId: isAccepted ? null : id }),
            )
          }
        >
          {isAccepted ? 'Batalkan tanda' : 'Tandai terjawab'}
        </Button>
      )}
    </Post>
  )
}

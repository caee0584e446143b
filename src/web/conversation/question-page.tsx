import { useState, type FormEvent } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { questionsContract, type Answer } from '#contract/conversation/questions.ts'
import { registerContract, serverMessage } from '#contract/kit/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, requireSession, useAction, useApi, type Api } from '#web/identity/index.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'

export const createQuestionLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireSession }, async () => {
      registerContract({ questions: questionsContract })
      return (await api.authenticated.questions.showQuestion({ id: params.questionId ?? '' })).data
    })

/** A question with its answers. */
export function QuestionPage() {
  const question = useLoaderData<ReturnType<typeof createQuestionLoader>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<string>((error) => serverMessage(error) ?? 'Belum terkirim. Coba lagi.')
  const { _id: id, course, contentId, isDeleted, viewer } = question

  const act = (name: string, work: () => Promise<unknown>) =>
    run(name, async () => {
      await work()
      await revalidate()
    })
  const { questions } = authenticated

  return (
    <article className="wrap max-w-[760px] py-10">
      <PageHead title={question.title ?? 'Pertanyaan dihapus'} noIndex />
      <p className="text-ink-3">Tanya jawab · {course.title}</p>
      <h1 className="mt-1 text-2xl font-extrabold">{question.title ?? 'Pertanyaan ini sudah dihapus'}</h1>
      <p className="mt-1 mb-4 text-sm text-ink-3">
        {question.asker?.name ?? 'Siswa'} · {formatShortDateTime(question.createdAt)}
        {question.isEdited && ' · diedit'}
      </p>
      {question.hiddenReason !== null && <p className="mb-4 font-semibold">Disembunyikan pengelola: {question.hiddenReason}</p>}
      {question.html !== null && <Prose html={question.html} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {!isDeleted && !question.isMine && (
          <Button
            variant="outline"
            size="sm"
            aria-pressed={question.hasVoted}
            busy={busy === 'vote'}
            onClick={() => void act('vote', () => (question.hasVoted ? questions.unvoteQuestion({ id }) : questions.voteForQuestion({ id })))}
          >
            {question.hasVoted ? 'Batal dukung' : 'Aku juga bertanya'} ({question.votes})
          </Button>
        )}
        <ButtonLink variant="ghost" size="sm" to={paths.player({ courseId: course._id, ...(contentId ? { lessonId: contentId } : {}) })}>
          Buka materi
        </ButtonLink>
      </div>
      <h2 className="mt-8 mb-3 text-xl font-bold">{question.answers.length === 0 ? 'Belum ada jawaban' : `${question.answers.length} jawaban`}</h2>
      <ul className="grid gap-4">
        {question.answers.map((answer) => (
          <AnswerItem
            key={answer._id}
            answer={answer}
            busy={busy}
            onVote={() =>
              void act(`vote ${answer._id}`, () => (answer.hasVoted ? questions.unvoteAnswer({ id: answer._id }) : questions.voteForAnswer({ id: answer._id })))
            }
            {...(viewer.canAccept
              ? { onAccept: () => void act(`accept ${answer._id}`, () => questions.acceptAnswer({ id, answerId: answer.isAccepted ? null : answer._id })) }
              : {})}
          />
        ))}
      </ul>
      {!isDeleted && (
        <AnswerForm key={question.answers.length} busy={busy === 'answer'} onSend={(text) => act('answer', () => questions.answerQuestion({ id, text }))} />
      )}
    </article>
  )
}

type AnswerProps = { answer: Answer; busy: string | null; onVote: () => void; onAccept?: () => void }

function AnswerItem({ answer, busy, onVote, onAccept }: AnswerProps) {
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <p className="mb-2 flex flex-wrap items-center gap-2 text-sm text-ink-3">
        <span className="font-semibold text-ink">{answer.author?.name ?? 'Siswa'}</span>
        {answer.isInstructor && <Badge tone="info">Instruktur</Badge>}
        {answer.isAccepted && <Badge tone="promo">Jawaban terpilih</Badge>}
        {formatShortDateTime(answer.createdAt)}
        {answer.isEdited && ' · diedit'}
      </p>
      {answer.hiddenReason !== null && <p className="mb-2 font-semibold">Disembunyikan pengelola: {answer.hiddenReason}</p>}
      <Prose html={answer.html} />
      <div className="mt-3 flex flex-wrap gap-3">
        {!answer.isMine && (
          <Button variant="outline" size="sm" aria-pressed={answer.hasVoted} busy={busy === `vote ${answer._id}`} onClick={onVote}>
            Membantu ({answer.votes})
          </Button>
        )}
        {onAccept && (
          <Button variant="ghost" size="sm" busy={busy === `accept ${answer._id}`} onClick={onAccept}>
            {answer.isAccepted ? 'Batalkan pilihan' : 'Pilih jawaban ini'}
          </Button>
        )}
      </div>
    </li>
  )
}

function AnswerForm({ busy, onSend }: { busy: boolean; onSend: (text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setError('Tulis jawabanmu')
    setError('')
    void onSend(text)
  }
  return (
    <form className="mt-8 grid gap-3 justify-items-start" onSubmit={send} noValidate>
      <TextAreaField
        className="w-full"
        label="Jawabanmu"
        hint="Boleh memakai Markdown dan kode."
        error={error}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        Kirim Jawaban
      </Button>
    </form>
  )
}

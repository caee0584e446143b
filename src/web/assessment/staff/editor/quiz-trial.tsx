import { useState } from 'react'
import { score } from '#contract/assessment/quiz-scoring.ts'
import { questionView, solutionView } from '#contract/assessment/quiz-view.ts'
import type { Answers, Question, QuizSettings } from '#contract/assessment/quiz.ts'
import { QuestionField } from '#web/assessment/question-field.tsx'
import { Button } from '#web/kit/ui/button.tsx'

/** Parts in a fixed order that is not theirs; students get another one each. */
const mixed = (ids: readonly string[]) => [
  ...ids.filter((_, index) => index % 2 === 1),
  ...ids.filter((_, index) => index % 2 === 0),
]

function partsOf(question: Question): string[] {
  if (question.type === 'one' || question.type === 'several') return question.options.map(({ _id }) => _id)
  if (question.type === 'order') return mixed(question.items.map(({ _id }) => _id))
  return question.type === 'pairs' ? mixed(question.pairs.map(({ rightId }) => rightId)) : []
}

const asStored = (html: string) => html

/** The questions of a quiz as students see them, scored by the same function. Nothing is stored. */
export function QuizTrial({ questions, settings }: { questions: readonly Question[]; settings: QuizSettings }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [isScored, setScored] = useState(false)
  const result = isScored ? score(questions, answers, settings.passPercent) : null

  function answer(id: string, value: Answers[string] | undefined) {
    const { [id]: _, ...others } = answers
    setAnswers(value === undefined ? others : { ...others, [id]: value })
  }
  return (
    <div className="grid gap-6">
      <div role="status">
        {result && (
          <p className="rounded-card bg-sunken px-4 py-3 font-bold">
            Nilai {result.percent}% · {result.passed ? 'lulus' : 'belum lulus'}
          </p>
        )}
      </div>
      {questions.map((question, index) => (
        <section key={question._id} aria-label={`Soal ${index + 1}`}>
          <QuestionField
            question={{
              ...questionView(question, partsOf(question), asStored),
              ...(isScored ? { solution: solutionView(question, answers[question._id], asStored) } : {}),
            }}
            number={index + 1}
            value={answers[question._id]}
            isLocked={isScored}
            onChange={(value) => answer(question._id, value)}
          />
        </section>
      ))}
      <div className="flex flex-wrap gap-2">
        {isScored ? (
          <Button type="button" variant="outline" onClick={() => setScored(false)}>
            Ubah jawaban
          </Button>
        ) : (
          <Button type="button" onClick={() => setScored(true)}>
            Nilai jawaban
          </Button>
        )}
      </div>
    </div>
  )
}

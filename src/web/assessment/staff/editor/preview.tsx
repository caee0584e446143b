import type { Question, QuizSettings } from '#contract/assessment/quiz.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { QuizTrial } from './quiz-trial.tsx'

type Props = { questions: readonly Question[]; settings: QuizSettings; onClose: () => void }

/** The quiz in the editor as students see it. */
export const QuizPreview = ({ questions, settings, onClose }: Props) => (
  <Dialog open title="Pratinjau sebagai siswa" size="md" onClose={onClose}>
    <QuizTrial questions={questions} settings={settings} />
  </Dialog>
)

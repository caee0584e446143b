import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { get, useWatch } from 'react-hook-form'
import { useLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import { quizInput, type Question } from '#contract/assessment/quiz.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { askConfirm, showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { listIds, withIds, type EditorQuestion } from './editor-question.ts'
import { GiftSection } from './gift-section.tsx'
import { QuizPreview } from './preview.tsx'
import { QuestionList } from './question-list.tsx'
import { QuizSettingsFields } from './quiz-settings.tsx'
import { QuizTabs } from './quiz-tabs.tsx'
import type { QuizValues } from './quiz-values.ts'

export const createLoader = staffLoader(async (api, { params }) => {
  const { courseId = '', lessonId = '' } = params
  return {
    courseId,
    quiz: (await api.authenticated.quizAuthoring.showQuiz({ id: courseId, contentId: lessonId })).data,
  }
})

export function Page() {
  const { courseId, quiz } = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Soal kuis"
      lead={quiz.title}
      back={{ to: paths.adminCourse({ courseId }), label: 'Detail kelas' }}
    >
      <QuizTabs courseId={courseId} lessonId={quiz.contentId} />
      <QuizForm key={quiz.contentId} courseId={courseId} quiz={quiz} />
    </StaffPage>
  )
}

function QuizForm({ courseId, quiz }: { courseId: string; quiz: StaffQuiz }) {
  const { authenticated } = useApi()
  const [version, setVersion] = useState(quiz.version)
  const [preview, setPreview] = useState<QuizValues | null>(null)
  const [isImporting, setImporting] = useState(false)
  const form = useContractForm((values: QuizValues) => quizInput['~standard'].validate(values), {
    values: { settings: quiz.settings, questions: quiz.questions },
    draft: `quiz:${quiz.contentId}`,
    save: async (input) => {
      const { data } = await authenticated.quizAuthoring.saveQuiz({
        ...input,
        id: courseId,
        contentId: quiz.contentId,
        version,
      })
      return { sent: listIds(input.questions), saved: data }
    },
    onSaved: ({ sent, saved }) => {
      setVersion(saved.version)
      takeIds(sent, saved.questions)
      toast.success('Kuis tersimpan.')
    },
  })
  const { errors, isSubmitted } = form.formState
  const questions = useWatch({ control: form.control, name: 'questions' }) as EditorQuestion[]
  const errorAt = (path: string): string | undefined => (get(errors, path) as { message?: string } | undefined)?.message

  /** The server gave new parts their ids; what was typed meanwhile keeps them. */
  function takeIds(sent: readonly string[], saved: readonly Question[]) {
    const given = listIds(saved)
    const ids = new Map(sent.map((id, index) => [id, given[index] ?? id]))
    const rename = (id: string) => ids.get(id) ?? id
    const isDirty = form.hasUnsavedInput()
    const current = withIds(form.getValues('questions'), rename)
    if (!isDirty) form.reset({ settings: form.getValues('settings'), questions: current })
    else form.setValue('questions', current, { shouldDirty: true })
  }
  async function rescore() {
    const isConfirmed = await askConfirm({
      title: 'Nilai ulang semua percobaan?',
      text: 'Jawaban yang sudah dikumpulkan dinilai lagi dengan soal yang tersimpan sekarang. Siswa yang sudah lulus tetap lulus.',
      confirmLabel: 'Nilai ulang',
    })
    if (!isConfirmed) return
    try {
      const { message } = await withLogin(() =>
        authenticated.quizAuthoring.rescoreQuiz({ id: courseId, contentId: quiz.contentId }),
      )
      toast.success(message ?? 'Percobaan dinilai ulang.')
    } catch (error) {
      await showAlert({ title: 'Belum dinilai ulang', text: describeFailure(error) })
    }
  }
  function openPreview() {
    const parsed = quizInput.safeParse(form.getValues())
    if (!parsed.success) void form.trigger()
    if (!parsed.success) return toast.error('Lengkapi dulu soal yang ditandai.')
    setPreview(structuredClone(form.getValues()))
  }
  return (
    <>
      {/* The answer to an import takes the place of the form, so nothing is typed there meanwhile. */}
      <div inert={isImporting} className="inert:opacity-55">
        <StaffForm
          form={form}
          submitLabel="Simpan"
          actions={
            <>
              <Button
                type="button"
                variant="ghost"
                disabled={form.isDirty || version === 0}
                onClick={() => void rescore()}
              >
                Nilai ulang
              </Button>
              <Button type="button" variant="outline" disabled={questions.length === 0} onClick={openPreview}>
                <Eye aria-hidden className="size-4.5 max-sm:hidden" /> Pratinjau
              </Button>
            </>
          }
        >
          <QuizSettingsFields field={form.field} />
          <QuestionList
            questions={questions}
            round={form.round}
            errorAt={errorAt}
            attempts={form.submitCount}
            errorsBefore={errors.settings !== undefined}
            hasError={(index) => get(errors, `questions.${index}`) !== undefined}
            onChange={(next) => form.setValue('questions', next, { shouldDirty: true, shouldValidate: isSubmitted })}
          />
          {errorAt('questions') && (
            <p role="alert" className="font-semibold text-mengkudu">
              {errorAt('questions')}
            </p>
          )}
        </StaffForm>
      </div>
      <GiftSection
        courseId={courseId}
        quiz={quiz}
        isDirty={form.isDirty}
        isBusy={isImporting}
        onBusy={setImporting}
        onImported={(saved) => {
          setVersion(saved.version)
          form.reset({ settings: saved.settings, questions: saved.questions })
        }}
      />
      {preview && (
        <QuizPreview questions={preview.questions} settings={preview.settings} onClose={() => setPreview(null)} />
      )}
    </>
  )
}

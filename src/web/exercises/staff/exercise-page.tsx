import { useState } from 'react'
import { get, useWatch } from 'react-hook-form'
import { useLoaderData } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { exerciseInput, type ExerciseInput } from '#contract/exercises/exercise.ts'
import {
  exerciseLanguageLabels,
  exerciseLanguages,
  maximumHints,
  type ExerciseLanguage,
} from '#contract/exercises/exercise-values.ts'
import { exerciseAuthoringContract, exercisesContract, type StaffExercise } from '#contract/exercises/exercises.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { engineSizeOf } from '#web/exercises/engines/engine-sizes.ts'
import { CheckNotes } from './check-notes.tsx'
import { CodeField } from './code-field.tsx'
import { FilesEditor } from './files-editor.tsx'
import { inputOf, startOf, valuesOf } from './start-values.ts'
import { TestWords } from './test-words.tsx'
import { Trial } from './trial.tsx'
import { useCheck } from './use-check.ts'

registerContract({ exercises: { ...exercisesContract, ...exerciseAuthoringContract } })

export const createLoader = staffLoader(async (api, { params }) => {
  const { courseId = '', lessonId = '' } = params
  const { data } = await api.authenticated.exercises.showExercise({ id: courseId, contentId: lessonId })
  // A course of others, even where they study it.
  if (!('figures' in data)) throw new Response(null, { status: 404 })
  return { courseId, exercise: data }
})

export function Page() {
  const { courseId, exercise } = useLoaderData<ReturnType<typeof createLoader>>()
  const { contentId: lessonId, title, figures } = exercise
  return (
    <StaffPage
      title="Susun latihan kode"
      lead={title}
      back={{ to: paths.adminCourse({ courseId }), label: 'Detail kelas' }}
      actions={
        <ButtonLink variant="outline" to={paths.adminLessonEdit({ courseId, lessonId })}>
          Ubah tugasnya
        </ButtonLink>
      }
    >
      {figures.students > 0 && (
        <p className="mb-4 text-ink-2">
          {figures.students.toLocaleString('id-ID')} siswa mencoba, {figures.passed.toLocaleString('id-ID')} lulus,{' '}
          {figures.tries.toLocaleString('id-ID')} percobaan.
        </p>
      )}
      <ExerciseForm key={lessonId} courseId={courseId} exercise={exercise} />
    </StaffPage>
  )
}

const endings: Record<ExerciseLanguage, string> = { web: 'html', javascript: 'js', sql: 'sql', python: 'py' }

function ExerciseForm({ courseId, exercise }: { courseId: string; exercise: StaffExercise }) {
  const { authenticated } = useApi()
  const [version, setVersion] = useState(exercise.version)
  const { state: checked, check, checkSaved } = useCheck(courseId, exercise)
  const [trial, setTrial] = useState<ExerciseInput | null>(null)
  const form = useContractForm((values: ExerciseInput) => exerciseInput['~standard'].validate(values), {
    values: valuesOf(exercise),
    draft: `exercise:${exercise.contentId}`,
    save: (input) =>
      authenticated.exercises.saveExercise({ ...input, id: courseId, contentId: exercise.contentId, version }),
    onSaved: ({ data }) => {
      setVersion(data.version)
      toast.success('Latihan tersimpan.')
      void checkSaved(inputOf(data), data.version)
    },
  })
  const { errors, isSubmitted } = form.formState
  const now = useWatch({ control: form.control }) as ExerciseInput
  const { language, files, tests, hints, solution, solutionAfter } = now
  const errorAt = (path: string): string | undefined => {
    const found = get(errors, path) as { message?: string; root?: { message?: string } } | undefined
    return found?.message ?? found?.root?.message
  }
  const set = <Name extends keyof ExerciseInput>(name: Name, value: ExerciseInput[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: isSubmitted })

  function chooseLanguage(next: ExerciseLanguage) {
    const before = startOf(language)
    const isUntouched = JSON.stringify([files, tests]) === JSON.stringify([before.files, before.tests])
    set('language', next)
    if (!isUntouched) return
    const start = startOf(next)
    set('files', start.files)
    set('tests', start.tests)
    set('solution', start.solution)
  }
  const engine = engineSizeOf(language)
  const editable = files.filter(({ role }) => role === 'edit')
  return (
    <StaffForm
      form={form}
      submitLabel="Simpan"
      actions={
        <>
          <Button type="button" variant="outline" onClick={() => setTrial(trial ? null : form.getValues())}>
            {trial ? 'Tutup percobaan' : 'Coba sebagai siswa'}
          </Button>
          <Button
            type="button"
            variant="outline"
            busy={checked === 'running'}
            onClick={() => void check(form.getValues(), form.isDirty || version === 0 ? null : version)}
          >
            Periksa{engine && ` (memuat ${engine.size})`}
          </Button>
        </>
      }
    >
      <SelectField
        label="Bahasa"
        value={language}
        error={errorAt('language')}
        className="max-w-80"
        onChange={(event) => chooseLanguage(event.target.value as ExerciseLanguage)}
      >
        {exerciseLanguages.map((name) => (
          <option key={name} value={name}>
            {exerciseLanguageLabels[name]}
          </option>
        ))}
      </SelectField>
      <div className="grid min-w-0 gap-6 xl:grid-cols-2">
        <FilesEditor
          files={files}
          ending={endings[language]}
          errorAt={errorAt}
          onChange={(next) => set('files', next)}
        />
        <div className="grid min-w-0 content-start gap-6">
          <section className="grid min-w-0 gap-3" aria-labelledby="tes">
            <h2 id="tes" className="text-lg font-bold">
              Tes
            </h2>
            <CodeField
              path={language === 'python' ? 'tes.py' : 'tes.js'}
              text={tests}
              error={errorAt('tests')}
              onChange={(text) => set('tests', text)}
            />
            <TestWords language={language} />
          </section>
          <section className="grid min-w-0 gap-3" aria-labelledby="solusi">
            <h2 id="solusi" className="text-lg font-bold">
              Solusi
            </h2>
            {errorAt('solution') && (
              <p role="alert" className="text-mengkudu">
                {errorAt('solution')}
              </p>
            )}
            {editable.map(({ path, text: start }) => (
              <div key={path} className="grid min-w-0 gap-1">
                <p className="font-mono text-sm break-all">{path}</p>
                <CodeField
                  path={path}
                  text={solution.find((file) => file.path === path)?.text ?? start}
                  onChange={(text) =>
                    // A file that the solution leaves as it is follows the start.
                    set('solution', [
                      ...solution.filter(
                        (file) => file.path !== path && editable.some((one) => one.path === file.path),
                      ),
                      { path, text },
                    ])
                  }
                />
              </div>
            ))}
            <TextField
              label="Solusi tampil setelah berapa percobaan"
              hint="Kosongkan supaya hanya tampil setelah semua tes lulus."
              inputMode="numeric"
              className="max-w-80"
              value={solutionAfter === null ? '' : String(solutionAfter)}
              error={errorAt('solutionAfter')}
              onChange={(event) => {
                const typed = event.target.value.trim()
                set('solutionAfter', typed === '' ? null : Number(typed))
              }}
            />
          </section>
          <section className="grid min-w-0 gap-3" aria-labelledby="petunjuk">
            <h2 id="petunjuk" className="text-lg font-bold">
              Petunjuk
            </h2>
            {hints.map((hint, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- hints change while they are typed
              <div key={index} className="grid gap-1">
                <TextAreaField
                  label={`Petunjuk ${index + 1}`}
                  rows={2}
                  maxLength={1_000}
                  value={hint}
                  error={errorAt(`hints.${index}`)}
                  onChange={(event) =>
                    set(
                      'hints',
                      hints.map((other, at) => (at === index ? event.target.value : other)),
                    )
                  }
                />
                <div>
                  <Button
                    type="button"
                    size="sm"
                    variant="ghost"
                    onClick={() =>
                      set(
                        'hints',
                        hints.filter((_, at) => at !== index),
                      )
                    }
                  >
                    Hapus petunjuk {index + 1}
                  </Button>
                </div>
              </div>
            ))}
            {hints.length < maximumHints && (
              <div>
                <Button type="button" size="sm" variant="outline" onClick={() => set('hints', [...hints, ''])}>
                  Tambah petunjuk
                </Button>
              </div>
            )}
          </section>
        </div>
      </div>
      <CheckNotes state={checked} />
      {trial && (
        <section aria-label="Coba sebagai siswa" className="min-w-0 rounded-card border border-line p-4">
          <Trial exercise={trial} />
        </section>
      )}
    </StaffForm>
  )
}

import { useState } from 'react'
import { get, useWatch } from 'react-hook-form'
import { useLoaderData } from 'react-router'
import { assignmentInput } from '#contract/assessment/assignment.ts'
import type { StaffAssignment } from '#contract/assessment/assignment-grading.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { typedAmount } from '#web/kit/staff/typed-number.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CriteriaList } from './criteria-list.tsx'
import type { EditorCriterion } from './editor-criterion.ts'

export const createLoader = staffLoader(async (api, { params }) => {
  const { courseId = '', lessonId = '' } = params
  return {
    courseId,
    assignment: (await api.authenticated.assignmentReview.showAssignment({ id: courseId, contentId: lessonId })).data,
  }
})

export function Page() {
  const { courseId, assignment } = useLoaderData<ReturnType<typeof createLoader>>()
  const { contentId: lessonId, title } = assignment
  return (
    <StaffPage
      title="Rubrik tugas"
      lead={title}
      back={{ to: paths.adminCourse({ courseId }), label: 'Detail kelas' }}
      actions={
        <ButtonLink variant="outline" to={paths.adminLessonEdit({ courseId, lessonId })}>
          Ubah isi tugas
        </ButtonLink>
      }
    >
      <RubricForm key={lessonId} courseId={courseId} assignment={assignment} />
    </StaffPage>
  )
}

type Values = { points: number; criteria: EditorCriterion[] }

function RubricForm({ courseId, assignment }: { courseId: string; assignment: StaffAssignment }) {
  const { authenticated } = useApi()
  const [version, setVersion] = useState(assignment.version)
  const form = useContractForm((values: Values) => assignmentInput['~standard'].validate(values), {
    values: { points: assignment.points, criteria: assignment.criteria },
    draft: `rubric:${assignment.contentId}`,
    save: (input) =>
      authenticated.assignmentReview.saveAssignment({
        ...input,
        id: courseId,
        contentId: assignment.contentId,
        version,
      }),
    onSaved: ({ data }) => {
      setVersion(data.version)
      toast.success('Rubrik tersimpan.')
    },
  })
  const { errors, isSubmitted } = form.formState
  const criteria = useWatch({ control: form.control, name: 'criteria' }) as EditorCriterion[]
  const errorAt = (path: string): string | undefined => (get(errors, path) as { message?: string } | undefined)?.message
  return (
    <StaffForm form={form} submitLabel="Simpan" className="max-w-[820px]">
      <TextField
        label="Nilai tertinggi (poin)"
        hint="Poin dari rubrik dihitung ke nilai ini."
        inputMode="numeric"
        className="max-w-80"
        {...form.field('points', { setValueAs: typedAmount as (typed: string) => never })}
      />
      <CriteriaList
        criteria={criteria}
        errorAt={errorAt}
        attempts={form.submitCount}
        errorsBefore={Object.keys(errors).some((name) => name !== 'criteria')}
        hasError={(index) => get(errors, `criteria.${index}`) !== undefined}
        onChange={(next) => form.setValue('criteria', next, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
    </StaffForm>
  )
}

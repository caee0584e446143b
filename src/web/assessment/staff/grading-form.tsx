import { get, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { gradeInput, type GradedSubmission, type GradeInput } from '#contract/assessment/assignment-grading.ts'
import { bestPoints, type Criterion } from '#contract/assessment/assignment.ts'
import { maximumCommentLength } from '#contract/assessment/assignment-values.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = {
  submission: GradedSubmission
  /** With the oldest submission that waits now. */ onGraded: (nextId: string | null) => void
}

/** Chooses a level for each criterion, comments, and accepts or asks for a revision. The input is saved on this device. */
export function GradingForm({ submission, onGraded }: Props) {
  const { _id, terms } = submission
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  function validate(values: GradeInput) {
    const parsed = gradeInput.safeParse(values)
    const missing =
      values.decision === 'accept'
        ? terms.criteria.filter((criterion) => values.scores[criterion._id] === undefined)
        : []
    const issues = [
      ...missing.map((criterion) => ({
        path: ['scores', criterion._id],
        message: 'Pilih satu tingkat untuk kriteria ini',
      })),
      ...(parsed.success ? [] : parsed.error.issues),
    ]
    return parsed.success && issues.length === 0 ? { value: parsed.data } : { issues }
  }
  const form = useContractForm(validate, {
    values: { decision: 'accept', scores: {}, comment: '' },
    draft: `review:${_id}`,
    save: (input) => authenticated.assignmentReview.reviewSubmission({ ...input, id: _id }),
    onSaved: async ({ data, message }) => {
      onGraded(data.nextId)
      toast.success(message ?? 'Penilaian tersimpan.')
      await revalidate()
    },
  })
  const scores = useWatch({ control: form.control, name: 'scores' })
  const decision = useWatch({ control: form.control, name: 'decision' })
  const errorAt = (path: string): string | undefined =>
    (get(form.formState.errors, path) as { message?: string } | undefined)?.message

  async function decide(chosen: GradeInput['decision']) {
    form.setValue('decision', chosen)
    await form.submit()
  }
  return (
    <StaffForm
      form={form}
      submitLabel="Terima tugas"
      isBusy={form.isSaving && decision === 'accept'}
      onSubmit={() => void decide('accept')}
      // A review is sent by its buttons only.
      onSaveInPlace={form.saveLocalDraft}
      actions={
        <Button
          type="button"
          variant="outline"
          busy={form.isSaving && decision === 'revise'}
          onClick={() => void decide('revise')}
        >
          Minta revisi
        </Button>
      }
    >
      {terms.criteria.map((criterion) => (
        <CriterionField
          key={criterion._id}
          criterion={criterion}
          chosen={scores[criterion._id]}
          error={errorAt(`scores.${criterion._id}`)}
          onChoose={(levelId) => {
            form.setValue('scores', { ...scores, [criterion._id]: levelId }, { shouldDirty: true })
            form.clearErrors(`scores.${criterion._id}`)
          }}
        />
      ))}
      <Total submission={submission} scores={scores} />
      <TextAreaField
        label="Komentar"
        hint="Wajib diisi kalau kamu meminta revisi. Siswa membacanya."
        rows={6}
        maxLength={maximumCommentLength}
        {...form.field('comment')}
      />
    </StaffForm>
  )
}

type CriterionProps = {
  criterion: Criterion
  chosen: string | undefined
  error: string | undefined
  onChoose: (levelId: string) => void
}

const CriterionField = ({ criterion, chosen, error, onChoose }: CriterionProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 font-bold wrap-anywhere">{criterion.title}</legend>
    {criterion.levels.map((level) => (
      <label
        key={level._id}
        className="flex min-h-11 cursor-pointer items-start gap-3 rounded-field border border-border bg-surface px-3.5 py-2.5 soft hover:border-ink-2 has-checked:border-nila has-checked:bg-nila-50"
      >
        <input
          type="radio"
          name={`scores.${criterion._id}`}
          checked={chosen === level._id}
          onChange={() => onChoose(level._id)}
          {...(error && { 'aria-invalid': true, 'aria-describedby': `${criterion._id}-error` })}
          className="mt-0.5 size-5 shrink-0 accent-nila"
        />
        <span className="min-w-0 flex-1">
          <span className="font-semibold wrap-anywhere">{level.title}</span>
          {level.description && (
            <span className="block text-sm whitespace-pre-line text-ink-2 wrap-anywhere">{level.description}</span>
          )}
        </span>
        <span className="shrink-0 text-sm text-ink-2 tabular-nums">{level.points} poin</span>
      </label>
    ))}
    <p id={`${criterion._id}-error`} role="alert" className="text-sm font-semibold text-mengkudu">
      {error}
    </p>
  </fieldset>
)

/** The result as the server will compute it. */
function Total({ submission: { terms }, scores }: { submission: GradedSubmission; scores: GradeInput['scores'] }) {
  const { criteria, points } = terms
  if (criteria.length === 0) return null
  const chosen = criteria.map(({ _id, levels }) => levels.find((level) => level._id === scores[_id]))
  const earned = chosen.reduce((sum, level) => sum + (level?.points ?? 0), 0)
  const best = criteria.reduce((sum, criterion) => sum + bestPoints(criterion), 0)
  const missing = chosen.filter((level) => !level).length
  return (
    <p role="status" className="font-bold tabular-nums">
      {missing > 0
        ? `Belum dinilai: ${missing} dari ${criteria.length} kriteria`
        : `Nilai: ${Math.round((points * earned) / best)} dari ${points} poin`}
    </p>
  )
}

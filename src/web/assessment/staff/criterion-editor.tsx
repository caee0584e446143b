import { PartsEditor } from '#web/assessment/staff/editor/parts-editor.tsx'
import { typedAmount } from '#web/kit/staff/typed-number.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { newLevel, type EditorCriterion, type EditorLevel } from './editor-criterion.ts'

type Props = {
  criterion: EditorCriterion
  errorAt: (path: string) => string | undefined
  onChange: (criterion: EditorCriterion) => void
}

/** The name of a criterion and its levels. */
export function CriterionEditor({ criterion, errorAt, onChange }: Props) {
  return (
    <div className="grid gap-2 border-t border-line p-4">
      <TextField
        label="Nama kriteria"
        required
        maxLength={200}
        autoComplete="off"
        value={criterion.title}
        error={errorAt('title')}
        onChange={(event) => onChange({ ...criterion, title: event.currentTarget.value })}
      />
      <PartsEditor
        label="Tingkat"
        noun="tingkat"
        parts={criterion.levels}
        idOf={({ _id }) => _id}
        error={errorAt('levels')}
        create={newLevel}
        onChange={(levels) => onChange({ ...criterion, levels })}
      >
        {(level, index, change) => (
          <LevelFields level={level} errorAt={(path) => errorAt(`levels.${index}.${path}`)} onChange={change} />
        )}
      </PartsEditor>
    </div>
  )
}

type LevelProps = {
  level: EditorLevel
  errorAt: (path: string) => string | undefined
  onChange: (level: EditorLevel) => void
}

const LevelFields = ({ level, errorAt, onChange }: LevelProps) => (
  <div className="grid gap-x-3 sm:grid-cols-[minmax(0,1fr)_7rem]">
    <TextField
      label="Nama tingkat"
      required
      maxLength={200}
      autoComplete="off"
      value={level.title}
      error={errorAt('title')}
      onChange={(event) => onChange({ ...level, title: event.currentTarget.value })}
    />
    <TextField
      label="Poin"
      required
      inputMode="numeric"
      autoComplete="off"
      value={String(level.points)}
      error={errorAt('points')}
      // Text that is no number stays, so that the schema rejects it.
      onChange={(event) => onChange({ ...level, points: typedAmount(event.currentTarget.value) as number })}
    />
    <TextAreaField
      label="Penjelasan"
      rows={2}
      maxLength={1000}
      className="sm:col-span-2"
      value={level.description}
      error={errorAt('description')}
      onChange={(event) => onChange({ ...level, description: event.currentTarget.value })}
    />
  </div>
)

import {
  fileRoleLabels,
  fileRoles,
  maximumCodeFiles,
  type ExerciseFile,
  type FileRole,
} from '#contract/exercises/exercise-values.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FieldError, SelectField, TextField } from '#web/kit/ui/field.tsx'
import { CodeField } from './code-field.tsx'

type Props = {
  files: readonly ExerciseFile[]
  ending: string
  errorAt: (path: string) => string | undefined
  onChange: (files: ExerciseFile[]) => void
}

/** The files of an exercise in the order in which they run. */
export function FilesEditor({ files, ending, errorAt, onChange }: Props) {
  const change = (index: number, part: Partial<ExerciseFile>) =>
    onChange(files.map((file, at) => (at === index ? { ...file, ...part } : file)))
  const all = errorAt('files')
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="mb-2 text-lg font-bold">Berkas</legend>
      {all && <FieldError role="alert">{all}</FieldError>}
      {files.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- names change while they are typed
        <div key={index} className="grid min-w-0 gap-3 rounded-card border border-line p-3">
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={`Nama berkas ${index + 1}`}
              value={file.path}
              maxLength={100}
              autoComplete="off"
              error={errorAt(`files.${index}.path`)}
              onChange={(event) => change(index, { path: event.target.value })}
            />
            <SelectField
              label={`Peran berkas ${index + 1}`}
              value={file.role}
              error={errorAt(`files.${index}.role`)}
              onChange={(event) => change(index, { role: event.target.value as FileRole })}
            >
              {fileRoles.map((role) => (
                <option key={role} value={role}>
                  {fileRoleLabels[role]}
                </option>
              ))}
            </SelectField>
          </div>
          <CodeField
            path={file.path}
            text={file.text}
            error={errorAt(`files.${index}.text`)}
            onChange={(text) => change(index, { text })}
          />
          {files.length > 1 && (
            <div>
              <Button
                type="button"
                size="sm"
                variant="ghost"
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                Hapus berkas<span className="sr-only"> {file.path}</span>
              </Button>
            </div>
          )}
        </div>
      ))}
      {files.length < maximumCodeFiles && (
        <div>
          <Button
            type="button"
            size="sm"
            variant="outline"
            onClick={() =>
              onChange([...files, { path: `berkas${files.length + 1}.${ending}`, text: '', role: 'edit' }])
            }
          >
            Tambah berkas
          </Button>
        </div>
      )}
      <p className="text-sm text-ink-3">“Tidak tampil” berarti tidak ditampilkan, bukan rahasia.</p>
    </fieldset>
  )
}
